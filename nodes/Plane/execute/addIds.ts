import type { JsonObject } from 'n8n-workflow';

import { withoutResponse } from '../../shared/client/client';
import { nameGiven } from '../../shared/errors/pathParameters';
import { sameId } from '../../shared/fields/identifier';
import { isJsonObject } from '../../shared/fields/json';
import type { Call } from '../../shared/model/call';
import type { Operation } from '../../shared/operations/operation';
import {
	isProblem,
	isUnfinished,
	problem,
	type Problem,
	type Result,
} from '../../shared/result/problem';
import { type HttpResponse, isBlank } from '../../shared/transport/response';
import type { Added, Execution, JobResult } from './execution';

/** What adding IDs takes. */
interface Adding {
	/** Sends some of the IDs. */
	readonly send: (ids: readonly string[]) => Promise<Result<HttpResponse>>;
	/** Whether others are tried after one was refused, too. */
	readonly continueOnFail: boolean;
	/** What the user calls the record with an ID; default: that. */
	readonly nameOf?: (id: string) => string;
}

/**
 * Adds the IDs of a call, unless its target is known to take nothing more. What the target has already
 * is not sent where that would count as a change.
 */
export async function executeAdd(call: Call<'add'>, execution: Execution): Promise<JobResult> {
	const { client, continueOnFail, closedTargets } = execution;
	const target = JSON.stringify([call.workspace, call.path]);
	const known = closedTargets.get(target);
	if (known !== undefined) return known;

	const present = await findPresent(call, execution);
	const missing = call.ids.filter((id) => !present.has(id));

	for (const id of missing) execution.addedIds.add(sameId(id));

	const added = await addIds(missing, call.operation, {
		continueOnFail,
		nameOf: (id) => nameGiven(call, id),
		send: async (ids) => {
			const body = { [call.operation.idsField.wire]: [...ids] };

			return withoutResponse(await client.request(call, { body }));
		},
	});

	for (const [id, record] of present) added.set(id, record);

	const refusal = [...added.values()].filter(isProblem).find(({ tag }) => tag === 'target');
	if (refusal !== undefined) closedTargets.set(target, refusal);

	return { added };
}

/**
 * Finds the IDs that the target of an addition has already, where adding them again would count as a
 * change, with an activity and a notification (row 81).
 *
 * @returns what the output shows for each of them; nothing where the target cannot be read: adding an ID
 *   again is a lesser evil than leaving it out
 */
async function findPresent(
	call: Call<'add'>,
	{ targetLists, addedIds }: Execution,
): Promise<ReadonlyMap<string, JsonObject>> {
	if (call.areMissing === true || call.operation.repeatCountsAsChange !== true) return new Map();

	const held = await targetLists.idsIn(call);
	if (isProblem(held)) return new Map();

	// The list is read once: an ID that has been added since may have moved from here to another target.
	const ids = call.ids.filter((id) => held.has(sameId(id)) && !addedIds.has(sameId(id)));

	return new Map(ids.map((id) => [id, presentRecord(call, id)]));
}

/** `{"added": false, "project": …, "cycle": …, "issue": …}`: a row of the target, as far as it is known. */
function presentRecord({ path, operation }: Call<'add'>, id: string): JsonObject {
	const record: JsonObject = { added: false };

	for (const [wire, value] of Object.entries(path)) record[wire.replace(/_id$/, '')] = value;
	record[operation.responseIdField] = id;

	return record;
}

/**
 * IDs that are refused alone, each with the same words, before it is taken for granted that all are:
 * then it is about what they are added to, and each further one would cost a request or two.
 */
const ENOUGH = 3;

/** What a server says of IDs that it does not know, without saying which (row 10). */
const OF_IDS = /payload is not valid|provide valid detail/i;

/**
 * Only a refusal of what was sent can be about one of the IDs, or about how many they are (413);
 * nothing else gets better by halves.
 */
const ABOUT_IDS = [400, 413, 422];

/**
 * Adds IDs and tells of each what became of it.
 *
 * A server may leave out what it does not know and respond with success, with all that the target
 * now holds (row 9), or refuse everything for one ID without saying which (row 10). In the first case
 * the response is searched for each ID; in the second the IDs are sent again by halves, until those
 * that are refused stand alone. Nothing is in its target twice (row 11).
 *
 * @returns the outcome of each ID; one that was not tried, because another one failed, has none
 */
