import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { operations, validateRequest, type Verdict } from '../contract/contract';
import { createPathFinder } from './pathFinder';
import { notFound, badRequest, pageNotFound, Refusal, type Answer, type Call } from './answer';
import type { RowFactory } from './rows';
import type { HasDifference } from './differences';
import { readBody, isRecord, InvalidJson, parseBodies, readCallParts } from './http';
import type { AuthorizationServer } from './authorizationServer';
import { authenticate } from './key';
import { toLedgerEntries, type LedgerEntry } from './ledger';
import type { Admit } from './limit';
import {
	badFields,
	forbidden,
	notJson,
	serverError,
	wrongMediaType,
	wrongMethod,
} from './refusals';
import { createRoutes, type Route } from './routes';
import type { ReceivedRequest, ServiceOptions } from './service';
import { lacksRight } from './rights';
import type { Project, ServiceState } from './state';
import type { Uploads } from './upload';
import { getUserTimeZone } from './userTimeZone';
import { convertTimes } from './userTimes';
import { createApiV2 } from './v2/server';
import type { Webhooks } from './webhooks';
import type { Workers } from './workers';

/** Everything that handlers use. */
export interface Host {
	app: FastifyInstance;
	/** Path before `/api/v1`. */
	prefix: string;
	state: ServiceState;
	/** Deleted projects whose memberships the workers have not removed yet (row 74). */
	deletedProjects: Project[];
	rowFactory: RowFactory;
	uploads: Uploads;
	options: ServiceOptions;
	hasDifference: HasDifference;
	/** Called once for each request that counts, with its valid API key. */
	checkLimit: Admit;
	/** All requests, and the changes that they caused. */
	requests: ReceivedRequest[];
	ledger: LedgerEntry[];
	webhooks: Webhooks;
	authorizationServer?: AuthorizationServer;
	/** Does what the server does after it has answered. */
	workers: Workers;
}

const isLinkPath = (path: string): boolean => /\/links\/[^/]+\/?$/.test(path);

/**
 * Answers every request. Checks come in this order: the API key, access to workspace and project, the
 * rate limit, the content, the operation. Violations of the contract are always recorded; the server
 * refuses them only if it has no validation of its own.
 */
