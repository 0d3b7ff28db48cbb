import type { Limit } from '../../service/limit';

export type ServerOptions = ServiceOptions | ArchiveOptions;

/** The test service. */
export interface ServiceOptions {
	readonly kind: 'service';
	/** How many modules and work items the first project has. Default one of each. */
	readonly modules?: number;
	readonly workItems?: number;
	/** The delay before each response, in milliseconds. Default none. */
	readonly latencyMs?: number;
	/** With a limit, the test service responds as a Community Edition, which was observed to have one. */
	readonly limit?: Limit;
	/** Whether it is a server of the cloud, with API v2. */
	readonly hasApiV2?: boolean;
}

/** A server that has only long lists of work items, paged by cursor. */
export interface ArchiveOptions {
	readonly kind: 'archive';
	/** How many work items each project has. */
	readonly projects: readonly number[];
	/** The delay before each response, in milliseconds. */
	readonly latencyMs: number;
}

/** An attachment whose file is in the store. */
export interface StoredFile {
	readonly id: string;
	readonly name: string;
	/** In hexadecimal. */
	readonly sha256: string;
}

/** The address of a server, and the records on it. */
export interface Place {
	readonly url: string;
	readonly apiKey: string;
	/** The workspace's slug. */
	readonly workspace: string;
	/** IDs. The modules and the work items are those of the first project. */
	readonly projects: readonly string[];
	readonly modules: readonly string[];
	readonly workItems: readonly string[];
	/** The address for uploads that are counted and not kept; empty on a server of lists. */
	readonly sink: string;
}

/** What arrived since the last reset, and what it has changed. */
export interface Account {
	readonly requests: number;
	/** UNIX milliseconds of each request that was refused for the limit. */
	readonly refusedAt: readonly number[];
	/** How the requests violate the contract. */
	readonly problems: readonly string[];
	/** The same for the same requests to API v1: method, path and query, and body, in whatever order. */
	readonly digest: string;
	/** How many requests were sent to API v2. */
	readonly requestsToV2: number;
	/** Requests that changed something. If there are more than items, something was changed twice. */
	readonly carriedOut: number;
	/** Modules that have the values of the update. */
	readonly updated: number;
	/** The external IDs of imported work items, with repetitions. */
	readonly imported: readonly string[];
	/** How many modules were deleted. */
	readonly deleted: number;
	/** Work items in the first module. */
	readonly added: number;
	/** Attachments that were completed, in the order of their names. */
	readonly stored: readonly StoredFile[];
	/** Bytes that arrived at the sink. */
	readonly sinkBytes: number;
}

/** A server in its process. */
export interface ServerProtocol {
	open(options: ServerOptions): Promise<Place>;
	/** Forgets the requests and undoes the changes. */
	reset(request: null): Promise<null>;
	account(request: null): Promise<Account>;
}

/** A server inside its process. Counts that its account lacks are zero. */
export interface BenchServer {
	readonly place: Place;
	reset(): void | Promise<void>;
	account(): Partial<Account> | Promise<Partial<Account>>;
}
