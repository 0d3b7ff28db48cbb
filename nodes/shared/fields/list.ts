import type { JsonValue } from 'n8n-workflow';

import { quote } from './describe';
import { isEmpty } from './empty';
import {
	field,
	fieldsOf,
	refused,
	written,
	type Kind,
	type Naming,
	type Overrides,
	type ValueContext,
	type Written,
} from './field';
import { writeRecordId } from './identifier';
import { isJsonObject, parseJson, toJson } from './json';
import type { Origin } from './origin';
import { dependingOn, type Source } from './source';
import { asText } from './text';

type List = { readonly ok: true; readonly value: unknown[] } | Extract<Written, { ok: false }>;

/**
 * Reads a list: an array, text that holds a JSON array, or text separated by commas or line
 * breaks. A single number or truth value is a list of one.
 *
 * An entry without a value refuses the list: left out, it would take others out of a record without
 * a word. Only in what a person typed, and between line breaks, blanks are left out.
 */
export function listOf(value: unknown, { form }: Origin): List {
	if (Array.isArray(value)) return entriesOf(value);
	const text = asText(value)?.trim();
	// An object is no list, and neither is one that came as JSON text: its commas separate nothing.
	const parsed = text !== undefined && /^[[{]/.test(text) ? parseJson(text) : undefined;
	if (text === undefined || (parsed?.ok === true && isJsonObject(parsed.value))) {
		return {
			ok: false,
			problem: `${quote(value)} is not a list`,
			remedy: 'Give a list, or text separated by commas or line breaks.',
		};
	}
	if (parsed?.ok === true && Array.isArray(parsed.value)) return entriesOf(parsed.value);
	if (parsed?.ok === false && text.startsWith('[')) return parsed;
	if (typeof value !== 'string') return { ok: true, value: [value] };
	const entries = text.split(',').flatMap(linesOf);
	return form === 'fixed'
		? { ok: true, value: entries.filter((entry) => entry !== '') }
		: entriesOf(entries);
}

/** What stands between two commas: nothing is one entry without a value, blank lines are none. */
function linesOf(text: string): string[] {
	const lines = text.split(/[\r\n]+/).flatMap((line) => line.trim() || []);
	return lines.length === 0 ? [''] : lines;
}

/** A list of these entries, unless one of them has no value. */
function entriesOf(entries: readonly unknown[]): List {
	const at = entries.findIndex(isEmpty);
	if (at === -1) return { ok: true, value: [...entries] };
	const place = `entry ${String(at + 1)} of ${String(entries.length)} has no value`;
	return {
		ok: false,
		problem: entries.every(isEmpty) ? 'no entry has a value' : place,
		remedy: 'Give each entry a value, or take out those that have none.',
	};
}

/** Writes a list entry by entry; the first entry that is refused refuses the list. */
function writeList(
	value: unknown,
	{ origin }: ValueContext,
	writeEntry: (entry: unknown) => Written,
): Written {
	const list = listOf(value, origin);
	if (!list.ok) return list;
	const entries: JsonValue[] = [];
	for (const entry of list.value) {
		const result = writeEntry(entry);
		if (!result.ok) return result;
		entries.push(result.value);
	}
	return written(entries);
}

/** @param naming what may stand for an ID, if anything may */
const writeIds =
	(naming?: Naming): Kind['write'] =>
	(value, context) => {
		const isName = (text: string) => naming?.pattern.test(text) === true;
		const list = writeList(value, context, (entry) => writeRecordId(entry, isName));
		return list.ok && Array.isArray(list.value) ? written([...new Set(list.value)]) : list;
	};

function writeTexts(value: unknown, context: ValueContext): Written {
	return writeList(value, context, (entry) => {
		const text = asText(entry);
		return text === undefined
			? refused(`${quote(entry)} is not text`, 'Give a list of texts.')
			: written(text.trim());
	});
}

function writeValues(value: unknown, context: ValueContext): Written {
	return writeList(value, context, (entry) => {
		const json = toJson(entry);
		return json === undefined
			? refused(`${quote(entry)} cannot be sent`, 'Give texts, numbers, truth values or objects.')
			: written(json);
	});
}

const kind = (write: Kind['write']): Kind => ({
	look: { type: 'string', default: '', typeOptions: { rows: 2 } },
	cleared: [],
	isList: true,
	write,
});

/** IDs of records, each sent once, in the order of their first appearance. */
export function ids<Wire extends string>(
	wire: Wire,
	description: string,
	overrides: Overrides = {},
) {
	const placeholder =
		'e.g. c4a97e4a-c841-4279-a339-6c2512d6b1ac, 1f1bdfdf-f6fc-459b-8a21-c057ef5966e5';
	return field(kind(writeIds(overrides.naming)), wire, description, { placeholder, ...overrides });
}

/** n8n's own words for a list that is loaded and takes an expression. */
const CHOOSE =
	'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';

/**
 * IDs of users, chosen from a list. n8n has no such list that takes text too: an expression does,
 * `={{ $json.ids }}` as well as text separated by commas.
 */
export function users<Wire extends string>(
	wire: Wire,
	description: string,
	{ method, parents }: Source,
	overrides: Overrides,
) {
	const typeOptions = {
		loadOptionsMethod: method,
		loadOptionsDependsOn: ['workspaceSlug', ...dependingOn(parents)],
	};
	const users: Kind = {
		...kind(writeIds()),
		look: { type: 'multiOptions', default: [], typeOptions },
	};
	return field(users, wire, `${description}. ${CHOOSE}`, overrides);
}

/** Texts, in the order given. */
export const texts = fieldsOf(kind(writeTexts), { placeholder: 'e.g. Gold, Silver' });

/** Values of any JSON type, in the order given. */
export const values = fieldsOf(kind(writeValues), { placeholder: 'e.g. ["Gold", 3]' });
