import type { INodeProperties, JsonObject, JsonValue } from 'n8n-workflow';

import type { Result } from '../result/problem';
import { isObject } from './valueChecks';
import { camelCase, titleCase } from '../text/letterCase';
import type { Origin } from './origin';

/** What a value is read in. */
export interface ValueContext {
	/** The workflow's (IANA name); it decides the day of a timestamp. */
	readonly timezone: string;
	readonly origin: Origin;
	/** The slug that an address with a key in it has to be of; absent or `''`: any. */
	readonly workspace?: string;
}

/** A value as it goes out, or why it cannot; the message is a clause that goes after the name of a field. */
export type WriteResult = Result<JsonValue>;

/** Whether a server has what was sent; neither value is empty. */
export type Comparison = (sent: JsonValue, held: JsonValue) => boolean;

/** A kind of value: how it looks in the panel, and how it is written on the wire. */
export interface FieldKind {
	/** The part of a parameter that depends on the kind: its type, default and options. */
	readonly look: Pick<INodeProperties, 'type' | 'default' | 'typeOptions' | 'options' | 'modes'>;
	/** What is sent for a value that was added and left empty; absent: the value cannot be cleared. */
	readonly emptyValue?: JsonValue;
	/** Set where a value has entries, each of which must have a value. */
	readonly isList?: true;
	/**
	 * The text of a list of names, where only the names that there are tell where one of them ends;
	 * undefined: there is no doubt. Until they are known, `write` goes by the separators.
	 */
	readonly readTextToSplit?: (value: unknown) => string | undefined;
	/** Takes any value but an empty one, never throws. */
	write(value: unknown, context: ValueContext): WriteResult;
	/**
	 * Whether a record that holds a value would stay as it is if this one were sent; absent: if both are
	 * the same JSON.
	 */
	readonly isUnchanged?: Comparison;
	/**
	 * Whether a response that shows a value has taken the one that was sent, in whatever form the server
	 * keeps it; absent: where it is stored so.
	 */
	readonly isAccepted?: Comparison;
}

/** What can be given instead of an ID, and how the server finds the record by it. */
export interface AlternateKey {
	/** What such a key looks like; nothing else is looked up by it. */
	readonly pattern: RegExp;
	/** The path that has the one record with a key, below the workspace, with `{key}` in it (row 27). */
	readonly lookupPath?: string;
	/** The key as Plane writes it; absent: as it was given. */
	readonly normalize?: (text: string) => string;
	/** What to say if no record has the key: a sentence. */
	readonly remedy?: string;
	/** How the record is found by servers without a path for keys. */
	readonly search: {
		/** Below the workspace. */
		readonly path: string;
		/** @param parents the other values of the path, by their wire names */
		readonly query: (
			text: string,
			parents: Readonly<Record<string, string>>,
		) => Readonly<Record<string, string>>;
	};
	/** Whether a row of the response is the record with the key. */
	readonly matches: (key: string, row: JsonObject) => boolean;
	/** The records whose own names are a part of such a key, so that it tells which one it is of. */
	readonly owner?: {
		/** Below the workspace. */
		readonly path: string;
		/** The wire name of the value of the path that names one. */
		readonly pathParam: string;
		/** Whether a key is of this one. */
		readonly isOwner: (key: string, row: JsonObject) => boolean;
		/** What people call it. */
		readonly label: (row: JsonObject) => string;
	};
}

/** The list that records are chosen from: in the panel, and by their names when a workflow runs. */
export interface Source {
	/** The method of the node that n8n calls for it. */
	readonly method: string;
	/** The locators whose records the list belongs to, the outermost first, e.g. `projectId`. */
	readonly parents: readonly string[];
	/** Below `api/v1/workspaces/{workspace_slug}/`; a placeholder is the wire name of a locator. */
	readonly path: string;
	/** What its rows are called, e.g. `modules`. */
	readonly records: string;
	/** What a person reads for a row; `''` if it has nothing to say. */
	readonly label?: (row: JsonObject) => string;
	/** Display names of a record, most specific first; absent if records have none. */
	readonly names?: (row: JsonObject) => readonly string[];
	/**
	 * Set where people make up names as they like, so that one may look like a web address or like what an
	 * expression leaves that finds nothing.
	 */
	readonly allowsAnyName?: true;
	/** What else a name may be written as, the likeliest first: `Bug` for `Bug (red)`. */
	readonly alternateNames?: (name: string) => readonly string[];
	/** What else stands for a record, besides its ID and its names. */
	readonly keys?: readonly AlternateKey[];
	/** A list that also has what is no longer in this one, for what only looks for it or takes it away. */
	readonly fallbackSource?: Source;
	/** The same people with their roles and whether they are active, on servers that have it (row 220). */
	readonly roster?: Source;
	/** The list of those that are archived, which this one leaves out. */
	readonly archived?: Source;
	/** Set where the list of an archived project is empty (row 73), so that rows show that it is not. */
	readonly isEmptyIfArchived?: true;
	/** What has to be turned on in the project so that it has such records, by its wire and display name. */
	readonly projectFeature?: { readonly wire: string; readonly displayName: string };
	/** The query that gives the one record that `current` stands for. */
	readonly currentQuery?: Readonly<Record<string, string>>;
	/** Set where the list comes whole in one response, as a bare array (row 5). */
	readonly isUnpaged?: true;
	/** The field of a row that holds its ID, where that is not `id`. */
	readonly idField?: string;
}

/** The word that stands for the record of today, where a list has one. */
export const CURRENT = 'current';

/** What makes the editor load a list anew, and empty a locator, when another parent is chosen. */
export const listParentParameters = ({ parents }: Source): string[] =>
	parents.map((name) => `${name}.value`);

