import type { JsonObject, JsonValue } from 'n8n-workflow';

import { missingOtherDay, endBeforeStart } from '../../../shared/errors/valueNotTaken';
import { parseCycleDay } from '../../../shared/fields/cycleDay';
import { isEmpty } from '../../../shared/fields/valueChecks';
import type { Field } from '../../../shared/fields/kinds';
import type { RecordLocation } from '../../../shared/model/call';
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

/** Identifies a record in all calls that change it. @param id if the path does not end in it */
export const recordKey = ({ workspace, path }: RecordLocation, id?: string): string =>
	[workspace, ...Object.values(path), ...(id === undefined ? [] : [id])].join('\n');

/**
 * Whether the current record is needed for a change: because servers reset a value that is not sent along,
 * or count an equal value as a change (row 167).
 */
export const needsRecord = (declared: Body, body: JsonObject): boolean =>
	bodyFields(declared).some(
		({ wire, sendAlways, sendWith }) =>
			sendAlways === true || (sendWith !== undefined && body[wire] !== undefined),
	);

/** Whether a body has only one end of a date range, so that the other end is that of the record. */
export const hasOpenRange = (declared: Body, body: JsonObject): boolean =>
	dayRanges(declared).some(
		({ start, end }) => isEmpty(body[start.wire]) !== isEmpty(body[end.wire]),
	);

/** Two dates of a record, of which the start must not be after the end. */
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
 * The body that gives a record the values of another body: those that it does not have yet, and the values
 * that servers would otherwise reset.
 *
 * @returns an empty body if the record has all values, or why a value does not fit the record
 */
export function changedBody(
	record: JsonObject,
	declared: Body,
	body: JsonObject,
): Result<JsonObject> {
	const changes = changedValues(record, declared, body);
	if (changes.length === 0) return {};

	const invalidRange = checkDateRanges(changes, record, declared);
	if (invalidRange !== undefined) return invalidRange;

	const companions = companionValues(changes, record, declared);
	if (isProblem(companions)) return companions;

	return buildBody([...changes, ...companions, ...alwaysSentValues(changes, record, declared)]);
}

/** Why a date range of a record would end before it starts after the changes, or undefined if none would. */
function checkDateRanges(
	changes: readonly SentValue[],
	record: JsonObject,
	declared: Body,
): Problem | undefined {
	for (const { start, end } of dayRanges(declared)) {
		if (![start, end].some((field) => includesField(changes, field))) continue;

		const [first, last] = [start, end].map((field) => dayAfterChange(changes, record, field));
		// Days as YYYY-MM-DD can be compared as texts.
		if (first === undefined || last === undefined || last >= first) continue;

		return endBeforeStart({ start, end, first, last });
	}

	return undefined;
}

const includesField = (changes: readonly SentValue[], { wire }: Field): boolean =>
	changes.some(({ field }) => field.wire === wire);

/** The date that a field has after the changes, or undefined if it has none. */
function dayAfterChange(
	changes: readonly SentValue[],
	record: JsonObject,
	field: Field,
): string | undefined {
	const change = changes.find((changed) => changed.field.wire === field.wire);

	return parseCycleDay(change === undefined ? currentValue(record, field) : change.sent);
}

/** The other end of each changed date range: servers accept both ends of a cycle, or damage one. */
function companionValues(
	changes: readonly SentValue[],
	record: JsonObject,
	declared: Body,
): Result<readonly SentValue[]> {
	const companions: SentValue[] = [];

	for (const { field, sent } of changes) {
		const companion = bodyFields(declared).find(({ wire }) => wire === field.sendWith);
		if (companion === undefined || includesField(changes, companion)) continue;

		const day = parseCycleDay(currentValue(record, companion));
		if ((day === undefined) !== isEmpty(sent))
			return missingOtherDay(field, companion, isEmpty(sent));
		if (day !== undefined) companions.push({ field: companion, sent: day });
	}

	return companions;
}

/** The current values of fields that servers reset whenever they are not sent. */
const alwaysSentValues = (
	changes: readonly SentValue[],
	record: JsonObject,
	declared: Body,
): readonly SentValue[] =>
	bodyFields(declared)
		.filter((field) => field.sendAlways === true && !includesField(changes, field))
		.map((field) => ({ field, sent: withIds(currentValue(record, field) ?? null, field) }))
		.filter(({ sent }: { readonly sent: JsonValue }) => !isEmpty(sent));

/** Splits a body into parts to send one after the other, because servers lose some values beside others. */
export function splitBody(declared: Body, body: JsonObject): readonly JsonObject[] {
	const fields = bodyFields(declared);
	const isFirst = (name: string) =>
		fields.some(({ wire, sendFirst }) => sendFirst === true && wire.split('.')[0] === name);

	const entries = Object.entries(body);
	const firstPart = entries.filter(([name]) => isFirst(name));
	const secondPart = entries.filter(([name]) => !isFirst(name));

	return [firstPart, secondPart]
		.filter((part) => part.length > 0)
		.map((part) => Object.fromEntries(part));
}
