import type { JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../fields/json';
import type { Answer } from '../transport/response';
import type { ServiceCall } from '../model/call';
import { collect } from '../pagination/paginate';
import type { PageQuery } from '../pagination/pageQuery';
import { isProblem, type Problem } from '../result/problem';
import { serverWords } from '../errors/serverMessage';

/** Sends a call, or asks for one page of it. */
type Ask = (call: ServiceCall, page?: PageQuery) => Promise<Answer | Problem>;

/** Whether a create was refused because there is such a record already. */
export const isTaken = (answer: Answer): boolean =>
	answer.status === 409 ||
	(answer.status === 400 && /already|must be unique|taken/i.test(serverWords(answer)));

/**
 * Finds the record that keeps a create from being carried out: by the ID that the refusal gives
 * (observed row 12) or, on servers that give none, by its unique value in the list.
 *
 * @param refusal the answer to the create
 * @param atOnce pages of the list that are asked for at the same time
 * @returns undefined where the list has no such record
 */
export async function existing(
	call: ServiceCall,
	refusal: Answer,
	atOnce: number,
	ask: Ask,
): Promise<JsonObject | undefined | Problem> {
	const id = isJsonObject(refusal.json) ? refusal.json.id : undefined;
	if (typeof id === 'string') {
		const answer = await ask(reading(call, id));
		if (isProblem(answer)) return answer;
		return isJsonObject(answer.json) ? answer.json : undefined;
	}

	const { unique = '' } = call.operation;
	const wanted = call.body?.[unique];
	const all = await collect(
		{ query: {}, offset: 0 },
		atOnce,
		async (page) => await ask(reading(call), page),
	);
	if (isProblem(all)) return all;
	const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
	return (
		all.records.find((record) => same(record[unique], wanted)) ??
		all.records.find((record) => same(folded(record[unique]), folded(wanted)))
	);
}

const folded = (value: unknown): unknown =>
	typeof value === 'string' ? value.trim().toLowerCase() : value;

/** The call that reads the collection that a create adds to, or one record of it. */
function reading({ itemIndex, operation, workspace, path }: ServiceCall, id?: string): ServiceCall {
	const collection = operation.request.path;
	return {
		itemIndex,
		operation: {
			...operation,
			request: { method: 'GET', path: id === undefined ? collection : `${collection}{id}/` },
		},
		workspace,
		path: id === undefined ? path : { ...path, id },
	};
}
