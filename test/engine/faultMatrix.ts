import type { Fault, FaultPlan } from '../service/faults';
import type { ServiceOptions } from '../service/service';

/** A row of the matrix: a fault that occurs in an execution. */
export interface FaultCase {
	/** Absent if the service itself is started with other options. */
	readonly fault?: Fault;
	/** When the fault occurs. Default: at the second request, so that the execution has begun. */
	readonly plan?: FaultPlan;
	/** The fault of the storage, if it differs from that of the service. */
	readonly storage?: Fault;
	readonly service?: ServiceOptions;
	readonly limits?: Readonly<Record<string, number>>;
}

const status = (code: number, retryAfter?: string) => ({
	kind: 'status' as const,
	status: code,
	...(retryAfter === undefined ? {} : { retryAfter }),
});

/** Longer than any other request takes while many cells run on a slow machine. The cells wait at the same time. */
const TIMEOUT_SECONDS = 20;

/** The service gives up as soon as the node has. */
const NEVER_MS = 600_000;

/** The response of S3 to too many requests. */
const SLOW_DOWN =
	'<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>';

/** Every fault that the test service has. */
export const faultCases = {
	'a limit of 1 request in 2 seconds': {
		service: { limit: { requests: 1, windowMs: 2000 } },
		storage: { ...status(503, '1'), body: SLOW_DOWN, contentType: 'application/xml' },
	},
	'a response that takes 400 ms': { fault: { kind: 'delay', milliseconds: 400 } },
	'a response in pieces over 1.5 s': { fault: { kind: 'slow', milliseconds: 1500 } },
	'no response in time, not carried out': {
		fault: { kind: 'delay', milliseconds: NEVER_MS },
		limits: { timeout: TIMEOUT_SECONDS },
	},
	'no response in time, carried out': {
		fault: { kind: 'late', milliseconds: NEVER_MS },
		limits: { timeout: TIMEOUT_SECONDS },
	},
	'dropped before it was read': { fault: { kind: 'dropBeforeReading' } },
	'dropped after it was carried out': { fault: { kind: 'dropBeforeAnswering' } },
	'dropped in the middle of the response': { fault: { kind: 'dropMidway' } },
	'status 500': { fault: status(500) },
	'status 500 with Retry-After': { fault: status(500, '1') },
	'status 502': { fault: status(502) },
	'status 502 with Retry-After': { fault: status(502, '1') },
	'status 502 after it was carried out': {
		fault: { kind: 'status', status: 502, carriedOut: true },
	},
	'status 503': { fault: status(503) },
	'status 503 with Retry-After': { fault: status(503, '1') },
	'a response cut short': { fault: { kind: 'cut' } },
	'an empty response': { fault: { kind: 'empty' } },
	'a web page': { fault: { kind: 'html' } },
	'a response that is not JSON': { fault: { kind: 'text' } },
	'a server that is down for 5 s': {
		fault: { kind: 'stop', milliseconds: 5000 },
		plan: { skip: 0 },
		// One request at a time, so that none is in progress when the server stops.
		limits: { concurrentRequests: 1 },
	},
	'a server that stays down': {
		fault: { kind: 'stop', milliseconds: 60_000 },
		plan: { skip: 0 },
		limits: { concurrentRequests: 1, maxWait: 2 },
	},
} satisfies Readonly<Record<string, FaultCase>>;

export type FaultCaseName = keyof typeof faultCases;

/** The kinds of operation, which differ in how a fault affects them. */
export const work = [
	'list',
	'search',
	'update',
	'delete',
	'action',
	'removal',
	'create',
	'import',
	'named',
	'addition',
	'upload',
] as const;

export type Work = (typeof work)[number];

/**
 * The outcome of an execution:
 * - `done`: every item has its result, as if no fault had occurred.
 * - `doubt`: the item with the fault fails, and its error says that the outcome is unknown and how to find
 *   out. All other items are done. `+`: the item was carried out, `-`: it was not.
 * - `failed`: the item fails, and was certainly not carried out.
 */
export type Cell = 'done' | 'doubt +' | 'doubt -' | 'failed';

const everywhere = (cell: Cell) =>
	Object.fromEntries(work.map((kind) => [kind, cell])) as Record<Work, Cell>;

/** Creates and uploads must not be repeated, and have this cell. All others are repeated until they are done. */
const unlessRepeatable = (cell: Cell): Record<Work, Cell> => ({
	...everywhere('done'),
	create: cell,
	upload: cell,
});

export const expectedCells: Readonly<Record<FaultCaseName, Readonly<Record<Work, Cell>>>> = {
	'a limit of 1 request in 2 seconds': everywhere('done'),
	'a response that takes 400 ms': everywhere('done'),
	'a response in pieces over 1.5 s': everywhere('done'),
	'no response in time, not carried out': unlessRepeatable('doubt -'),
	'no response in time, carried out': unlessRepeatable('doubt +'),
	'dropped before it was read': unlessRepeatable('doubt -'),
	'dropped after it was carried out': unlessRepeatable('doubt +'),
	'dropped in the middle of the response': unlessRepeatable('doubt +'),
	'status 500': unlessRepeatable('doubt -'),
	'status 500 with Retry-After': unlessRepeatable('doubt -'),
	'status 502': unlessRepeatable('doubt -'),
	'status 502 with Retry-After': unlessRepeatable('doubt -'),
	'status 502 after it was carried out': unlessRepeatable('doubt +'),
	'status 503': unlessRepeatable('doubt -'),
	'status 503 with Retry-After': unlessRepeatable('doubt -'),
	// The storage responds to an upload without a body, so there is nothing to cut.
	'a response cut short': { ...everywhere('done'), create: 'doubt +' },
	'an empty response': everywhere('done'),
	'a web page': {
		...everywhere('doubt +'),
		list: 'failed',
		search: 'failed',
		import: 'done',
		named: 'done',
	},
	// A storage may respond with anything, or nothing.
	'a response that is not JSON': {
		...everywhere('doubt +'),
		list: 'done',
		search: 'done',
		import: 'done',
		named: 'done',
		upload: 'done',
	},
	'a server that is down for 5 s': everywhere('done'),
	'a server that stays down': everywhere('failed'),
};

const names = Object.keys(faultCases) as FaultCaseName[];

/** A fault, and the kind of work in which it occurs. */
export type CellName = readonly [fault: FaultCaseName, work: Work];

/** Faults in the middle of a response. Without a connection, there is none. */
const MIDWAY: readonly FaultCaseName[] = [
	'a response in pieces over 1.5 s',
	'dropped in the middle of the response',
];

const allCells = names.flatMap((name) => work.map((kind): CellName => [name, kind]));

const needsConnection = ([name, kind]: CellName): boolean =>
	kind === 'upload' || MIDWAY.includes(name);

/** The cells that are asserted without a connection, in virtual time (`test/node/faultMatrix.test.ts`). */
export const cellsInProcess = allCells.filter((cell) => !needsConnection(cell));

/**
 * The cells that are asserted over HTTP: those that nothing else shows, and those of one kind of work, which must not
 * be repeated, to show that each fault of a connection is what `test/node` takes it for.
 */
export const cellsOverHttp = allCells.filter(
	(cell) => needsConnection(cell) || cell[1] === 'create',
);
