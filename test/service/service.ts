import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import fastify, { type FastifyInstance, type FastifyServerFactory } from 'fastify';
import { AuthorizationServer } from './authorizationServer';
import type { Courier } from './courier';
import { createRowFactory, type CreateId } from './rows';
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
	 * `specification`: answers as specified. `community`: answers as a real server was observed to.
	 * Default specification.
	 */
	serverKind?: ServerKind;
	/** Switches single differences on (true) or off (false), whatever the server kind says. */
	differences?: Deviations;
	/** Default 0, for any free port. */
	port?: number;
	/** Path before `/api/v1`, such as `/plane`. Default none. */
	prefix?: string;
	/**
	 * The maximum number of rows in a page, which is also the default. Default 100 for the server kind
	 * specification, 1000 for community.
	 */
	largestPage?: number;
	/** Server kind specification. `ignored`: limit and offset do nothing. Default honoured. */
	paging?: 'honoured' | 'ignored';
	/**
	 * Server kind specification. Default `results` for work items and requests, `array` for attachments
	 * and members.
	 */
	envelope?: ListEnvelope;
	/** Server kind specification. Whether the envelope has total_count and count. Default true. */
	total?: boolean;
	/**
	 * The rate limit of each key. Default: none for the server kind specification, and one that no test
	 * reaches for community.
	 */
	limit?: Limit;
	/** Whether answers have the X-RateLimit headers before the limit is reached. Default true. */
	limitHeaders?: boolean;
	/** Work items in the first project. Default 250. */
	workItems?: number;
	/** How long after the answer the workers act, in milliseconds. Default 100. */
	workerDelay?: number | (() => number);
	/** The clock that dates the records, in UNIX milliseconds. Default: that of this process. */
	clock?: () => number;
	/** How far the replica is behind, in milliseconds. Default 100. */
	replicaLag?: number;
	/** The time zone of all users. Default Asia/Kolkata. */
	timeZone?: string;
	/**
	 * Accepts access tokens as well as API keys, and issues them (row 380). The status is that for a token
	 * which has expired: only those for keys are known (row 18). Default: there is none.
	 */
	tokenRefusal?: 401 | 403;
	/** Whether `GET /api/v1/users/me/` exists. Default true. */
	usersMe?: boolean;
	/** Key and certificate in PEM, for https. */
	tls?: { key: string; cert: string };
	/** Creates the IDs of new records. Default: they depend on the order of the creations. */
	createId?: CreateId;
	/** The store that uploads are issued for. */
	storage?: Store;
	/** Sends the deliveries of webhooks. Default: over HTTP. */
	courier?: Courier;
}

export interface ReceivedRequest {
	/** The operation of the contract that matches path and method. */
	operation?: string | undefined;
	method: string;
	/** Path and query as sent. */
	url: string;
	headers: Record<string, unknown>;
	body: unknown;
	/** The status before any fault, or 0 before the answer. */
	status: number;
	/** When it arrived, as `performance.now()` in milliseconds. */
	readonly at: number;
	/** How it violates the contract, which only the server kind specification refuses. */
	problem?: string;
}

export interface Service extends Pick<FaultyServer, 'faults' | 'peakConcurrency'> {
	/** The base URL with the prefix, without a trailing slash. */
	url: string;
	apiKey: string;
	/** The slug of the workspace. */
	workspace: string;
	state: ServiceState;
	/** All requests in order, except those that a fault kept from the service. */
	requests: ReceivedRequest[];
	/** All changes that were carried out, in order, even if their answers were lost. */
	ledger: readonly LedgerEntry[];
	/** When requests were refused with 429, in UNIX milliseconds. */
	refusals: number[];
	/** Issues access tokens, if the options say so. */
	authorizationServer?: AuthorizationServer;
	/** The webhooks, and all attempts to deliver to them. */
	webhooks: Webhooks;
	/** What the server does after it has answered, such as writing activities. */
	workers: Pick<Workers, 'waitUntilIdle'>;
	/** Issues the credentials to upload one file to the first work item. */
	issueUpload(file: UploadedFile): Promise<UploadCredentials>;
	/** Stops at once, and closes open connections. */
	close(): Promise<void>;
}

// More than any test sends, so that only tests which set a limit reach one.
const UNREACHED_LIMIT = { requests: 1_000_000, windowMs: 60_000 };

/** A service as it answers, without a server that listens: what a `Service` has besides its address and its faults. */
interface ServiceParts extends Omit<Service, 'url' | 'faults' | 'peakConcurrency' | 'close'> {
	/** Answers requests, also those that are given to its `inject`. */
	app: FastifyInstance;
	/** Drops the work and the deliveries that are still waiting. */
	stopWorking(): void;
}

/**
 * Creates a service with its own workspace, which answers as a server of its kind does, and records the
 * requests. `startService` listens for it; the tests of one node give it the requests directly.
 *
 * @param serverFactory creates the server that listens, if any does
 */
export function createService(
	options: ServiceOptions = {},
	serverFactory?: FastifyServerFactory,
): ServiceParts {
	const { prefix = '' } = options;
	const hasDifference = differenceLookup(
		options.serverKind ?? 'specification',
		options.differences,
	);
	const state = seed(options.workItems ?? 250);
	const requests: ReceivedRequest[] = [];
	const ledger: LedgerEntry[] = [];
	const refusals: number[] = [];
	const serviceUploads = createUploads(state, options.storage);
	const webhooks = new Webhooks(state, hasDifference, options.courier);
	const workers = new Workers(options.workerDelay ?? 100);
	const app: FastifyInstance = fastify({
		routerOptions: { maxParamLength: 10_000 },
		bodyLimit: 16 * 1024 * 1024,
		...(serverFactory && { serverFactory }),
	});
	const { tokenRefusal } = options;
	const authorizationServer = tokenRefusal && new AuthorizationServer(state.users, tokenRefusal);
	const limit =
		options.limit ?? (hasDifference('sendsRateLimitHeaders') ? UNREACHED_LIMIT : undefined);

	authorizationServer?.register(app, prefix);
	serve({
		app,
		...(authorizationServer && { authorizationServer }),
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
		rowFactory: createRowFactory(options.createId, options.clock),
		checkLimit: limit
			? createLimiter(limit, { headers: options.limitHeaders ?? true, refusals })
			: () => ({ headers: {} }),
	});

	return {
		app,
		apiKey,
		workspace: state.workspace.slug,
		state,
		requests,
		ledger,
		refusals,
		webhooks,
		workers,
		...(authorizationServer && { authorizationServer }),
		async issueUpload(file: UploadedFile) {
			const [item] = state.workItems;
			if (!item) throw new Error('This service has no work item to attach a file to.');

			return await serviceUploads.issue(item, file);
		},
		stopWorking() {
			webhooks.close();
			workers.close();
		},
	};
}

/**
 * Starts a real HTTP server on 127.0.0.1 with its own workspace. It answers as a server of its kind
 * does, and records the requests.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
	const { tls, prefix = '' } = options;
	const faultyServer = new FaultyServer();
	const { app, ...parts } = createService(options, (handler) => {
		const listener = faultyServer.wrap(handler);

		return tls ? createTlsServer(tls, listener) : createServer(listener);
	});

	await app.ready();
	const listening = await faultyServer.listen(app.server, options.port);

	return Object.assign(faultyServer, {
		...parts,
		url: `${tls ? listening.url.replace('http:', 'https:') : listening.url}${prefix}`,
		async close() {
			parts.stopWorking();
			await listening.close();
			await app.close();
		},
	});
}
