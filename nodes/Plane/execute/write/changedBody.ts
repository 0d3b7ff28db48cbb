import type { JsonObject } from 'n8n-workflow';

import { failed } from '../../../shared/errors/problemFrom';
import { parseCycleDay } from '../../../shared/values/parseCycleDay';
import { isEmpty } from '../../../shared/values/valueChecks';
import type { Field } from '../../../shared/fields/kinds';
import { findOtherDay, hasRule } from '../../../shared/operations/bodyRules';
import type { Body } from '../../../shared/operations/operation';
import { isProblem, type Problem, refused, type Result } from '../../../shared/result/problem';
import {
	buildBody,
	findChangedValues,
	listBodyFields,
	getCurrentValue,
	withIds,
	type SentValue,
} from './compareRecord';

/** Whether a body has only one end of a date range, so that the other one stays as it is in the record. */
export function hasOpenRange(declaration: Body, body: JsonObject): boolean {
	for (const { start, end } of findDayRanges(declaration)) {
		if (isEmpty(body[start.wire]) !== isEmpty(body[end.wire])) return true;
	}

	return false;
}

/** Two date fields of a record. The start must not be after the end. */
interface DayRange {
	readonly start: Field;
	readonly end: Field;
}

function findDayRanges(declaration: Body): readonly DayRange[] {
	const fields = listBodyFields(declaration);
	const ranges: DayRange[] = [];

	for (const end of fields) {
		for (const start of fields) {
			if (start.wire === end.notBefore) ranges.push({ start, end });
		}
	}

	return ranges;
}

/**
 * Reduces a body to the values that a record does not have yet, and adds the values that servers would
 * otherwise reset.
 *
 * @returns an empty body if the record has all values, or a Problem if a value conflicts with the record
 */
export function buildChangedBody(
	record: JsonObject,
	declaration: Body,
	body: JsonObject,
): Result<JsonObject> {
	const changes = findChangedValues(record, declaration, body);
	if (changes.length === 0) return {};

	const invalidRange = checkDateRanges(changes, record, declaration);
	if (invalidRange !== undefined) return invalidRange;

	const companions = findCompanionValues(changes, record, declaration);
	if (isProblem(companions)) return companions;

	return buildBody([
		...changes,
		...companions,
		...listAlwaysSentValues(changes, record, declaration),
	]);
}

/** Returns a Problem if the changes would make a date range of the record end before it starts. */
function checkDateRanges(
	changes: readonly SentValue[],
	record: JsonObject,
	declaration: Body,
): Problem | undefined {
	for (const { start, end } of findDayRanges(declaration)) {
		if (!includesField(changes, start) && !includesField(changes, end)) continue;

		const first = getDayAfterChange(changes, record, start);
		const last = getDayAfterChange(changes, record, end);
		// Days as YYYY-MM-DD can be compared as texts.
		if (first === undefined || last === undefined || last >= first) continue;

		return refused(
			`${end.displayName}: ${last} is before ${start.displayName} ${first}`,
			`Use a day that is not before ${start.displayName}.`,
		);
	}

	return undefined;
}

const includesField = (changes: readonly SentValue[], { wire }: Field): boolean =>
	changes.some(({ field }) => field.wire === wire);

/** The date that a field has after the changes, or undefined if it has none. */
function getDayAfterChange(
	changes: readonly SentValue[],
	record: JsonObject,
	field: Field,
): string | undefined {
	const change = changes.find((changed) => changed.field.wire === field.wire);

	return parseCycleDay(change === undefined ? getCurrentValue(record, field) : change.sent);
}

/** The unchanged end of each changed date range. Servers damage a cycle if they get only one of its dates. */
function findCompanionValues(
	changes: readonly SentValue[],
	record: JsonObject,
	declaration: Body,
): Result<readonly SentValue[]> {
	const companions: SentValue[] = [];

	for (const { field, sent } of changes) {
		const companion = listBodyFields(declaration).find(
			({ wire }) => wire === findOtherDay(declaration, field.wire),
		);
		if (companion === undefined || includesField(changes, companion)) continue;

		const day = parseCycleDay(getCurrentValue(record, companion));
		if ((day === undefined) !== isEmpty(sent)) {
			return missingCompanion(field, companion, isEmpty(sent));
		}
		if (day !== undefined) companions.push({ field: companion, sent: day });
	}

	return companions;
}

/** Only one of two days that belong together would be set. */
const missingCompanion = (changed: Field, companion: Field, isCleared: boolean): Problem =>
	failed(
		isCleared
			? `${changed.displayName}: it is cleared, but the record keeps its ${companion.displayName}`
			: `${changed.displayName}: it is given without ${companion.displayName}, and the record has none`,
		isCleared ? `Clear ${companion.displayName}, too.` : `Add ${companion.displayName}.`,
	);

/** The current values of fields that servers reset whenever they are not sent. */
const listAlwaysSentValues = (
	changes: readonly SentValue[],
	record: JsonObject,
	declaration: Body,
): readonly SentValue[] =>
	listBodyFields(declaration)
		.filter(
			(field) => hasRule(declaration, 'alwaysSent', field.wire) && !includesField(changes, field),
		)
		.map((field): SentValue => {
			const current = getCurrentValue(record, field) ?? null;

			return { field, sent: withIds(current, field) };
		})
		.filter(({ sent }) => !isEmpty(sent));