export async function addIds(
	ids: readonly string[],
	addition: Operation<'add'>,
	{ send, continueOnFail, nameOf = (id) => id }: Adding,
): Promise<Map<string, Added>> {
	const added = new Map<string, Added>();
	/** What was said of IDs that were refused alone, as long as none was accepted. */
	let refusals: string[] | undefined = [];
	const open = (some: readonly string[]) => some.filter((id) => !added.has(id));

	const setOpen = (some: readonly string[], outcomeOf: (id: string) => Added) => {
		for (const id of open(some)) added.set(id, outcomeOf(id));
	};

	/** @returns whether to go on */
	const add = async (given: readonly string[]): Promise<boolean> => {
		const some = open(given);
		const [only] = some;
		if (only === undefined) return true;

		const response = await send(some);
		if (!isProblem(response)) {
			refusals = undefined;
			setOpen(some, outcomesIn(response, addition, nameOf));

			return true;
		}

		if (response.tag === 'target') {
			setOpen(ids, () => response);

			return false;
		}

		if (!ABOUT_IDS.includes(response.status ?? 0)) {
			setOpen(some, () => response);

			return continueOnFail;
		}

		if (some.length > 1) {
			const middle = Math.ceil(some.length / 2);

			return (await add(some.slice(0, middle))) && (await add(some.slice(middle)));
		}

		const message = `${addition.idsField.displayName}: ${nameOf(only)} was not added: ${response.message}`;

		added.set(only, { ...response, message });
		refusals?.push(response.message);
		if (!continueOnFail || refusals === undefined || !areOfTarget(refusals)) return continueOnFail;
		// Not the next one: what is wrong with some IDs is mostly wrong with their neighbours.
		if (refusals.length < ENOUGH) return await add(open(ids).slice(-1));

		const description = `${response.description} ${ENOUGH} of ${ids.length} were refused one by one with the same message, so the others were not tried.`;

		setOpen(ids, () => ({ ...response, description, tag: 'target' }));

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

/** What became of each ID that was sent with success. One record for all is each one's. */
function outcomesIn(
	response: HttpResponse,
	{ idsField, responseIdField, container }: Operation<'add'>,
	nameOf: (id: string) => string,
): (id: string) => Added {
	const { json } = response;
	if (isBlank(response)) return () => ({ success: true });

	const notKnown = (id: string): Problem =>
		problem({
			tag: 'failed',
			message: `${idsField.displayName}: ${nameOf(id)} was not added: the server does not know it in this ${container}`,
			description: `Check that it belongs to the ${container}, and that it was not deleted.`,
		});
	if (Array.isArray(json)) {
		// Read once, because the target may hold thousands; the first row of an ID counts.
		const records = json.filter(isJsonObject).reverse();
		const rows = new Map(records.map((record) => [idIn(record[responseIdField]), record]));

		return (id) => rows.get(id) ?? notKnown(id);
	}
	if (!isJsonObject(json)) return notKnown;

	const listed = json[idsField.wire];
	const ids = Array.isArray(listed) ? new Set(listed.map(idIn)) : undefined;

	return (id) => (ids === undefined || ids.has(id) ? json : notKnown(id));
}

/** An ID, or that of a whole record in its place. */
function idIn(value: unknown): unknown {
	const id = isJsonObject(value) ? value.id : value;

	return typeof id === 'string' ? sameId(id) : id;
}

/** How many IDs are named in a text. */
const SHOWN = 20;

/**
 * The outcome of an item that adds several IDs: the records, or what was added and what was not.
 *
 * @param wanted how many IDs the item adds; some of them may have no outcome yet
 */
export function addedRecords(added: ReadonlyMap<string, Added>, wanted = added.size) {
	const failed = [...added].flatMap(([id, outcome]) => (isProblem(outcome) ? { id, outcome } : []));
	const records = [...added.values()].flatMap((outcome) => (isProblem(outcome) ? [] : [outcome]));
	if (records.length === wanted) return [...new Set(records)];

	const count = `${records.length} of ${wanted}`;
	const first =
		failed.find(({ outcome }) => outcome.tag === 'target') ??
		failed.find(({ outcome }) => !isUnfinished(outcome));
	if (first === undefined) {
		const [notSent] = failed;
		if (notSent !== undefined && records.length === 0) return notSent.outcome;

		return problem({
			tag: 'partial',
			message: `Only ${count} were added before another item failed`,
			description: 'Run it again: what was added is not added twice.',
		});
	}

	const { outcome } = first;
	if (wanted === 1 || outcome.tag === 'target') return outcome;

	const others = failed.filter((each) => each !== first).map(({ id }) => id);
	const unnamed = others.length > SHOWN ? ` and ${others.length - SHOWN} more` : '';
	const named = `${others.slice(0, SHOWN).join(', ')}${unnamed}`;
	const more = others.length === 0 ? '' : ` Also not added: ${named}.`;
	const untried = wanted - added.size;
	const rest = untried === 0 ? '' : ` Not tried: ${untried}.`;

	return { ...outcome, description: `${outcome.description}${more} Added: ${count}.${rest}` };
}
