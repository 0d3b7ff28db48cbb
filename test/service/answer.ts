/** A request that the contract found right, on its way to the operation. */
export interface Call {
	/** Decoded path parameters. */
	params: Record<string, string>;
	query: Record<string, string>;
	body: Record<string, unknown>;
	/** The id of the user whose key it carries. */
	userId: string;
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
export const created = (body: unknown): Answer => ({ status: 201, body });
export const noContent: Answer = { status: 204 };

/** Thrown by an operation to answer with something else than a success. */
export class Refusal extends Error {
	constructor(readonly answer: Answer) {
		super(JSON.stringify(answer.body));
	}
}

/** A 404 for an identifier in the path that the service does not have. */
export const notFound = (): Refusal =>
	new Refusal({ status: 404, body: { error: 'The requested resource does not exist.' } });

/** A 404 for a path that the service does not have. */
export const pageNotFound: Answer = { status: 404, body: { error: 'Page not found.' } };

/** A 400 that says what is wrong. */
export const badRequest = (problem: string): Answer => ({ status: 400, body: { error: problem } });

/** The record with this id. @throws Refusal 404 when there is none. */
export function findById<Entry extends { id: string }>(
	rows: readonly Entry[],
	id: string | undefined,
): Entry {
	const entry = rows.find((row) => row.id === id);
	if (entry === undefined) throw notFound();

	return entry;
}

/** Those of the project in the path. */
export const filterByProject = <Entry extends { project: string }>(
	{ params }: Call,
	rows: readonly Entry[],
): Entry[] => rows.filter(({ project }) => project === params.project_id);
