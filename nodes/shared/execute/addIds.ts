import type { JsonObject } from 'n8n-workflow';

import { withUnknownOutcome } from '../errors/unknownOutcome';
import { unexpected } from '../errors/wrongUrl';
import { sameId } from '../fields/identifier';
import { isJsonObject } from '../fields/json';
import type { Call } from '../model/call';
import type { Addition } from '../operations/operation';
import { isProblem, isUnfinished, problem, type Problem, type Result } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import type { Execution } from './execution';
import type { Added, JobResult } from './jobResults';

/** How IDs are added. */
interface Adding {
	/** Sends some of the IDs. */
	readonly send: (ids: readonly string[]) => Promise<Result<HttpResponse>>;
	/** Whether others are tried after one was refused. */
	readonly continueOnFail: boolean;
}

/** Adds the IDs of a call, unless its target is known to take nothing more. */
export async function executeAdd(
	call: Call<'add'>,
	{ client, continueOnFail, closedTargets }: Execution,
): Promise<JobResult> {
	const { addition } = call.operation;
	const target = JSON.stringify([call.workspace, call.path]);
	const known = closedTargets.get(target);
	if (known !== undefined) return known;
	const added = await addIds(call.ids, addition, {
		continueOnFail,
		send: async (ids) => {
			const body = { [addition.field.wire]: [...ids] };
			const response = await client.request(call, { body });
			const isRecords =
				isProblem(response) || response.json !== undefined || response.text.trim() === '';
			return isRecords
				? response
				: withUnknownOutcome(unexpected(response, 'is not a record'), call);
		},
	});
	const refusal = [...added.values()].find((each) => isProblem(each) && each.tag === 'target');
	if (isProblem(refusal)) closedTargets.set(target, refusal);
	return { added };
}

/**
 * IDs that are refused alone, each with the same words, before it is taken for granted that all are:
 * then it is about what they are added to, and each further one would cost a request or two.
 */
const ENOUGH = 3;

/** What a server says of IDs that it does not know, without saying which (row 10). */
const OF_IDS = /payload is not valid|provide valid detail/i;

/**
 * Adds IDs and tells of each what became of it.
 *
 * A server may leave out what it does not know and answer with success, with all that the target
 * now holds (row 9), or refuse everything for one ID without saying which (row 10). In the
 * first case the answer is searched for each ID; in the second the IDs are sent again by halves,
 * until those that are refused stand alone. Adding again is harmless (row 11).
 *
 * @returns the outcome of each ID; one that was not tried, because another one failed, has none
 */
export async function addIds(
	ids: readonly string[],
	addition: Addition,
	{ send, continueOnFail }: Adding,
): Promise<Map<string, Added>> {
	const added = new Map<string, Added>();
	/** What was said of IDs that were refused alone, as long as none was accepted. */
	let refusals: string[] | undefined = [];
	const setRest = (problem: Problem) => {
		for (const id of ids) if (!added.has(id)) added.set(id, problem);
	};

	/** @returns whether to go on */
	const add = async (given: readonly string[]): Promise<boolean> => {
		const some = given.filter((id) => !added.has(id));
		if (some.length === 0) return true;
		const response = await send(some);
		if (!isProblem(response)) {
			refusals = undefined;
			for (const [id, outcome] of outcomesIn(response, some, addition)) added.set(id, outcome);
			return true;
		}
		if (response.tag === 'target') {
			setRest(response);
			return false;
		}
		if (!isAboutAnId(response)) {
			for (const id of some) added.set(id, response);
			return continueOnFail;
		}
		const [only = ''] = some;
		if (some.length > 1) {
			const middle = Math.ceil(some.length / 2);
			return (await add(some.slice(0, middle))) && (await add(some.slice(middle)));
		}
		added.set(only, refused(only, response, addition));
		refusals?.push(response.message);
		if (!continueOnFail || refusals === undefined || !areOfTarget(refusals)) return continueOnFail;
		if (refusals.length < ENOUGH) {
			// Not the next one: what is wrong with some IDs is mostly wrong with their neighbours.
			const last = ids.findLast((id) => !added.has(id));
			return last === undefined || (await add([last]));
		}
		setRest({
			...response,
			description: `${response.description} ${String(ENOUGH)} of ${String(ids.length)} were refused one by one with the same message, so the others were not tried.`,
			tag: 'target',
		});
		return false;
	};

	await add(ids);
	return added;
}

