import type { FastifyReply, FastifyRequest } from 'fastify';
import { validateRequest } from '../../contract/contract';
import type { Answer } from '../answer';
import { noPage, Refusal } from '../answer';
import { callOf, NotJson, queryOf } from '../http';
import { refuseKey } from '../key';
import { parseError } from './community/parseError';
import {
	badFields,
	forbidden,
	notJson,
	overloaded,
	wrongMediaType,
	wrongMethod,
} from './community/refusals';
import type { Route } from './community/routes';
import { handlerOf, routesOf } from './community/routes';
import type { FaceHost } from './face';

const uuid = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';

/** Identifiers in a path are UUIDs, or the path is not there at all (observed row 18). */
const patternOf = (path: string): string =>
	path.replace(/\{(\w+)\}/g, (_match, name: string) =>
		name === 'workspace_slug' ? `:${name}` : `:${name}(${uuid})`,
	);

const withHeaders = (answer: Answer, headers: Record<string, string>): Answer => ({
	...answer,
	headers: { ...headers, ...answer.headers },
});

/** The server writes no charset behind its JSON, so fastify must not see that it is JSON. */
async function respond(reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
	reply.code(answer.status);
	if (answer.body !== undefined) reply.header('content-type', 'application/json');
	reply.headers(answer.headers ?? {});
	if (answer.body !== undefined) return await reply.send(Buffer.from(JSON.stringify(answer.body)));
	return await reply.send(answer.status === 204 ? undefined : '');
}

/**
 * The request as the specification has it, for the contract's opinion: operation 3 without its
 * slash, and the link's text as name (observed rows 2 and 3).
 */
function asSpecified(request: FastifyRequest, prefix: string) {
	const { method, headers, body } = request;
	const path = request.url.slice(prefix.length).split('?')[0] ?? '';
	const common = { method, headers, query: queryOf(request) };
	if (!/\/links\/[^/]+\/?$/.test(path)) return { ...common, path, body };
	const named =
		typeof body === 'object' && body !== null && 'title' in body
			? Object.fromEntries(
					Object.entries(body).map(([name, value]) => [name === 'title' ? 'name' : name, value]),
				)
			: body;
	return { ...common, path: path.replace(/\/$/, ''), body: named };
}

/**
 * The service as a real server was observed to answer: `observed/README.md`, all rows, with the
 * shapes, texts and headers of `observed/exchanges.json`. It refuses nothing for the contract's
 * sake, but notes what the contract has against a request.
 */
export function community(host: FaceHost): void {
	const { app, prefix, state, admit } = host;

	function note(request: FastifyRequest): void {
		const entry = host.entryOf(request);
		if (!entry || request.body instanceof NotJson) return;
		const verdict = validateRequest(asSpecified(request, prefix));
		entry.operation = verdict.operationId;
		if (verdict.problem !== undefined && verdict.kind === 'content')
			entry.problem = verdict.problem;
	}

	/** A workspace or project that is not there is none that the user may see (observed row 18). */
	const mayEnter = ({ workspace_slug: slug, project_id: id }: Record<string, string>): boolean =>
		[undefined, state.workspace.slug].includes(slug) &&
		(id === undefined || state.projects.some((project) => project.id === id));

	function refuseBody(request: FastifyRequest): Answer | undefined {
		const { body, headers } = request;
		if (body instanceof NotJson) return notJson(parseError(body));
		if (typeof body === 'string') return wrongMediaType(headers['content-type'] ?? '');
		if (!Array.isArray(body)) return undefined;
		const problem = 'Invalid data. Expected a dictionary, but got list.';
		return badFields({ non_field_errors: [problem] });
	}

	async function carryOut(route: Route, request: FastifyRequest): Promise<Answer> {
		const handler = handlerOf(route, request.method);
		if (!handler) return wrongMethod(request.method);
		const refusal = refuseBody(request);
		if (refusal) return refusal;
		try {
			return await handler(callOf(request));
		} catch (error) {
			if (error instanceof Refusal) return error.answer;
			const entry = host.entryOf(request);
			if (entry) entry.problem = error instanceof Error ? error.message : String(error);
			return overloaded;
		}
	}

	/** The key first, then what it may see, then the limit, then the operation. */
	async function answer(route: Route, request: FastifyRequest): Promise<Answer> {
		const allow = { allow: route.allow };
		const { params } = callOf(request);
		const refusal = refuseKey(request.headers) ?? (mayEnter(params) ? undefined : forbidden);
		if (refusal) return withHeaders(refusal, allow);
		const admission = admit(String(request.headers['x-api-key']));
		if ('refusal' in admission) return admission.refusal;
		const found = await carryOut(route, request);
		if (route.plain?.includes(request.method)) return found;
		return withHeaders(found, { ...allow, ...admission.headers });
	}

	for (const route of routesOf(host)) {
		const url = `${prefix}/api/v1/${patternOf(route.path)}`;
		app.all(url, async (request, reply) => {
			note(request);
			return await respond(reply, await answer(route, request));
		});
		// Without its slash: a redirect to the path with it (observed row 2).
		app.all(url.slice(0, -1), async (request, reply) => {
			note(request);
			const location = request.url.replace(/\?|$/, (end) => `/${end}`);
			const headers = { location, 'content-type': 'text/html; charset=utf-8' };
			return await respond(reply, { status: 301, headers });
		});
	}
	app.setNotFoundHandler(async (request, reply) => {
		note(request);
		return await respond(reply, noPage);
	});
	app.setErrorHandler(async (error, request, reply) => {
		const entry = host.entryOf(request);
		if (entry) entry.problem = error instanceof Error ? error.message : String(error);
		return await respond(reply, overloaded);
	});
}
