import type { JsonValue } from 'n8n-workflow';

import { quote } from './describe';
import {
	field,
	fieldsOf,
	refused,
	written,
	type Kind,
	type Overrides,
	type Written,
} from './field';
import { writeIdentifier } from './identifier';
import { isJsonObject, parseJson, toJson } from './json';
import { dependingOn, type Source } from './source';
import { asText } from './text';
import { isEmpty } from './write';

type List = { readonly ok: true; readonly value: unknown[] } | Extract<Written, { ok: false }>;

/**
 * Reads a list: an array, text that holds a JSON array, or text separated by commas or line
 * breaks. Blank entries are dropped. A single number or truth value is a list of one.
 */
export function listOf(value: unknown): List {
	if (Array.isArray(value)) return { ok: true, value: value.filter((entry) => !isEmpty(entry)) };
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
	if (parsed !== undefined && text.startsWith('[')) {
		return parsed.ok ? listOf(parsed.value) : parsed;
	}
	if (typeof value !== 'string') return { ok: true, value: [value] };
	return { ok: true, value: text.split(/[,\r\n]+/).flatMap((entry) => entry.trim() || []) };
}

/** Writes a list entry by entry; the first entry that is refused refuses the list. */
function writeList(value: unknown, writeEntry: (entry: unknown) => Written): Written {
	const list = listOf(value);
	if (!list.ok) return list;
	const entries: JsonValue[] = [];
	for (const entry of list.value) {
		const result = writeEntry(entry);
		if (!result.ok) return result;
		entries.push(result.value);
	}
	return written(entries);
}

function writeIds(value: unknown): Written {
	const list = writeList(value, writeIdentifier);
	return list.ok && Array.isArray(list.value) ? written([...new Set(list.value)]) : list;
}

function writeTexts(value: unknown): Written {
	return writeList(value, (entry) => {
		const text = asText(entry);
		return text === undefined
			? refused(`${quote(entry)} is not text`, 'Give a list of texts.')
			: written(text);
	});
}

function writeValues(value: unknown): Written {
	return writeList(value, (entry) => {
		const json = toJson(entry);
		return json === undefined
			? refused(`${quote(entry)} cannot be sent`, 'Give texts, numbers, truth values or objects.')
			: written(json);
	});
}

const kind = (write: Kind['write']): Kind => ({
	look: { type: 'string', default: '', typeOptions: { rows: 2 } },
	cleared: [],
	write,
});

/** IDs of records, each sent once, in the order of their first appearance. */
export const ids = fieldsOf(kind(writeIds), {
	placeholder: 'e.g. c4a97e4a-c841-4279-a339-6c2512d6b1ac, 1f1bdfdf-f6fc-459b-8a21-c057ef5966e5',
});

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
		...kind(writeIds),
		look: { type: 'multiOptions', default: [], typeOptions },
	};
	return field(users, wire, `${description}. ${CHOOSE}`, overrides);
}

/** Texts, in the order given. */
export const texts = fieldsOf(kind(writeTexts), { placeholder: 'e.g. Gold, Silver' });

/** Values of any JSON type, in the order given. */
export const values = fieldsOf(kind(writeValues), { placeholder: 'e.g. ["Gold", 3]' });
