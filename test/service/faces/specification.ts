import type { FastifyReply, FastifyRequest } from 'fastify';
import { operations, validateRequest } from '../../contract/contract';
import type { Answer } from '../answer';
import { bad, noPage, Refusal } from '../answer';
import { bodyOf, callOf, NotJson, queryOf } from '../http';
import { apiKey, refuseKey } from '../key';
import type { FaceHost } from './face';
import { lists } from './specification/lists';
import { handlers } from './specification/operations';

/**
 * The service as the specification describes it: limit and offset count, creates and additions
 * answer 201, everything outside the contract is a 400 with a sentence. Beyond the contract it has
 * `GET /api/v1/users/me/`, the lists to pick records from and the operations around an upload.
 */
export function specification(host: FaceHost): void {
	const { app, prefix, state, uploads, options, admit } = host;

	const respond = async (reply: FastifyReply, { status, headers = {}, body }: Answer) =>
		await reply.code(status).headers(headers).send(body);

	app.addHook('onRequest', async (request, reply) => {
		const { url, headers } = request;
		const refusal = url.startsWith(`${prefix}/`) ? refuseKey(headers) : undefined;
		if (refusal) await respond(reply, refusal);
	});
	// After the body was read, so that it is remembered of a refused request too.
	app.addHook('preHandler', async (request, reply) => {
		if (options.limit === undefined || request.is404) return;
		const admission = admit(apiKey);
		if ('refusal' in admission) await respond(reply, admission.refusal);
		else reply.headers(admission.headers);
	});
	app.setErrorHandler(async (error, _request, reply) => {
		if (error instanceof Refusal) return await respond(reply, error.answer);
		const message = error instanceof Error ? error.message : String(error);
		return await reply.code(500).send({ error: message });
	});

	/** Undefined when the request is as the contract says. */
	function refuseContent(request: FastifyRequest): Answer | undefined {
		if (request.body instanceof NotJson) {
			return bad(`The body is not JSON: ${request.body.problem}.`);
		}
		const path = request.url.slice(prefix.length).split('?')[0] ?? '';
		const { method, headers } = request;
		const verdict = validateRequest({
			method,
			path,
			query: queryOf(request),
			headers,
			body: bodyOf(request),
		});
		const entry = host.entryOf(request);
		if (entry) entry.operation = verdict.operationId;
		if (verdict.problem === undefined) return undefined;
		if (entry) entry.problem = verdict.problem;
		return verdict.kind === 'path' ? noPage : bad(verdict.problem);
	}

	const face = {
		paging: options.paging ?? 'honoured',
		largestPage: options.largestPage ?? 100,
		total: options.total ?? true,
		envelope: options.envelope,
	};
	const handlerOf = handlers(state, host.create, face);
	for (const { id, method, path } of operations) {
		const handler = handlerOf[id];
		if (!handler) continue;
		const url = prefix + path.replace(/\{(\w+)\}/g, ':$1');
		app.route({
			method,
			url,
			onRequest: (request, _reply, done) => {
				const entry = host.entryOf(request);
				if (entry) entry.operation = id;
				done();
			},
			handler: async (request, reply) =>
				await respond(reply, refuseContent(request) ?? handler(callOf(request))),
		});
	}

	for (const [path, list] of Object.entries(lists(state, face))) {
		const url = `${prefix}/api/v1/workspaces/:workspace_slug/${path}`;
		app.get(url, async (request, reply) => respond(reply, list(callOf(request))));
	}
	const attachments = `${prefix}/api/v1/workspaces/:workspace_slug/projects/:project_id/work-items/:work_item_id/attachments/`;
	app.post(attachments, async (request, reply) =>
		respond(reply, await uploads.create(callOf(request))),
	);
	app.patch(`${attachments}:asset_id/`, async (request, reply) =>
		respond(reply, uploads.complete(callOf(request))),
	);
	app.get(`${attachments}:asset_id/`, async (request, reply) =>
		respond(reply, uploads.download(callOf(request))),
	);
	if (options.usersMe ?? true) {
		app.get(`${prefix}/api/v1/users/me/`, async (_request, reply) =>
			respond(reply, { status: 200, body: state.users[0] }),
		);
	}
	app.setNotFoundHandler(async (request, reply) => {
		const known = request.url.startsWith(`${prefix}/`) ? refuseContent(request) : noPage;
		return await respond(reply, known ?? noPage);
	});
}
