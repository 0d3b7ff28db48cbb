/** A request that the contract found right, on its way to the operation. */
export interface Call {
	/** Decoded path parameters. */
	params: Record<string, string>;
	query: Record<string, string>;
	body: Record<string, unknown>;
	/** The id of the user whose key it carries. */
	by: string;
	/** The host that it was sent to. */
	host: string;
}

export interface Answer {
	status: number;
	/** Undefined: no body. */
	body?: unknown;
	headers?: Record<string, string>;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const made = (body: unknown): Answer => ({ status: 201, body });
export const gone: Answer = { status: 204 };

/** Thrown by an operation to answer with something else than a success. */
export class Refusal extends Error {
	constructor(readonly answer: Answer) {
		super(JSON.stringify(answer.body));
	}
}

/** A 404 for an identifier in the path that the service does not have. */
export const absent = (): Refusal =>
	new Refusal({ status: 404, body: { error: 'The requested resource does not exist.' } });

/** A 404 for a path that the service does not have. */
export const noPage: Answer = { status: 404, body: { error: 'Page not found.' } };

/** A 400 that says what is wrong. */
export const bad = (problem: string): Answer => ({ status: 400, body: { error: problem } });

/** The record with this id. @throws Refusal 404 when there is none. */
export function byId<Entry extends { id: string }>(
	rows: readonly Entry[],
	wanted: string | undefined,
): Entry {
	const entry = rows.find(({ id }) => id === wanted);
	if (entry === undefined) throw absent();

	return entry;
}

/** Those of the project in the path. */
export const here = <Entry extends { project: string }>(
	{ params }: Call,
	rows: readonly Entry[],
): Entry[] => rows.filter(({ project }) => project === params.project_id);
