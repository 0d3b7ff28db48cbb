import type { JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../fields/json';
import type { Addition } from '../operations/operation';
import type { Answer } from './answer';
import { unexpected } from './explain';
import { isProblem, type Problem } from './problem';

/** What became of one ID: the record of the addition, or why it was not added. */
export type Added = JsonObject | Problem;

/**
 * Adds IDs and tells of each what became of it.
 *
 * A server may leave out what it does not know and answer with success, with all that the target
 * now holds (observed row 9), or refuse everything for one ID without saying which (row 10). In the
 * first case the answer is searched for each ID; in the second the IDs are sent again by halves,
 * until those that are refused stand alone. Adding again is harmless (row 11).
 *
 * @param send sends some of the IDs
 * @returns the outcome of each ID
 */
export async function addEach(
	ids: readonly string[],
	addition: Addition,
	send: (ids: readonly string[]) => Promise<Answer | Problem>,
): Promise<Map<string, Added>> {
	const answer = await send(ids);
	if (!isProblem(answer)) {
		const empty = answer.text.trim() === '';
		if (empty) return new Map(ids.map((id) => [id, { success: true }]));
		if (answer.json === undefined) {
			return new Map(ids.map((id) => [id, unexpected(answer, 'is not a record')]));
		}
		return new Map(ids.map((id) => [id, rowOf(id, answer, addition) ?? notKnown(id, addition)]));
	}
	if (!isAboutAnId(answer)) return new Map(ids.map((id) => [id, answer]));
	const [only = ''] = ids;
	if (ids.length === 1) return new Map([[only, refused(only, answer, addition)]]);

	const middle = Math.ceil(ids.length / 2);
	const first = await addEach(ids.slice(0, middle), addition, send);
	const second = await addEach(ids.slice(middle), addition, send);
	return new Map([...first, ...second]);
}

/** Only a refusal of what was sent can be about one of the IDs; nothing else gets better by halves. */
const isAboutAnId = ({ cause }: Problem): boolean => cause?.status === 400 || cause?.status === 422;

/** The record that the answer has for an ID. One record for all is each one's. */
function rowOf(id: string, { json }: Answer, { field, row }: Addition): JsonObject | undefined {
	if (Array.isArray(json)) {
		return json.filter(isJsonObject).find((record) => idIn(record[row]) === id);
	}
	if (!isJsonObject(json)) return undefined;
	const listed = json[field.wire];
	return !Array.isArray(listed) || listed.map(idIn).includes(id) ? json : undefined;
}

/** An ID, or that of a whole record in its place. */
const idIn = (value: unknown): unknown => (isJsonObject(value) ? value.id : value);

const notKnown = (id: string, { field, place }: Addition): Problem => ({
	message: `${field.displayName}: ${id} was not added: the server does not know it in this ${place}`,
	description: `Check that it belongs to the ${place}, and that it was not deleted.`,
	cause: {},
});

const refused = (id: string, { message, ...rest }: Problem, { field }: Addition): Problem => ({
	...rest,
	message: `${field.displayName}: ${id} was not added: ${message}`,
});

/** The outcome of an item that adds several IDs: the records, or what was added and what was not. */
export function outcomeOf(added: ReadonlyMap<string, Added>): JsonObject[] | Problem {
	const outcomes = [...added];
	const failed = outcomes.flatMap(([id, outcome]) => (isProblem(outcome) ? [{ id, outcome }] : []));
	const [first, ...others] = failed;
	if (first === undefined) {
		const records = outcomes.flatMap(([, outcome]) => (isProblem(outcome) ? [] : [outcome]));
		return [...new Set(records)];
	}
	if (outcomes.length === 1) return first.outcome;
	const alike = others.map(({ id }) => id).join(', ');
	const more = alike === '' ? '' : ` Not added either: ${alike}.`;
	const done = ` Added: ${String(outcomes.length - failed.length)} of ${String(outcomes.length)}.`;
	return { ...first.outcome, description: first.outcome.description + more + done };
}
