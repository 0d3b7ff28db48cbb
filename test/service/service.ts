import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import fastify, { type FastifyInstance } from 'fastify';
import { createRowFactory } from './rows';
import { differenceLookup, type Deviations, type ServerKind } from './differences';
import { FaultyServer } from './faulty/server';
import { apiKey } from './key';
import type { LedgerEntry } from './ledger';
import { createLimiter, type Limit } from './limit';
import type { ListEnvelope } from './paging';
import { seed } from './seed';
import { serve } from './serve';
import type { ServiceState } from './state';
import type { Store } from './store';
import { createUploads, type UploadCredentials, type UploadedFile } from './upload';
import { Webhooks } from './webhooks';
import { Workers } from './workers';

export type { ServerKind } from './differences';

export interface ServiceOptions {
	/**
	 * specification: as the specification describes the service. community: as a real server was
	 * observed to answer. Default specification.
	 */
	serverKind?: ServerKind;
	/** Differences beyond those of the kind (true), or without those of the kind (false). */
	differences?: Deviations;
	/** Default 0: any free port. */
	port?: number;
	/** Path before `/api/v1`, such as `/plane`. Default none. */
	prefix?: string;
	/**
	 * In rows. With the server kind specification the most that it gives whatever limit asks, default 100;
	 * on the server kind community the page without a per_page and the largest per_page, default 1000.
	 */
	largestPage?: number;
	/** Server kind specification. ignored: limit and offset do nothing, all rows come back. Default honoured. */
	paging?: 'honoured' | 'ignored';
	/**
	 * Server kind specification. Default `results` for work items and requests, bare arrays for attachments
	 * and members.
	 */
	envelope?: ListEnvelope;
	/** Server kind specification. Whether the envelope carries total_count and count. Default true. */
	total?: boolean;
	/**
	 * The requests of one key. Default: the server kind specification has no limit, the server kind community one
	 * that no test reaches.
	 */
	limit?: Limit;
	/** Whether answers tell of a limit before it is reached (X-RateLimit-…). Default true. */
	limitHeaders?: boolean;
	/** Work items in the first project. Default 250. */
	workItems?: number;
	/** How far the workers are behind, in milliseconds. Default 100. */
	workerDelay?: number;
	/** How far a replica is behind, in milliseconds. Default 100. */
	replicaLag?: number;
	/** The time zone of all users, which a server that differs in that shows times in. */
	timeZone?: string;
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
	/** As the service answered, whatever a fault made of it; 0 while it is not answered. */
	status: number;
	/** When it came, in milliseconds. */
	readonly at: number;
	/** What the contract has against it; only a server of the kind specification refuses it for that. */
	problem?: string;
}

export interface Service extends Pick<FaultyServer, 'faults' | 'peakConcurrency'> {
	/** The base URL with the prefix, without a slash at its end. */
	url: string;
	apiKey: string;
	/** The workspace's slug. */
	workspace: string;
	state: ServiceState;
	/** Everything received, in order. What a fault kept from the service is not in it. */
	requests: ReceivedRequest[];
	/** What was really changed, in order, whatever became of the answers. */
	ledger: readonly LedgerEntry[];
	/** When requests were refused with 429, in UNIX milliseconds. */
	refusals: number[];
	/** The webhooks, and the deliveries that they have received. */
	webhooks: Webhooks;
	/** Issues the credentials to upload one file to the first work item. */
	issueUpload(file: UploadedFile): Promise<UploadCredentials>;
	/** Stops at once, open connections too. */
	close(): Promise<void>;
}

// More than any test sends, so that only those who ask for a limit meet one.
const UNREACHED_LIMIT = { requests: 1_000_000, windowMs: 60_000 };

/**
 * Starts a real HTTP server on 127.0.0.1 with a workspace of its own. It answers as a server of its kind
 * does, and records what it received.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
	const { tls, prefix = '' } = options;
	const hasDifference = differenceLookup(
		options.serverKind ?? 'specification',
		options.differences,
	);
	const state = seed(options.workItems ?? 250);
	const requests: ReceivedRequest[] = [];
	const ledger: LedgerEntry[] = [];
	const refusals: number[] = [];
	const faultyServer = new FaultyServer();
	const serviceUploads = createUploads(state, options.storage);
	const webhooks = new Webhooks(state);
	const workers = new Workers(options.workerDelay ?? 100);
	const app: FastifyInstance = fastify({
		routerOptions: { maxParamLength: 10_000 },
		bodyLimit: 16 * 1024 * 1024,
		serverFactory: (handler) => {
			const listener = faultyServer.wrap(handler);

			return tls ? createTlsServer(tls, listener) : createServer(listener);
		},
	});
	const limit =
		options.limit ?? (hasDifference('sendsRateLimitHeaders') ? UNREACHED_LIMIT : undefined);

	serve({
		app,
		prefix,
		state,
		options,
		hasDifference,
		requests,
		ledger,
		webhooks,
		uploads: serviceUploads,
		workers,
		deletedProjects: [],
		rowFactory: createRowFactory(),
		checkLimit: limit
			? createLimiter(limit, { headers: options.limitHeaders ?? true, refusals })
			: () => ({ headers: {} }),
	});

	await app.ready();
	const listening = await faultyServer.listen(app.server, options.port);

	return Object.assign(faultyServer, {
		url: `${tls ? listening.url.replace('http:', 'https:') : listening.url}${prefix}`,
		apiKey,
		workspace: state.workspace.slug,
		state,
		requests,
		ledger,
		refusals,
		webhooks,
		async issueUpload(file: UploadedFile) {
			const [item] = state.workItems;
			if (!item) throw new Error('This service has no work item to attach a file to.');

			return await serviceUploads.issue(item, file);
		},
		async close() {
			webhooks.close();
			workers.close();
			await listening.close();
			await app.close();
		},
	});
}
