import type { JsonValue } from 'n8n-workflow';

import type { Field } from '../fields/kinds';
import type { NameRules, Slot, SlotPlace } from '../model/draft';

/** A text that stands for a record. */
export interface Reference extends NameRules {
	readonly field: Field;
	readonly text: string;
	/** The name of the record, if the text is an ID that may come from another tool. Absent: the text alone counts. */
	readonly nameOfUncertainId?: string;
}

/** What a call sends, and its filters. */
export const SENT: readonly SlotPlace[] = [
	'ids',
	'query',
	'filter',
	'membership',
	'body',
	'property',
];

/** The texts in a slot, each of which stands for a record; none if its field has other values. */
export function referencesIn(slot: Slot): readonly Reference[] {
	const { field, value, mayCreate, mayBeUnlisted, isAssignment, namesByUncertainId = {} } = slot;
	if (field.source === undefined) return [];

	return listTexts(value).map((text) => {
		const nameOfUncertainId = Object.hasOwn(namesByUncertainId, text)
			? namesByUncertainId[text]
			: undefined;

		return {
			field,
			text,
			...(mayCreate && { mayCreate }),
			...(mayBeUnlisted && { mayBeUnlisted }),
			...(isAssignment && { isAssignment }),
			...(nameOfUncertainId !== undefined && { nameOfUncertainId }),
		};
	});
}

const listTexts = (value: JsonValue): readonly string[] =>
	typeof value === 'string' ? [value] : Array.isArray(value) ? value.flatMap(listTexts) : [];

/** A slot with other texts in place of its own. A list has each of them once. */
export function withTexts(slot: Slot, replace: (text: string) => string): Slot {
	return { ...slot, value: replaceTexts(slot.value, replace) };
}

function replaceTexts(value: JsonValue, replace: (text: string) => string): JsonValue {
	if (typeof value === 'string') return replace(value);
	if (!Array.isArray(value)) return value;

	return [...new Set(value.map((entry) => replaceTexts(entry, replace)))];
}
