import type { RequestTarget } from '../model/call';
import type { Refusal } from '../operations/shared/refusals';
import type { Problem } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { isJsonObject } from '../values/json';
import { innermostParameter, nameAndValue } from './pathParameters';
import { problemFrom } from './problemFrom';
import { serverMessageText } from './serverMessage';

/** Refuses the values of an item. */
const REFUSING_STATUSES = [400, 409, 422];

/** The server's database refused a record for an unknown reason, whatever the operation is (row 88). */
const INVALID_PAYLOAD: Refusal = {
	when: { message: /^the payload is not valid$/i },
	says: 'Plane refused the request: The payload is not valid',
	remedy:
		'Plane does not say what is wrong. A name may be taken, a record may be in it already, or an ID may belong to nothing.',
};

/** Finds what the operation itself says about a response, or undefined if it says nothing. */
export const findRefusal = (response: HttpResponse, target: RequestTarget): Refusal | undefined =>
	target.operation.refusals?.find((row) => explains(row, response, target));

function explains({ when }: Refusal, response: HttpResponse, target: RequestTarget): boolean {
	const { status, code, message, field } = when;
	const statuses = status === undefined ? REFUSING_STATUSES : [status];

	return (
		statuses.includes(response.status) &&
		(code === undefined || readCode(response) === code) &&
		(message === undefined || message.test(serverMessageText(response))) &&
		(field === undefined || sendsField(target, field))
	);
}

const readCode = ({ json }: HttpResponse) => (isJsonObject(json) ? json.code : undefined);

const sendsField = (target: RequestTarget, wire: string): boolean =>
	(target.kind === 'create' || target.kind === 'update') && wire in target.body;

/** The problem of a refusal whose reason is known, or undefined for any other response. */
export function explainKnownRefusal(
	response: HttpResponse,
	target: RequestTarget,
): Problem | undefined {
	const isInvalidPayload = explains(INVALID_PAYLOAD, response, target);
	const row = findRefusal(response, target) ?? (isInvalidPayload ? INVALID_PAYLOAD : undefined);
	if (row?.says === undefined) return undefined;

	if (row.subject === undefined) return problemFrom(response, row.says, row.remedy);

	const record = nameAndValue(innermostParameter(target));
	const problem = problemFrom(response, `${record} ${row.says}`, row.remedy);

	// The record refuses everything that is added to it.
	return target.kind === 'add' ? { ...problem, cause: 'closedTarget' } : problem;
}

/** What the operation adds to the usual remedy of a response: sentences, or undefined if there is nothing to add. */
export function findFurtherRemedy(
	response: HttpResponse,
	target: RequestTarget,
): string | undefined {
	const row = findRefusal(response, target);

	return row?.says === undefined ? row?.remedy : undefined;
}
