import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import { operations, validateRequest } from '../contract/contract';
import type { Answer } from './answer';
import { bad, noPage, Refusal } from './answer';
import { bodyOf, callOf, parseBodies, queryOf } from './http';
import { handlers } from './operations';
import type { Envelope } from './paging';
import { seed } from './seed';
import type { ServiceState } from './state';
import { idOf } from './state';
import type { Store } from './store';
import type { UploadCredentials, UploadedFile } from './upload';
import { uploads } from './upload';

export interface ServiceOptions {
	/** Default 0: any free port. */
	port?: number;
	/** Path before `/api/v1`, such as `/plane`. Default none. */
	prefix?: string;
	/** The largest page, in rows, that it gives whatever limit asks. Default 100. */
	largestPage?: number;
	/** ignored: limit and offset do nothing, all rows come back. Default honoured. */
	paging?: 'honoured' | 'ignored';
	/** Default `results` for work items and requests, bare arrays for attachments and members. */
	envelope?: Envelope;
	/** Whether the envelope carries total_count and count. Default true. */
	total?: boolean;
	/** Work items in the first project. Default 250. */
	workItems?: number;
	/** Whether `GET /api/v1/users/me/` exists. Default true. */
	usersMe?: boolean;
	/** Key and certificate in PEM, for https. */
	tls?: { key: string; cert: string };
	/** Where uploads are issued for. */
	storage?: Store;
}

export interface ReceivedRequest {
	/** The operation of the contract that it was, or was meant to be. */
	operation?: string | undefined;
	method: string;
	/** Path and query as sent. */
	url: string;
	headers: Record<string, unknown>;
	body: unknown;
	/** 0 while it is not answered. */
	status: number;
	/** Why the contract refused it. */
	problem?: string;
}

export interface Service {
	/** The base URL with the prefix, without a slash at its end. */
	url: string;
	apiKey: string;
	/** The workspace's slug. */
	workspace: string;
	state: ServiceState;
	/** Everything received, in order. */
	requests: ReceivedRequest[];
	/** Issues the credentials to upload one file to the first work item. */
	issueUpload(file: UploadedFile): Promise<UploadCredentials>;
	/** Stops at once, open connections too. */
	close(): Promise<void>;
}

const apiKey = `plane_api_${idOf('api key', 0).replaceAll('-', '')}`;

function refuseKey(headers: Record<string, unknown>): Answer | undefined {
	const key = headers['x-api-key'];
	if (key === undefined || key === '') {
		return { status: 401, body: { detail: 'Authentication credentials were not provided.' } };
	}
	if (key !== apiKey) return { status: 403, body: { detail: 'Given API token is not valid' } };
	return undefined;
}

/**
 * Starts a real HTTP server of the contract on 127.0.0.1, with a workspace of its own. It answers
 * 401 without a key and 403 to an unknown one, 404 to what does not exist, and 400 with a sentence
 * to everything outside the contract. Beyond the contract it has `GET /api/v1/users/me/` and the
 * two operations around an upload.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
	const { tls, prefix = '' } = options;
	const state = seed(options.workItems ?? 250);
	const requests: ReceivedRequest[] = [];
	const received = new WeakMap<FastifyRequest, ReceivedRequest>();
	const upload = uploads(state, options.storage);
	const app = fastify({
		// Closing must not wait for clients that keep their connections.
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 10_000 },
		bodyLimit: 16 * 1024 * 1024,
		serverFactory: (handler) => (tls ? createTlsServer(tls, handler) : createServer(handler)),
	});
	parseBodies(app);

	app.addHook('onRequest', async (request, reply) => {
		const { method, url, headers } = request;
		const entry = { method, url, headers: { ...headers }, body: undefined, status: 0 };
		requests.push(entry);
		received.set(request, entry);
		const refusal = url.startsWith(`${prefix}/`) ? refuseKey(headers) : undefined;
		if (refusal) await reply.code(refusal.status).send(refusal.body);
	});
	app.addHook('preHandler', (request, _reply, done) => {
		const entry = received.get(request);
		if (entry) entry.body = request.body ?? undefined;
		done();
	});
	app.addHook('onSend', (request, reply, _payload, done) => {
		const entry = received.get(request);
		if (entry) entry.status = reply.statusCode;
		done();
	});
	app.setErrorHandler(async (error, _request, reply) => {
		if (error instanceof Refusal) {
			return await reply.code(error.answer.status).send(error.answer.body);
		}
		if (error instanceof SyntaxError) {
			return await reply.code(400).send({ error: `The body is not JSON: ${error.message}.` });
		}
		const message = error instanceof Error ? error.message : String(error);
		return await reply.code(500).send({ error: message });
	});

	const respond = async (reply: FastifyReply, answer: Answer) =>
		await reply.code(answer.status).send(answer.body);

	/** Undefined when the request is as the contract says. */
	function refuseContent(request: FastifyRequest): Answer | undefined {
		const path = request.url.slice(prefix.length).split('?')[0] ?? '';
		const { method, headers } = request;
		const verdict = validateRequest({
			method,
			path,
			query: queryOf(request),
			headers,
			body: bodyOf(request),
		});
		const entry = received.get(request);
		if (entry) entry.operation = verdict.operationId;
		if (verdict.problem === undefined) return undefined;
		if (entry) entry.problem = verdict.problem;
		return verdict.kind === 'path' ? noPage : bad(verdict.problem);
	}

	const handlerOf = handlers(state, {
		paging: options.paging ?? 'honoured',
		largestPage: options.largestPage ?? 100,
		total: options.total ?? true,
		envelope: options.envelope,
	});
	for (const { id, method, path } of operations) {
		const handler = handlerOf[id];
		if (!handler) continue;
		const url = prefix + path.replace(/\{(\w+)\}/g, ':$1');
		app.route({
			method,
			url,
			handler: async (request, reply) =>
				await respond(reply, refuseContent(request) ?? handler(callOf(request))),
		});
	}

	const attachments = `${prefix}/api/v1/workspaces/:workspace_slug/projects/:project_id/work-items/:work_item_id/attachments/`;
	app.post(attachments, async (request, reply) =>
		respond(reply, await upload.create(callOf(request))),
	);
	app.patch(`${attachments}:asset_id/`, async (request, reply) =>
		respond(reply, upload.complete(callOf(request))),
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

	const address = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
	const port = new URL(address).port;
	return {
		url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}${prefix}`,
		apiKey,
		workspace: state.workspace.slug,
		state,
		requests,
		async issueUpload(file) {
			const [item] = state.workItems;
			if (!item) throw new Error('This service has no work item to attach a file to.');
			return await upload.issue(item, file);
		},
		async close() {
			await app.close();
		},
	};
}
