import { isObjectEmpty, type JsonObject } from 'n8n-workflow';

import { responseOf } from '../../shared/client/client';
import { isTaken } from '../../shared/errors/badRequest';
import { importedAs } from '../../shared/errors/notFound';
import { notSetAfterCreate } from '../../shared/errors/valueNotTaken';
import { quote } from '../../shared/text/quote';
import { asText } from '../../shared/fields/text';
import type { Call } from '../../shared/model/call';
import type { Operation } from '../../shared/operations/operation';
import {
	importKey,
	haveSameKey,
	providedUniqueFields,
} from '../../shared/operations/shared/external';
import { type Existing, ExistingRecords, isGivenAlone } from './findExisting';
import type { Place } from '../../shared/resolve/resolveNames';
import { isProblem, type Problem, problem, type Result } from '../../shared/result/problem';
import { randomDelay, backoffAfter } from '../../shared/scheduler/retryPolicy';
import { bodyToChange, placeOf } from './write/changeRecord';
import { bodyOf, notTakenBy, type SentValue, valuesIn } from './write/compareRecord';
import type { Execution, JobResult } from './execution';
import { noteAssignable } from './write/keepPeople';
import { recordsOf } from './recordsOf';
import { sendParts } from './write/sendParts';

/** Milliseconds by which the times of a server may be apart: its header has whole seconds. */
const SLACK = 2_000;

/**
 * Creates the record of a call, or does with the one that is there already what the user wants.
 *
 * Where nobody knows whether a create was carried out, one with a unique value is looked for by it: the
 * record is the result if it was made since, and the create is sent again if there is none. A server
 * tells a second one besides (rows 12 and 23), should the first still be under way.
 */
export async function createRecord(call: Call<'create'>, execution: Execution): Promise<JobResult> {
	const { client, scheduler, made } = execution;
	const { naturalKey, body: declared } = call.operation;
	const others = new ExistingRecords(client, execution.paging, (id) =>
		execution.lastAnswer(placeOf(call, id)),
	);
	const unique = providedUniqueFields(naturalKey, call.body);
	// Where the one before was there already, so is this one, mostly: one request instead of two.
	if (execution.expectsExisting && call.ifTaken !== 'fail' && isGivenAlone(call)) {
		const found = await others.like(call);
		if (isProblem(found)) return found;
		if (found !== undefined) return await takeExisting(call, found.record, execution);

		execution.expectsExisting = false;
	}

	const refusal = await execution.projects.refuseCreate(call);
	if (refusal !== undefined) return refusal;

	const body: JsonObject = { ...call.body };

	for (const name of declared.pathParamsInBody ?? []) body[name] = call.path[name] ?? '';
	const begun = scheduler.now;
	/**
	 * Whether a record is what this call has made. That it is new is not enough: somebody else may have
	 * made one in the meantime. So it has all values of the item, the same maker as the others, and no
	 * other item has made it.
	 */
	const isOwn = ({ record, age }: Existing) =>
		age <= scheduler.now - begun + SLACK &&
		unique.every((name) => haveSameKey(record, call.body, name)) &&
		!made.has(asText(record.id)) &&
		isMadeLike(record, call) &&
		execution.mayHaveMade(record);

	const wasMade = async (records: readonly JsonObject[]) => {
		for (const { id } of records) made.add(asText(id));

		return await completeNew(call, records, execution);
	};

	/** What became of an earlier try, which may have been carried out after all. */
	let doubt: Problem | undefined;

	for (let tries = 1; ; tries++) {
		const result = await client.request(call, { body });
		const response = responseOf(result);
		const records = isProblem(result) ? result : recordsOf(result, call);
		if (!isProblem(records)) {
			execution.noteMaker(records);

			return await wasMade(records);
		}

		const isKnowable = unique.length > 0;
		if (records.tag === 'unknownOutcome' && isKnowable) {
			const found = await others.like(call);
			if (isProblem(found)) return records;

			if (found !== undefined) {
				if (isOwn(found)) return await wasMade([found.record]);

				// It was there before, so that no second one was made.
				return call.ifTaken === 'fail'
					? records
					: await takeExisting(call, found.record, execution);
			}

			// What an exception inside the server has refused, it would refuse again.
			const isFinal = response !== undefined && response.status < 500;
			if (isFinal || tries > scheduler.settings.retries) return records;

			doubt = records;
			await scheduler.pause(randomDelay(backoffAfter(tries)));
			continue;
		}

		if (response === undefined || !isTaken(response)) {
			// What is wrong with the values was so for the earlier try, too.
			const isWrong = response !== undefined && [400, 422].includes(response.status);

			return isWrong ? records : (doubt ?? records);
		}

		const mayBeOwn = isKnowable && tries > 1;
		if (call.ifTaken === 'fail' && !mayBeOwn) return records;

		const found = await others.refusing(call, response);
		if (found === undefined) return records;
		if (isProblem(found)) return doubt ?? found;
		if (mayBeOwn && isOwn(found)) return await wasMade([found.record]);
		if (call.ifTaken === 'fail') return records;

		return await takeExisting(call, found.record, execution);
	}
}

