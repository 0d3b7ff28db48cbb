import type { JsonObject, JsonValue } from 'n8n-workflow';

import { dayAlone, endBeforeStart } from '../../../shared/errors/valueNotTaken';
import { dayHeld } from '../../../shared/fields/cycleDay';
import { isEmpty } from '../../../shared/fields/describe';
import type { Field } from '../../../shared/fields/kinds';
import type { Located } from '../../../shared/model/call';
import type { Body } from '../../../shared/operations/operation';
import { isProblem, type Problem, type Result } from '../../../shared/result/problem';
import {
	buildBody,
	changedValues,
	bodyFields,
	currentValue,
	withIds,
	type SentValue,
} from './compareRecord';

/** The place of a record, the same for all calls that change it. @param id where the path lacks it */
export const recordKey = ({ workspace, path }: Located, id?: string): string =>
	[workspace, ...Object.values(path), ...(id === undefined ? [] : [id])].join('\n');

/**
 * Whether servers change something of a record along with a body, unless they are sent what it has, or
 * count it as a change although it is the same (row 167).
 */
export const needsRecord = (declared: Body, body: JsonObject): boolean =>
	bodyFields(declared).some(
		({ wire, isSentAlways, sentWith }) =>
			isSentAlways === true || (sentWith !== undefined && body[wire] !== undefined),
	);

/** Whether a body has one day of two whose order counts, so that the other one is that of the record. */
export const hasOpenRange = (declared: Body, body: JsonObject): boolean =>
	dayRanges(declared).some(
		({ start, end }) => isEmpty(body[start.wire]) !== isEmpty(body[end.wire]),
	);

/** Two days of a record, the first of which is not later than the other one. */
interface DayRange {
	readonly start: Field;
	readonly end: Field;
}

function dayRanges(declared: Body): readonly DayRange[] {
	const fields = bodyFields(declared);

	return fields.flatMap((end) => {
		const start = fields.find(({ wire }) => wire === end.notBefore);

		return start === undefined ? [] : { start, end };
	});
}

/**
 * What has to be sent so that a record has the values of a body: those that it does not have, with what
 * servers would change along with them.
 *
 * @returns an empty body if the record has all of it, or why a value does not fit the record
 */
export function changedBody(
	record: JsonObject,
	declared: Body,
	body: JsonObject,
): Result<JsonObject> {
	const changes = changedValues(record, declared, body);
	if (changes.length === 0) return {};

	const wrong = checkDateRanges(changes, record, declared);
	if (wrong !== undefined) return wrong;

	const pairs = companionValues(changes, record, declared);
	if (isProblem(pairs)) return pairs;

	return buildBody([...changes, ...pairs, ...alwaysSentValues(changes, record, declared)]);
}

/** Why the days of a record would be in the wrong order after its changes; undefined: they would not. */
function checkDateRanges(
	changes: readonly SentValue[],
	record: JsonObject,
	declared: Body,
): Problem | undefined {
	for (const { start, end } of dayRanges(declared)) {
		if (![start, end].some((field) => includesField(changes, field))) continue;

		const [first, last] = [start, end].map((field) => dayAfterChange(changes, record, field));
		// Days as YYYY-MM-DD have the order of their texts.
		if (first === undefined || last === undefined || last >= first) continue;

		return endBeforeStart({ start, end, first, last });
	}

	return undefined;
}

const includesField = (changes: readonly SentValue[], { wire }: Field): boolean =>
	changes.some(({ field }) => field.wire === wire);

/** The day that a record has after its changes; undefined: it has none. */
function dayAfterChange(
	changes: readonly SentValue[],
	record: JsonObject,
	field: Field,
): string | undefined {
	const change = changes.find((each) => each.field.wire === field.wire);

	return dayHeld(change === undefined ? currentValue(record, field) : change.sent);
}

/** The days that go along with changes of the others: servers take both ends of a cycle or spoil one. */
function companionValues(
	changes: readonly SentValue[],
	record: JsonObject,
	declared: Body,
): Result<readonly SentValue[]> {
	const pairs: SentValue[] = [];

	for (const { field, sent } of changes) {
		const other = bodyFields(declared).find(({ wire }) => wire === field.sentWith);
		if (other === undefined || includesField(changes, other)) continue;

		const day = dayHeld(currentValue(record, other));
		if ((day === undefined) !== isEmpty(sent)) return dayAlone(field, other, isEmpty(sent));
		if (day !== undefined) pairs.push({ field: other, sent: day });
	}

	return pairs;
}

/** What servers change wherever it is left out, as the record has it. */
const alwaysSentValues = (
	changes: readonly SentValue[],
	record: JsonObject,
	declared: Body,
): readonly SentValue[] =>
	bodyFields(declared)
		.filter((field) => field.isSentAlways === true && !includesField(changes, field))
		.map((field) => ({ field, sent: withIds(currentValue(record, field) ?? null, field) }))
		.filter(({ sent }: { readonly sent: JsonValue }) => !isEmpty(sent));

/** A body in the parts that are sent one after the other, because servers lose one beside the other. */
export function splitBody(declared: Body, body: JsonObject): readonly JsonObject[] {
	const fields = bodyFields(declared);
	const isFirst = (name: string) =>
		fields.some(({ wire, isSentFirst }) => isSentFirst === true && wire.split('.')[0] === name);

	const entries = Object.entries(body);
	const first = entries.filter(([name]) => isFirst(name));
	const last = entries.filter(([name]) => !isFirst(name));

	return [first, last].filter((part) => part.length > 0).map((part) => Object.fromEntries(part));
}
