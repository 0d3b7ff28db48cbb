import type { JsonValue } from 'n8n-workflow';

import type { Field } from '../fields/kinds';
import type { Call, FilterValues, ServiceCall, TextWithMentions } from '../model/call';
import { listFields } from '../operations/listFields';
import { getValueAt } from '../values/getValueAt';
import { normalizeId } from '../values/textForms';
import { withValueAt } from '../values/withValueAt';

/** Where a call keeps a value that may refer to records; `text` is Markdown that mentions somebody. */
export type SlotPlace =
	| 'path'
	| 'projects'
	| 'ids'
	| 'query'
	| 'filter'
	| 'membership'
	| 'body'
	| 'text'
	| 'property';

/** A value of a call that may refer to records, and its field. */
export interface Slot {
	readonly field: Field;
	/** A text that stands for a record, or a list of such texts; of Markdown, its HTML. Any other value stays as it is. */
	readonly value: JsonValue;
	/** The text of a list of names that still has to be split. Until then, `value` is split at every separator. */
	readonly textToSplit?: string;
	/** The Markdown that `value` was written from, if it mentions somebody. */
	readonly markdown?: TextWithMentions;
}

/** A text that stands for a record. */
export interface Reference {
	readonly field: Field;
	readonly text: string;
}

/** Returns the value that a slot gets in place of its own. */
type MapSlot = (slot: Slot) => JsonValue;

/** Maps the slots in one place of a call. A list has each of its texts once. */
type MapPlace = (call: ServiceCall, map: MapSlot) => ServiceCall;

const PLACES: Readonly<Record<SlotPlace, MapPlace>> = {
	path: (call, map) => ({
		...call,
		path: mapParameters(call, call.path, call.operation.locators, map),
	}),

	projects(call, map) {
		const field = call.kind === 'list' ? call.operation.projectScope?.several : undefined;
		if (call.kind !== 'list' || call.projects === undefined || field === undefined) return call;

		const names = mapIds(call, call.projects.names, field, map);

		return { ...call, projects: { ...call.projects, names } };
	},

	ids: (call, map) =>
		call.kind === 'add' || call.kind === 'remove'
			? { ...call, ids: mapIds(call, call.ids, call.operation.idsField, map) }
			: call,

	query(call, map) {
		if (call.kind === 'list') {
			const { query } = call;
			const fields = listFields(call.operation);
			const queryParameters = mapParameters(call, query.queryParameters, fields, map);

			return { ...call, query: { ...query, queryParameters } };
		}

		if ((call.kind !== 'add' && call.kind !== 'remove') || call.queryParameters === undefined) {
			return call;
		}

		const { queryFields = [] } = call.operation;

		return {
			...call,
			queryParameters: mapParameters(call, call.queryParameters, queryFields, map),
		};
	},

	filter(call, map) {
		if (call.kind !== 'list') return call;

		const mapTest = <Test extends FilterValues>(test: Test): Test => ({
			...test,
			values: mapTexts(call, test.values, test.field, map),
		});
		const { serverFilters, clientFilters, containers, search } = call.query;

		return {
			...call,
			query: {
				...call.query,
				...(serverFilters && { serverFilters: serverFilters.map(mapTest) }),
				...(clientFilters && { clientFilters: clientFilters.map(mapTest) }),
				...(containers && { containers: containers.map(mapTest) }),
				...(search && { search: { ...search, conditions: search.conditions.map(mapTest) } }),
			},
		};
	},

	membership(call, map) {
		if (!isWrite(call)) return call;

		const targets = { ...call.targets };

		for (const { field } of call.operation.body.memberships ?? []) {
			const ids = targets[field.wire];
			if (ids !== undefined) targets[field.wire] = mapIds(call, ids, field, map);
		}

		return { ...call, targets };
	},

	body: (call, map) => mapBody(call, isReference, map),

	text: (call, map) =>
		mapBody(call, ({ wire }) => call.textsWithMentions?.[wire] !== undefined, map),

	property(call, map) {
		if (!isWrite(call) || call.customValues?.values === undefined) return call;

		const { customValues } = call;
		const values = call.customValues.values.map((value) => {
			const { textToSplit, valueToSend, ...rest } = value;
			if (!isReference(rest.field)) return value;

			const slot = {
				...rest,
				value: valueToSend,
				...(textToSplit !== undefined && { textToSplit }),
			};

			return { ...rest, valueToSend: mapValue(slot, map) };
		});

		return { ...call, customValues: { ...customValues, values } };
	},
};