/** Whether a record shows all values of a call, apart from those that servers ignore in a create. */
const isMadeLike = (record: JsonObject, { operation, body }: Call<'create'>): boolean =>
	notTakenBy(record, operation.body, body).every(isIgnoredInCreate);

/** Does with a record that is there already, and is not to fail, what the user wants. */
async function takeExisting(
	call: Call<'create'>,
	record: JsonObject,
	execution: Execution,
): Promise<JobResult> {
	execution.expectsExisting = true;
	const [own, other] = [importKey(call.body), importKey(record)];
	// It has the same name, and whoever gives an external ID says which one is meant.
	if (own !== undefined && other !== undefined && own !== other) {
		return importedAs(asText(record.id) ?? '', other);
	}

	if (call.ifTaken === 'use') {
		// Nothing of it is compared. What a run that ended too early has not added is added.
		return execution.written(call, [record], {});
	}

	return await updateExisting(call, record, execution);
}

/** Sends what differs between a record that is there already and the body of a create. */
async function updateExisting(
	call: Call<'create'>,
	found: JsonObject,
	execution: Execution,
): Promise<JobResult> {
	const id = asText(found.id) ?? '';
	const record = execution.newest(placeOf(call, id), found);
	const body = bodyToChange(record, call.operation.body, call.body);
	if (isProblem(body)) return body;
	// A write would move the time of the last change, and some values count as changed (rows 48 and 167).
	if (isObjectEmpty(body)) return execution.written(call, [record], {});

	return await sendParts(call, body, {
		record,
		execution,
		place: placeOf(call, id),
		send: async (part) => await change(call, id, part, execution),
	});
}

/** Changes a record that a create has made or found. @returns the records in the response, with the ID */
async function change(
	call: Call<'create'>,
	id: string,
	body: JsonObject,
	execution: Execution,
): Promise<Result<readonly JsonObject[]>> {
	const place = { ...call, path: { ...call.path, id } };
	const response = await execution.client.request(place, {
		method: 'PATCH',
		path: `${call.operation.request.path}{id}/`,
		effect: 'change',
		body,
	});
	const records = isProblem(response) ? response : recordsOf(response, call);

	return isProblem(records) ? records : records.map((record) => ({ id, ...record }));
}

/** Sends once more what servers ignore in a create and the new record does not show. */
async function completeNew(
	call: Call<'create'>,
	records: readonly JsonObject[],
	execution: Execution,
): Promise<JobResult> {
	const { body: declared } = call.operation;
	const [record, ...others] = records;
	const id = asText(record?.id);
	if (record === undefined || id === undefined || others.length > 0) {
		return execution.written(call, records);
	}

	execution.noteAnswer(placeOf(call, id), record);
	noteAssignable(call, record, execution.assignable);
	const ignored = [
		...notTakenBy(record, declared, call.body).filter(isIgnoredInCreate),
		...valuesIn(declared, call.body).filter(isOnlyShown),
	];
	if (ignored.length === 0) return execution.written(call, records);

	const changed = await change(call, id, bodyOf(ignored), execution);
	if (!isProblem(changed)) {
		const completed = changed.reduce((whole, part) => ({ ...whole, ...part }), record);

		execution.noteAnswer(placeOf(call, id), completed);

		return execution.written(call, [completed]);
	}

	const written = execution.written(call, records);

	return isProblem(written)
		? { ...written, description: `${changed.message}. ${written.description}` }
		: notSetAfterCreate(
				ignored.map(({ field }) => field),
				id,
				changed,
			);
}

/** Whether servers ignore a value in a create and take it in a change. */
const isIgnoredInCreate = ({ field, sent }: SentValue): boolean =>
	field.isSetAfterCreate === 'any' ||
	(field.isSetAfterCreate === 'empty' && Array.isArray(sent) && sent.length === 0);

/** Whether servers show a value that a create has turned on, and do what it stands for only in a change. */
const isOnlyShown = ({ field, sent }: SentValue): boolean =>
	field.isSetAfterCreate === 'always' && sent === true;

/**
 * Creates a record that has nothing but a name; one of that name that is there by now will do.
 *
 * @returns its ID
 */
export async function createNamed(
	operation: Operation<'create'>,
	{ itemIndex, workspace, path }: Place,
	name: string,
	execution: Execution,
): Promise<Result<string>> {
	const call: Call<'create'> = {
		kind: 'create',
		operation,
		itemIndex,
		workspace,
		path,
		body: { name },
		ifTaken: 'use',
		targets: {},
		createsLabels: false,
	};
	const result = await createRecord(call, execution);
	if (isProblem(result)) return result;

	const id = 'outputs' in result ? asText(result.outputs[0]?.json.id) : undefined;

	return (
		id ??
		problem({
			tag: 'partial',
			message: `Plane saved ${quote(name)}, but did not return its ID`,
			description: 'Run the item again: it will then be found by its name.',
		})
	);
}