/** Whether what was said of single IDs may not be about these IDs, but about what they are added to. */
const areOfTarget = (refusals: readonly string[]): boolean =>
	refusals.length > 1 &&
	new Set(refusals).size === 1 &&
	refusals.every((words) => !OF_IDS.test(words));

/** What became of IDs that were sent with success. */
function outcomesIn(
	response: HttpResponse,
	ids: readonly string[],
	addition: Addition,
): (readonly [id: string, outcome: Added])[] {
	if (response.text.trim() === '') return ids.map((id) => [id, { success: true }]);
	const rowOf = rowsOf(response, addition);
	return ids.map((id) => [id, rowOf(id) ?? notKnown(id, addition)]);
}

/**
 * Only a refusal of what was sent can be about one of the IDs, or about how many they are (413);
 * nothing else gets better by halves.
 */
const isAboutAnId = ({ status = 0 }: Problem): boolean => [400, 413, 422].includes(status);

/** Finds the record that the answer has for an ID. One record for all is each one's. */
function rowsOf(
	{ json }: HttpResponse,
	{ field, row }: Addition,
): (id: string) => JsonObject | undefined {
	if (Array.isArray(json)) {
		const records = json.filter(isJsonObject);
		// Read once, because the target may hold thousands; the first row of an ID counts.
		const rows = new Map(records.reverse().map((record) => [idIn(record[row]), record]));
		return (id) => rows.get(id);
	}
	if (!isJsonObject(json)) return () => undefined;
	const listed = json[field.wire];
	const ids = Array.isArray(listed) ? new Set(listed.map(idIn)) : undefined;
	return (id) => (ids === undefined || ids.has(id) ? json : undefined);
}

/** An ID, or that of a whole record in its place. */
function idIn(value: unknown): unknown {
	const id = isJsonObject(value) ? value.id : value;
	return typeof id === 'string' ? sameId(id) : id;
}

/** How many IDs are named in a text. */
const SHOWN = 20;

const notKnown = (id: string, { field, place }: Addition): Problem =>
	problem({
		tag: 'failed',
		message: `${field.displayName}: ${id} was not added: the server does not know it in this ${place}`,
		description: `Check that it belongs to the ${place}, and that it was not deleted.`,
	});

const refused = (id: string, refusal: Problem, { field }: Addition): Problem => ({
	...refusal,
	message: `${field.displayName}: ${id} was not added: ${refusal.message}`,
});

/**
 * The outcome of an item that adds several IDs: the records, or what was added and what was not.
 *
 * @param wanted how many IDs the item adds; some of them may have no outcome yet
 */
export function addedRecords(
	added: ReadonlyMap<string, Added>,
	wanted = added.size,
): Result<JsonObject[]> {
	const outcomes = [...added];
	const failed = outcomes.flatMap(([id, outcome]) => (isProblem(outcome) ? [{ id, outcome }] : []));
	const count = `${String(added.size - failed.length)} of ${String(wanted)}`;
	if (failed.length === 0 && added.size === wanted) {
		const records = outcomes.flatMap(([, outcome]) => (isProblem(outcome) ? [] : [outcome]));
		return [...new Set(records)];
	}
	const first =
		failed.find(({ outcome }) => outcome.tag === 'target') ??
		failed.find(({ outcome }) => !isUnfinished(outcome));
	if (first === undefined) {
		const [notSent] = failed;
		if (notSent !== undefined && failed.length === added.size) return notSent.outcome;
		return problem({
			tag: 'partial',
			message: `Only ${count} were added before another item failed`,
			description: 'Run it again: what was added is not added twice.',
		});
	}
	if (wanted === 1 || first.outcome.tag === 'target') return first.outcome;
	const others = failed.filter((each) => each !== first).map(({ id }) => id);
	const unnamed = others.length > SHOWN ? ` and ${String(others.length - SHOWN)} more` : '';
	const more =
		others.length === 0 ? '' : ` Also not added: ${others.slice(0, SHOWN).join(', ')}${unnamed}.`;
	const untried = wanted - added.size;
	const rest = untried === 0 ? '' : ` Not tried: ${String(untried)}.`;
	const { description } = first.outcome;
	return { ...first.outcome, description: `${description}${more} Added: ${count}.${rest}` };
}