/** What a call sends, and its filters. */
export const SENT: readonly SlotPlace[] = [
	'ids',
	'query',
	'filter',
	'membership',
	'body',
	'property',
];

/** Gives the slots of a call other values. Those with the same field hold the same texts, such as a filter in two places. */
export const mapSlots = (
	call: ServiceCall,
	places: readonly SlotPlace[],
	map: MapSlot,
): ServiceCall => places.reduce((mapped, place) => PLACES[place](mapped, map), call);

/** The slots of a call, in the order in which `mapSlots` maps them. */
export function slotsOf(call: ServiceCall, places: readonly SlotPlace[]): readonly Slot[] {
	const slots: Slot[] = [];

	mapSlots(call, places, (slot) => {
		slots.push(slot);

		return slot.value;
	});

	return slots;
}

/** The texts in a slot, each of which stands for a record. */
export function referencesIn(slot: Slot): readonly Reference[] {
	const references: Reference[] = [];

	replaceTexts(slot, (reference) => {
		references.push(reference);

		return reference.text;
	});

	return references;
}

/** @returns the value of a slot, with other texts */
export function replaceTexts(
	{ field, value }: Slot,
	replace: (reference: Reference) => string,
): JsonValue {
	if (typeof value === 'string') return replace({ field, text: value });
	if (!Array.isArray(value)) return value;

	return value.map((entry) => replaceTexts({ field, value: entry }, replace));
}

/** The calls that have the values of a record. */
const isWrite = (call: ServiceCall): call is Call<'create' | 'update' | 'upsert'> =>
	call.kind === 'create' || call.kind === 'update' || call.kind === 'upsert';

const isReference = ({ source }: Field): boolean => source !== undefined;

function toSlot(call: ServiceCall, field: Field, value: JsonValue): Slot {
	const textToSplit =
		field.kind.readTextToSplit === undefined ? undefined : call.textsToSplit?.[field.wire];
	const markdown = call.textsWithMentions?.[field.wire];

	return {
		field,
		value,
		...(textToSplit !== undefined && { textToSplit }),
		...(markdown !== undefined && { markdown }),
	};
}

function mapValue(slot: Slot, map: MapSlot): JsonValue {
	const value = map(slot);

	return Array.isArray(value) ? [...new Set(value)] : value;
}

const mapTexts = (
	call: ServiceCall,
	texts: readonly string[],
	field: Field,
	map: MapSlot,
): readonly string[] =>
	isReference(field) ? toTexts(mapValue(toSlot(call, field, [...texts]), map)) : texts;

/** The IDs in the list are as servers return them. */
const mapIds = (
	call: ServiceCall,
	ids: readonly string[],
	field: Field,
	map: MapSlot,
): readonly string[] => [...new Set(mapTexts(call, ids, field, map).map(normalizeId))];

const toTexts = (value: JsonValue): readonly string[] =>
	[value].flat().filter((entry) => typeof entry === 'string');

function mapParameters(
	call: ServiceCall,
	parameters: Readonly<Record<string, string>>,
	fields: readonly Field[],
	map: MapSlot,
): Readonly<Record<string, string>> {
	const mapped = Object.entries(parameters).map(([wire, text]): [string, string] => {
		const field = fields.find((candidate) => candidate.wire === wire && isReference(candidate));
		if (field === undefined) return [wire, text];

		const [replaced = text] = mapTexts(call, [text], field, map);

		return [wire, replaced];
	});

	return Object.fromEntries(mapped);
}

/** Maps the values in a body whose fields are included. */
function mapBody(
	call: ServiceCall,
	isIncluded: (field: Field) => boolean,
	map: MapSlot,
): ServiceCall {
	if (!isWrite(call) && call.kind !== 'action') return call;
	if (call.body === undefined || call.operation.body === undefined) return call;

	const { fields, collectionFields, memberships = [] } = call.operation.body;
	let { body } = call;

	for (const field of [
		...fields,
		...collectionFields,
		...memberships.map((entry) => entry.field),
	]) {
		const value = isIncluded(field) ? getValueAt(body, field.wire) : undefined;
		if (value === undefined) continue;

		body = withValueAt(body, field.wire, mapValue(toSlot(call, field, value), map));
	}

	return { ...call, body };
}