export function serve(host: Host): void {
	const { app, prefix, state, checkLimit, hasDifference, options } = host;
	const received = new WeakMap<FastifyRequest, ReceivedRequest>();

	parseBodies(app, hasDifference('acceptsForms'));
	app.addHook('onRequest', (request, _reply, done) => {
		const { method, url, headers } = request;
		const at = performance.now();
		const entry = { method, url, headers: { ...headers }, body: undefined, status: 0, at };

		host.requests.push(entry);
		received.set(request, entry);
		done();
	});

	async function respond(reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
		const { status, headers = {}, body } = answer;
		const entry = received.get(reply.request);
		if (entry) {
			entry.status = status;
			host.ledger.push(...toLedgerEntries({ ...entry, writtenRows: answer.writtenRows }));
		}

		reply.code(status);

		if (body === undefined) {
			return await reply.headers(headers).send(status === 204 ? undefined : '');
		}

		const charset = hasDifference('jsonWithoutCharset') ? '' : '; charset=utf-8';

		reply.header('content-type', `application/json${charset}`).headers(headers);

		// As bytes, because fastify would add a charset to a text.
		return await reply.send(Buffer.from(JSON.stringify(body)));
	}

	/** Returns the request as specified: differences change path and body of an update of a link. */
	function toSpecifiedRequest(request: FastifyRequest) {
		const { method, headers } = request;
		const path = request.url.slice(prefix.length).split('?')[0] ?? '';
		const body = readBody(request);
		const common = { method, headers, query: readCallParts(request).query };
		if (!isLinkPath(path) || method !== 'PATCH') return { ...common, path, body };

		const { title: name, ...others } = isRecord(body) && hasDifference('usesLinkTitle') ? body : {};

		return {
			...common,
			path: hasDifference('slash301') ? path.replace(/\/$/, '') : path,
			body: name === undefined ? body : { ...others, name },
		};
	}

	const annotate = (request: FastifyRequest, more: Partial<ReceivedRequest>) =>
		Object.assign(received.get(request) ?? {}, more);

	/** Validates a request against the contract, and records the result. */
	function validate(request: FastifyRequest): Verdict {
		const body: unknown = request.body ?? undefined;
		const verdict = validateRequest(toSpecifiedRequest(request));
		const { operationId: operation, problem } = verdict;
		const isInvalidJson = body instanceof InvalidJson;

		annotate(request, { operation, body: isInvalidJson ? body.text : body });
		const isNoted = problem !== undefined && verdict.kind === 'content' && !isInvalidJson;
		if (isNoted) annotate(request, { problem });

		return verdict;
	}

	/** Refuses a body with the recorded texts of a real server. */
	function refuseBody(route: Route, { body, headers }: FastifyRequest): Answer | undefined {
		if (body instanceof InvalidJson) return notJson;
		if (typeof body === 'string') return wrongMediaType(headers['content-type'] ?? '');
		if (!Array.isArray(body) || route.acceptsLists) return undefined;

		const problem = 'Invalid data. Expected a dictionary, but got list.';

		return badFields({ non_field_errors: [problem] });
	}

	/** Refuses a request with the texts of the contract. */
	function refuseContent(request: FastifyRequest, verdict: Verdict): Answer | undefined {
		if (request.body instanceof InvalidJson) {
			return badRequest(`The body is not JSON: ${request.body.problem}.`);
		}
		if (verdict.problem === undefined) return undefined;

		annotate(request, { problem: verdict.problem });

		return verdict.kind === 'path' ? pageNotFound : badRequest(verdict.problem);
	}

	const exists = (
		{ workspace_slug: slug, project_id: id }: Record<string, string>,
		userId?: string,
	): boolean =>
		[undefined, state.workspace.slug].includes(slug) &&
		(id === undefined ||
			[...state.projects, ...host.deletedProjects].some(
				(project) =>
					project.id === id && (userId === undefined || project.members.includes(userId)),
			));

	async function runHandler(
		route: Route,
		request: FastifyRequest,
		verdict: Verdict,
		userId: string,
	): Promise<Answer> {
		const handler = route.handlers.get(request.method);
		const call: Call = {
			...readCallParts(request),
			userId,
			host: request.headers.host ?? '',
		};
		if (!handler) {
			return hasDifference('ownValidation')
				? wrongMethod(request.method)
				: (refuseContent(request, verdict) ?? pageNotFound);
		}

		// Paths outside the contract, for lists in the panel and uploads, cannot be validated.
		const isInContract = verdict.problem === undefined || !/^(path|method)$/.test(verdict.kind);
		const refuse = () => (isInContract ? refuseContent(request, verdict) : undefined);
		const refusal = hasDifference('ownValidation') ? refuseBody(route, request) : refuse();
		if (refusal) return refusal;
		if (!exists(call.params)) throw notFound();

		if (hasDifference('checksRoles') && lacksRight(state, route.path, request.method, call)) {
			return forbidden;
		}

		return await handler(call);
	}

	function toErrorAnswer(error: unknown, request: FastifyRequest): Answer {
		if (error instanceof Refusal) return error.answer;

		annotate(request, { problem: error instanceof Error ? error.message : String(error) });

		return serverError;
	}

	/** Finds the user of the API key or of the access token. */
	const signIn = async (request: FastifyRequest) =>
		host.authorizationServer !== undefined && request.headers.authorization !== undefined
			? await host.authorizationServer.authenticate(request)
			: authenticate(request.headers, state.users);

	async function answer(route: Route, request: FastifyRequest): Promise<Answer> {
		const verdict = validate(request);
		const allow = hasDifference('sendsAllowHeader') ? { allow: route.allow } : {};
		const key = await signIn(request);
		if ('refusal' in key) return { ...key.refusal, headers: allow };

		const userId = key.owner.id;
		// A request for the project itself is answered with 404 instead.
		const isRead = request.method === 'GET' && route.path.endsWith('/projects/{project_id}/');
		const mayNotSee =
			hasDifference('forbidsUnknownProjects') && !exists(readCallParts(request).params, userId);
		if (mayNotSee && !isRead) return { ...forbidden, headers: allow };

		const { 'x-api-key': apiKey, authorization } = request.headers;
		const admission = checkLimit(String(apiKey ?? authorization));
		if ('refusal' in admission) return admission.refusal;

		const handled = await runHandler(route, request, verdict, userId).catch((error: unknown) =>
			toErrorAnswer(error, request),
		);
		const body = hasDifference('showsUserTimeZone')
			? convertTimes(getUserTimeZone(options), handled.body)
			: handled.body;
		const headers = { ...allow, ...admission.headers, ...handled.headers };

		return { ...handled, body, headers };
	}

	const { routes, tables } = createRoutes(host);
	const answerV2 = hasDifference('servesApiV2') ? createApiV2(host, tables, signIn) : undefined;
	const findPath = createPathFinder(
		routes.map(({ path }) => `/api/v1/${path}`),
		{
			requiresUuids: hasDifference('requiresUuids'),
			isSlashOptional: (path) =>
				hasDifference('slash301') ||
				operations.some((operation) => operation.path === path.slice(0, -1)),
		},
	);

	/** Redirects to the path with a trailing slash. */
	async function addSlash(request: FastifyRequest, reply: FastifyReply) {
		validate(request);
		const location = request.url.replace(/\?|$/, (end) => `/${end}`);
		const headers = { location, 'content-type': 'text/html; charset=utf-8' };

		return await respond(reply, { status: 301, headers });
	}

	async function respondMissing(request: FastifyRequest, reply: FastifyReply) {
		if (!request.url.startsWith(`${prefix}/`)) return await respond(reply, pageNotFound);

		const verdict = validate(request);
		if (hasDifference('ownValidation')) return await respond(reply, pageNotFound);

		const key = await signIn(request);
		const refusal = 'refusal' in key ? key.refusal : undefined;
		const isSlash = verdict.problem !== undefined && verdict.kind === 'slash';
		const answer = isSlash ? refuseContent(request, verdict) : pageNotFound;

		return await respond(reply, refusal ?? answer ?? pageNotFound);
	}

	/** Answers a request to version 2. A server without it has none of its paths (row 501). */
	async function respondV2(request: FastifyRequest, reply: FastifyReply) {
		const annotateRequest = (more: Partial<ReceivedRequest>) => void annotate(request, more);

		return await respond(reply, (await answerV2?.(request, annotateRequest)) ?? pageNotFound);
	}

	app.all('/*', async (request, reply) => {
		if (request.url.startsWith(`${prefix}/api/v2/`)) return await respondV2(request, reply);

		const hasPrefix = request.url.startsWith(`${prefix}/`);
		const pathMatch = hasPrefix ? findPath(request.url.slice(prefix.length)) : undefined;
		const route = routes[pathMatch?.index ?? -1];
		if (pathMatch === undefined || route === undefined) return await respondMissing(request, reply);
		if (pathMatch.lacksSlash && hasDifference('slash301')) return await addSlash(request, reply);

		request.params = pathMatch.params;

		return await respond(reply, await answer(route, request));
	});
	// For URLs that no route can match, such as malformed ones.
	app.setNotFoundHandler(respondMissing);
	app.setErrorHandler(async (error, request, reply) =>
		respond(reply, toErrorAnswer(error, request)),
	);
}