/** One line of a declaration: a name on the wire, its parameter in the panel, its kind of value. */
export interface Field<Wire extends string = string> {
	/** The name as sent, e.g. `target_date`. */
	readonly wire: Wire;
	/** The name in a saved workflow, e.g. `targetDate`. */
	readonly parameter: string;
	/** The name in the panel, e.g. `Target Date`. */
	readonly displayName: string;
	readonly description: string;
	readonly placeholder?: string;
	/** What stands below the field, where a mistake is likely. */
	readonly hint?: string;
	readonly required: boolean;
	/** Set where no record can be without it, although its kind can be cleared. */
	readonly isClearable?: false;
	/** What servers that do not know the wire name call it. */
	readonly alias?: string;
	/** What the panel starts with, where that is not what the kind starts with. */
	readonly default?: string | boolean;
	/** Another date field of the same operation that must not be later than this one. */
	readonly notBefore?: string;
	readonly kind: FieldKind;
	/**
	 * Set where a text tells which record it is, so that one with a hole in it would be another
	 * record's: an expression in it must have a value.
	 */
	readonly identifiesRecord?: true;
	/** The list of the records that the value names, by ID, by name or by key. */
	readonly source?: Source;
	/**
	 * Set where a server takes what is not in the list and silently leaves it out (row 24), so that IDs
	 * are looked for in the list too.
	 */
	readonly mustBeListed?: true;
	/** Set where a server leaves out guests and people who are no longer active (row 61). */
	readonly activeMembersOnly?: true;
	/** Set where a name that the list does not have can become a new record of it, if the user wants. */
	readonly canCreateMissing?: true;
	/** Tells whether the text is HTML; without it, text becomes HTML (`description_html`). */
	readonly formatField?: Field;
	/** Tells what becomes of the entries that the record has already. */
	readonly actionField?: Field;
	/** Another date field that is given with this one, or not at all. */
	readonly requiredWith?: string;
	/** Another field that a change sends along, as the record has it, where it changes this one. */
	readonly sendWith?: string;
	/** Set where every change sends it, as the record has it: servers change what is left out. */
	readonly sendAlways?: true;
	/** Set where servers lose it beside other fields, so that a request of its own sends it before those. */
	readonly sendFirst?: true;
	/** Set where only one record of a list can have it turned on, and servers leave it to the others (row 63). */
	readonly onlyOneInList?: true;
	/** What happens with servers that refuse a change of it whatever it is, and what to do instead. */
	readonly refusalHint?: {
		readonly message: string;
		readonly description: string;
	};
	/**
	 * Which values a server ignores in a create, so that a change sends them once more if the new record
	 * does not show them; `always`: also if it does.
	 */
	readonly resendAfterCreate?: 'any' | 'empty' | 'always';
	/** Where a record shows it, if that is not below its wire name: `issue_detail.name`. */
	readonly responsePath?: string;
	/** Why a response may show something else although the value was taken, so that it is not compared. */
	readonly notComparedReason?: string;
	/** What keeps a server from taking a value that it leaves out, and what to do: whole sentences. */
	readonly notAcceptedHint?: string;
}

/** What a declaration may say otherwise than the wire name does. */
export type Overrides = Partial<
	Omit<Field, 'wire' | 'description' | 'required' | 'isClearable' | 'kind'>
>;

/**
 * Declares a field of any kind. The display name is the wire name in title case and the parameter
 * its camelCase, unless `overrides` says otherwise.
 */
export const field = <Wire extends string>(
	kind: FieldKind,
	wire: Wire,
	description: string,
	overrides: Overrides = {},
): Field<Wire> => ({
	wire,
	parameter: camelCase(wire),
	displayName: titleCase(wire),
	required: false,
	...overrides,
	description,
	kind,
});

/** Makes the declaring function of a kind: `text('name', 'Name of the module')`. */
export const fieldFactory =
	(kind: FieldKind, usual: Overrides = {}) =>
	<Wire extends string>(wire: Wire, description: string, overrides: Overrides = {}) =>
		field(kind, wire, description, { ...usual, ...overrides });

/** Whether a value is what the panel gives of a locator: how the record is chosen, and the choice. */
export const isLocatorValue = (
	value: unknown,
): value is { readonly mode: unknown; readonly value: unknown } =>
	isObject(value) && 'mode' in value && 'value' in value;

/** The value that is chosen in a locator; any other value is returned as it is. */
export const readLocatorValue = (value: unknown): unknown =>
	isLocatorValue(value) ? value.value : value;

/** The plain value of a field: for a locator, the value that is chosen in it. */
export const readPlainValue = ({ kind }: Field, value: unknown): unknown =>
	kind.look.type === 'resourceLocator' ? readLocatorValue(value) : value;

/** The same field as one that no record can be without: it is changed, never cleared. */
export const notClearable = <Wire extends string>(clearable: Field<Wire>): Field<Wire> => ({
	...clearable,
	isClearable: false,
});

/** The same field as one that must be filled in. */
export const required = <Wire extends string>(optional: Field<Wire>): Field<Wire> => ({
	...optional,
	required: true,
});

/** A field with its companions, which say how its value is interpreted, in the order of the panel. */
export const withCompanions = (field: Field): readonly Field[] =>
	[field, field.formatField, field.actionField].filter((candidate) => candidate !== undefined);

/** The value that clears a field, or undefined if it cannot be cleared. */
export const getEmptyValue = ({ kind, isClearable, required }: Field): JsonValue | undefined =>
	isClearable === false || required ? undefined : kind.emptyValue;
