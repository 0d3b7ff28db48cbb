import type { JsonValue } from 'n8n-workflow';

import type { Field } from '../fields/kinds';
import type { Entered, NameRules, Slot, SlotPlace } from '../model/draft';

/** A text that stands for a record. */
export interface Reference extends NameRules, Pick<Entered, 'group' | 'mayBeLeftOut'> {
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
export function listReferencesIn(slot: Slot): readonly Reference[] {
	const { field, value, mayCreate, mayBeUnlisted, mayBeLeftOut, group } = slot;
	const { namesByUncertainId = {} } = slot;
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
			...(mayBeLeftOut && { mayBeLeftOut }),
			...(group && { group }),
			...(nameOfUncertainId !== undefined && { nameOfUncertainId }),
		};
	});
}

function listTexts(value: JsonValue): readonly string[] {
	if (typeof value === 'string') return [value];

	return Array.isArray(value) ? value.flatMap(listTexts) : [];
}

/** Returns what a text is replaced by, or undefined if it is left out. */
type Replace = (text: string) => string | undefined;

/**
 * A slot with other texts in place of its own. A list has each of them once.
 *
 * @returns no slot if nothing is left: an empty list would clear the field
 */
export function withTexts(slot: Slot, replace: Replace): readonly Slot[] {
	const value = replaceTexts(slot.value, replace);
	const isEmptied = isEmptyList(value) && !isEmptyList(slot.value);

	return value === undefined || isEmptied ? [] : [{ ...slot, value }];
}

function replaceTexts(value: JsonValue, replace: Replace): JsonValue | undefined {
	if (typeof value === 'string') return replace(value);
	if (!Array.isArray(value)) return value;

	const texts = value
		.map((entry) => replaceTexts(entry, replace))
		.filter((text) => text !== undefined);

	return [...new Set(texts)];
}

const isEmptyList = (value: JsonValue | undefined): boolean =>
	Array.isArray(value) && value.length === 0;
