import type { JsonObject, JsonValue } from 'n8n-workflow';

import { canonicalFieldName, readId } from '../../shared/events/event';
import { activityNoneToNull } from '../../shared/events/noneText';
import { firstText } from '../../shared/rows/firstText';
import { momentIn } from '../../shared/pagination/Completeness';

/** The values of a field before and after, and what people read for the one after. */
interface ChangedField {
	readonly old: JsonValue;
	readonly new: JsonValue;
	readonly displayNames: readonly string[];
}

type ChangedFields = Readonly<Record<string, ChangedField>>;

/** What one user changed in one field, or in several, of one work item at one moment. */
export interface Change {
	readonly action: 'created' | 'updated';
	/** By the name of each field; nothing for a record that is new. */
	readonly fields: ChangedFields;
	readonly actor: JsonValue;
	/** The rows that show it. */
	readonly rows: readonly JsonObject[];
}

/** Fields that hold several records: each row shows one that was added or removed. */
const LISTS = ['assignees', 'labels', 'modules', 'cycles'];

/** Whether a row reports that the work item was created. */
export const isCreation = ({ verb, field }: JsonObject): boolean =>
	verb === 'created' && field === null;

/** Whether a row shows a change of the description. */
export const isDescription = ({ field }: JsonObject): boolean =>
	typeof field === 'string' && canonicalFieldName(field) === 'description';

/** When a row was written, by the clock of the server, in UNIX milliseconds. */
export const writtenAt = ({ created_at }: JsonObject): number => momentIn(created_at) ?? 0;

/** What belongs together: one user, one second by the clock of the server, and the same list. */
const groupOf = (row: JsonObject, isByEdit: boolean): string => {
	const { epoch, created_at: at } = row;
	const moment =
		typeof epoch === 'number' ? Math.floor(epoch) : firstText({ at: at ?? '' }, 'at').slice(0, 19);
	const what = isCreation(row) ? 'new' : 'old';
	const name = canonicalFieldName(firstText(row, 'field'));
	const own = LISTS.includes(name) ? [name] : [name, firstText(row, 'id')];

	return JSON.stringify([readId(row.actor), moment, what, ...(isByEdit ? [] : own)]);
};

/**
 * The changes that rows of the activities of one work item report, in their order (row 47).
 *
 * @param rows the oldest first
 * @param isByEdit whether all fields that were changed at one moment are one change
 */
export function changesIn(rows: readonly JsonObject[], isByEdit: boolean): Change[] {
	const groups = new Map<string, JsonObject[]>();

	for (const row of rows) {
		const group = groupOf(row, isByEdit);

		groups.set(group, [...(groups.get(group) ?? []), row]);
	}

	return [...groups.values()]
		.map(changeFrom)
		.filter(({ action, fields }) => action === 'created' || Object.keys(fields).length > 0);
}

/** The change that the rows of one moment report. */
function changeFrom(rows: readonly JsonObject[]): Change {
	const [first = {}] = rows;
	const isNew = isCreation(first);

	return {
		action: isNew ? 'created' : 'updated',
		fields: isNew ? {} : fieldsIn(rows),
		actor: first.actor ?? null,
		rows,
	};
}

/** The fields that rows report. A list that has the same records as before did not change. */
function fieldsIn(rows: readonly JsonObject[]): ChangedFields {
	const fields: Record<string, ChangedField> = {};

	for (const row of rows) {
		const name = canonicalFieldName(firstText(row, 'field'));

		fields[name] = withRow(fields[name], row, LISTS.includes(name));
	}

	const changed = Object.entries(fields).filter(
		([name, { old, new: now }]) =>
			!LISTS.includes(name) || entriesOf(old).length > 0 || entriesOf(now).length > 0,
	);

	return Object.fromEntries(changed);
}

/** The change of a field, combined with what another row shows of it. */
function withRow(before: ChangedField | undefined, row: JsonObject, isList: boolean): ChangedField {
	const old = sideOf(row, 'old');
	const now = sideOf(row, 'new');
	const displayNames = [...(before?.displayNames ?? []), firstText(row, 'new_value')];
	if (!isList) return { old: before === undefined ? old : before.old, new: now, displayNames };

	const out = entriesOf(before?.old);
	const added = entriesOf(before?.new);
	// What was taken out and is put in again is there as before.
	if (now !== null && out.includes(now)) {
		return { old: out.filter((entry) => entry !== now), new: added, displayNames };
	}

	return { old: withEntry(out, old), new: withEntry(added, now), displayNames };
}

const entriesOf = (list: JsonValue | undefined): JsonValue[] => (Array.isArray(list) ? list : []);

const withEntry = (list: readonly JsonValue[], value: JsonValue): JsonValue[] =>
	value === null ? [...list] : [...list, value];

/** A value before or after: the ID, where the row has one beside what people read. */
function sideOf(row: JsonObject, side: 'old' | 'new'): JsonValue {
	const id = row[`${side}_identifier`];
	if (typeof id === 'string' && id !== '' && id !== 'None') return id;

	const value = row[`${side}_value`];
	if (value === undefined || value === '') return null;

	return activityNoneToNull(canonicalFieldName(firstText(row, 'field')), value);
}
