import type { INodeProperties, JsonObject, JsonValue } from 'n8n-workflow';

import { camelCase, titleCase } from './names';

/** What a value is read in: the workflow's time zone (IANA name) decides the day of a timestamp. */
export interface ValueContext {
	readonly timezone: string;
}

/**
 * A value ready to send, or why it cannot be sent: `problem` is a clause that goes after the
 * field's display name (`Color: "red" is not a color`), `remedy` is a whole sentence.
 */
export type Written =
	| { readonly ok: true; readonly value: JsonValue }
	| { readonly ok: false; readonly problem: string; readonly remedy: string };

/** A value that can be sent as it is. */
export const written = (value: JsonValue): Written => ({ ok: true, value });
/** Why a value cannot be sent, and what to do. */
export const refused = (problem: string, remedy: string): Written => ({
	ok: false,
	problem,
	remedy,
});

/** The part of a parameter that depends on the kind of value: its type, default and options. */
export type Look = Pick<INodeProperties, 'type' | 'default'> &
	Partial<Pick<INodeProperties, 'typeOptions' | 'options' | 'modes' | 'placeholder' | 'hint'>>;

/** A kind of value: how it looks in the panel, and how it is written on the wire. */
export interface Kind {
	readonly look: Look;
	/** What is sent for a value that was added and left empty; absent: the value cannot be cleared. */
	readonly cleared?: JsonValue;
	/** Takes any value but an empty one, never throws. */
	write(value: unknown, context: ValueContext): Written;
}

/** What people may give in the place of an ID, and how a server finds the record by it. */
export interface Naming {
	/** What such a name looks like; nothing else is looked up. */
	readonly pattern: RegExp;
	readonly search: {
		/** Below the workspace. */
		readonly path: string;
		/** @param parents the other values of the path, by their wire names */
		readonly query: (
			text: string,
			parents: Readonly<Record<string, string>>,
		) => Readonly<Record<string, string>>;
	};
	/** The name of a hit. */
	readonly nameOf: (row: JsonObject) => string;
}

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
	readonly required: boolean;
	/** What servers that do not know the wire name call it. */
	readonly alias?: string;
	/** What the panel starts with, where that is not what the kind starts with. */
	readonly default?: string | boolean;
	/** Another date field of the same operation that must not be later than this one. */
	readonly notBefore?: string;
	readonly kind: Kind;
	/** Set where the value may be a name that the path does not take. */
	readonly naming?: Naming;
}

/** What a declaration may say otherwise than the wire name does. */
export type Overrides = Partial<
	Pick<
		Field,
		'parameter' | 'displayName' | 'placeholder' | 'default' | 'notBefore' | 'alias' | 'naming'
	>
>;

/**
 * Declares a field of any kind. The display name is the wire name in title case and the parameter
 * its camelCase, unless `overrides` says otherwise.
 */
export function field<Wire extends string>(
	kind: Kind,
	wire: Wire,
	description: string,
	overrides: Overrides = {},
): Field<Wire> {
	return {
		wire,
		parameter: camelCase(wire),
		displayName: titleCase(wire),
		required: false,
		...overrides,
		description,
		kind,
	};
}

/** Makes the declaring function of a kind: `text('name', 'Name of the module')`. */
export function fieldsOf(kind: Kind, usual: Overrides = {}) {
	return <Wire extends string>(wire: Wire, description: string, overrides: Overrides = {}) =>
		field(kind, wire, description, { ...usual, ...overrides });
}

/** The same field as one that must be filled in. */
export function required<Wire extends string>(optional: Field<Wire>): Field<Wire> {
	return { ...optional, required: true };
}
