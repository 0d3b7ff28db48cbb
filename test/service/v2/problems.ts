import { Refusal, type Answer } from '../answer';
import { isRecord } from '../http';

const PROBLEM_JSON = 'application/problem+json';

/** What is wrong with one member of a request (row 503). */
export interface FieldProblem {
	readonly field: string;
	readonly code: string;
	readonly message: string;
}

/** The closed set of types, by status (row 503). */
const TYPES: Readonly<Record<number, string>> = {
	400: 'invalid_request',
	401: 'unauthorized',
	402: 'payment_required',
	403: 'forbidden',
	404: 'not_found',
	405: 'method_not_allowed',
	409: 'conflict',
	415: 'unsupported_media_type',
	429: 'rate_limited',
	500: 'server_error',
};

interface ProblemDetails {
	readonly detail: string;
	/** Default: the type. */
	readonly code?: string;
	readonly errors?: readonly FieldProblem[];
}

/** Creates an answer in the form `application/problem+json`. */
export function problem(status: number, { detail, code, errors }: ProblemDetails): Answer {
	const type = TYPES[status] ?? 'server_error';

	return {
		status,
		headers: { 'content-type': PROBLEM_JSON },
		body: { type, code: code ?? type, detail, ...(errors && { errors }) },
	};
}

export const notFoundProblem = problem(404, { detail: 'The requested resource was not found.' });
export const unauthorizedProblem = (status: number): Answer =>
	problem(status, { detail: 'Credentials missing or not valid.' });
export const forbiddenProblem = problem(403, {
	detail: 'You do not have permission to perform this action.',
});

export const invalid = (...errors: FieldProblem[]): Refusal =>
	new Refusal(problem(400, { detail: 'One or more fields failed validation.', errors }));

/** A member with a value that is not accepted. */
export const invalidField = (field: string, message: string, code = 'invalid'): Refusal =>
	invalid({ field, code, message });

const toText = (value: unknown): string =>
	typeof value === 'string' ? value : JSON.stringify(value);

/** Finds the code of a sentence of version 1. */
function findCode(message: string): string {
	if (message.includes('required')) return 'required';
	if (message.includes('not a valid choice')) return 'invalid_choice';
	if (message.includes('no more than')) return 'max_length';

	return message.includes('does not exist') ? 'does_not_exist' : 'invalid';
}

/**
 * Turns a refusal of version 1 into a problem. Its texts are not those of a real server.
 *
 * @param rename names the member of version 2 for a field of version 1
 */
export function toProblem(answer: Answer, rename: (field: string) => string): Answer {
	const { status, body, headers } = answer;
	if (headers?.['content-type'] === PROBLEM_JSON) return answer;
	if (!isRecord(body)) return problem(status, { detail: toText(body ?? '') });

	const detail = toText(body.error ?? body.detail ?? 'One or more fields failed validation.');
	if (status !== 400) return problem(status, { detail });

	const isSentence = body.error !== undefined || body.detail !== undefined;
	const named = isSentence ? [['non_field_errors', [detail]] as const] : Object.entries(body);
	const errors = named.map(([field, problems]) => {
		const message = toText(Array.isArray(problems) ? problems[0] : problems);

		return { field: rename(field), code: findCode(message), message };
	});

	return problem(400, { detail, errors });
}

/** Returns a problem as early previews wrote it, with a title, the status, and a URI as its type (row 486). */
export function toPreviewProblem(answer: Answer): Answer {
	const { body, status, headers } = answer;
	if (headers?.['content-type'] !== PROBLEM_JSON || !isRecord(body)) return answer;

	const type = String(body.type);
	const title = type.replaceAll('_', ' ');
	const uri = `https://api.plane.so/errors/${type}`;

	return { ...answer, body: { ...body, type: uri, title, status } };
}
