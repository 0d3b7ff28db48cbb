import type { Limit } from '../../service/limit';

/** What a server of the bench is like. */
export type ServerOptions = ServiceOptions | ArchiveOptions | StubOptions;

/** The test service. */
export interface ServiceOptions {
	readonly kind: 'service';
	/** Records to change, in the first project. Default one of each. */
	readonly modules?: number;
	readonly workItems?: number;
	/** Before each answer, in milliseconds. Default none. */
	readonly latencyMs?: number;
	/** Has the test service answer as a Community Edition, which was observed to have one. */
	readonly limit?: Limit;
}

/** A server that has nothing but a long list of work items, by cursor. */
export interface ArchiveOptions {
	readonly kind: 'archive';
	/** Work items of each project. */
	readonly projects: readonly number[];
	/** Before each answer, in milliseconds. */
	readonly latencyMs: number;
}

/** A server that takes every request and keeps nothing. */
export interface StubOptions {
	readonly kind: 'stub';
	/** How many modules it says to have. */
	readonly modules: number;
}

/** An attachment whose file the store has. */
export interface Stored {
	readonly id: string;
	readonly name: string;
	/** In hexadecimal. */
	readonly sha256: string;
}

/** Where a server is, and what can be worked on there. */
export interface Place {
	readonly url: string;
	readonly apiKey: string;
	/** The workspace's slug. */
	readonly workspace: string;
	/** Ids; the modules and the work items are those of the first project. */
	readonly projects: readonly string[];
	readonly modules: readonly string[];
	readonly workItems: readonly string[];
	/** Where uploads go that are counted and not kept; a list alone has none. */
	readonly sink: string;
}

/** What arrived since the last reset, and what it has changed. */
export interface Account {
	readonly requests: number;
	/** How many of them have each method; of the stub alone. */
	readonly methods: Readonly<Record<string, number>>;
	/** UNIX milliseconds of each request that was refused for the limit. */
	readonly refusedAt: readonly number[];
	/** What the contract has against the requests. */
	readonly problems: readonly string[];
	/** The same for the same requests: method, path and query, and body, in whatever order. */
	readonly digest: string;
	/** Requests that changed something; more than were wanted have changed something twice. */
	readonly carriedOut: number;
	/** Modules that are as an update wants them. */
	readonly updated: number;
	/** How many modules are gone. */
	readonly deleted: number;
	/** Work items that the first module holds. */
	readonly held: number;
	/** Attachments that were completed, in the order of their names. */
	readonly stored: readonly Stored[];
	/** Bytes that the sink took. */
	readonly sunk: number;
}

/** A server in its process. */
export interface ServerProtocol {
	open(options: ServerOptions): Promise<Place>;
	/** Forgets what arrived and takes back what was changed. */
	reset(request: null): Promise<null>;
	account(request: null): Promise<Account>;
}

/** A server inside its process; what its account leaves out has not happened there. */
export interface BenchServer {
	readonly place: Place;
	reset(): void | Promise<void>;
	account(): Partial<Account> | Promise<Partial<Account>>;
}
