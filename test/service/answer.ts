/** A validated request, as a handler gets it. */
export interface Call {
	/** Decoded path parameters. */
	params: Record<string, string>;
	query: Record<string, string>;
	body: Record<string, unknown>;
	/** The body of the few requests that may send a list (row 467). */
	list?: readonly unknown[];
	/** The ID of the user whom its API key belongs to. */
	userId: string;
	/** The Host header. */
	host: string;
}

export interface Answer {
	status: number;
	/** Undefined for an answer without a body. */
	body?: unknown;
	headers?: Record<string, string>;
	/** The rows of a bulk request that were written. */
	writtenRows?: readonly unknown[];
}

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown): Answer => ({ status: 201, body });
export const noContent: Answer = { status: 204 };

/** Thrown by a handler to answer with an error. */
export class Refusal extends Error {
	constructor(readonly answer: Answer) {
		super(JSON.stringify(answer.body));
	}
}

/** A 404 for an unknown identifier in the path. */
export const notFound = (): Refusal =>
	new Refusal({ status: 404, body: { error: 'The requested resource does not exist.' } });

/** A 404 for an unknown path. */
export const pageNotFound: Answer = { status: 404, body: { error: 'Page not found.' } };

/** A 400 with this explanation. */
export const badRequest = (problem: string): Answer => ({ status: 400, body: { error: problem } });

/** Finds the record with this ID. @throws Refusal 404 if there is none */
export function findById<Entry extends { id: string }>(
	rows: readonly Entry[],
	id: string | undefined,
): Entry {
	const entry = rows.find((row) => row.id === id);
	if (entry === undefined) throw notFound();

	return entry;
}

/** Returns the rows of the project in the path. */
export const filterByProject = <Entry extends { project: string }>(
	{ params }: Call,
	rows: readonly Entry[],
): Entry[] => rows.filter(({ project }) => project === params.project_id);
