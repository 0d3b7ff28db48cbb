import type {
	INodeProperties,
	INodePropertyMode,
	INodePropertyOptions,
	JsonObject,
	JsonValue,
} from 'n8n-workflow';

import type { Result } from '../result/problem';
import { isObject } from '../values/valueChecks';
import { camelCase, titleCase } from '../text/letterCase';
import type { Feature, Plan } from './features';
import type { Origin } from './origin';
import type { Comparison } from '../values/sameValue';

/** The circumstances that decide what a value means. */
export interface ValueContext {
	/** The time zone of the workflow (IANA name); it decides the day of a timestamp. */
	readonly timezone: string;
	readonly origin: Origin;
	/** The workspace slug that an address with a key in it must have. Absent or `''`: any. */
	readonly workspace?: string;
	/** Whether the text of a list stays a text for now, if only the names that exist tell where its entries end. */
	readonly splitsLater?: boolean;
}

/**
 * A value as it is sent, or a problem if it is invalid. The message of the problem is a clause that
 * follows the name of the field: `Due Date: "soon" is not a date`.
 */
export type ValueResult = Result<JsonValue>;

/** A kind of value: how it looks in the panel, and how it is checked, sent and compared. */
export interface FieldKind {
	/** The part of a parameter that depends on the kind: its type, default and options. */
	readonly panel: Pick<
		INodeProperties,
		'type' | 'default' | 'typeOptions' | 'options' | 'modes' | 'allowArbitraryValues'
	>;
	/**
	 * The form of a value, as people write it in an expression and models fill it in: `YYYY-MM-DD`. It is a part
	 * of the description in the panel. Absent: any text, or whatever the input of the panel takes.
	 */
	readonly format?: string;
	/** The value to send for a field that was added and left empty. Absent: it cannot be cleared. */
	readonly emptyValue?: JsonValue;
	/** Set if the value is a list, each entry of which must have a value. */
	readonly isList?: true;
	/** Converts any value but an empty one to the form that is sent. Never throws. */
	write(value: unknown, context: ValueContext): ValueResult;
	/** Returns what `write` leaves out of a value, as HTML, so that a hint can say so. Absent: nothing. */
	readonly listRemovedContents?: (value: unknown) => readonly string[];
	/** Whether sending the value would leave the record as it is. Absent: if both are the same JSON. */
	readonly isUnchanged?: Comparison;
	/**
	 * Whether the value in a response shows that the server accepted the one that was sent, in
	 * whatever form it stores it. Absent: as `isUnchanged`.
	 */
	readonly isAccepted?: Comparison;
	/**
	 * Returns the entries of a list that would change the one of a record, which keeps its other entries. Absent: the
	 * list would replace the one of the record.
	 */
	readonly pickChanges?: (sent: JsonValue, stored: JsonValue) => JsonValue[];
}

/** A key that users can enter instead of an ID, and how the server finds the record with it. */
export interface AlternateKey {
	/** The form of such a key. Other texts are never looked up by it. */
	readonly pattern: RegExp;
	/** How to find the record on servers without a path for keys. */
	readonly search: {
		/** The path of the search, below the workspace. */
		readonly path: string;
		/** @param parents the other path values, by wire name */
		readonly query: (
			text: string,
			parents: Readonly<Record<string, string>>,
		) => Readonly<Record<string, string>>;
	};
	/** Whether a row of the response is the record with the key. */
	readonly matches: (key: string, row: JsonObject) => boolean;
	/** The records whose own names are part of such a key, e.g. the project of `LNCH-12`. Plane has a path for these keys. */
	readonly owner?: {
		readonly list: RecordList;
		/** The path of the record with a key, below the workspace, with `{key}` in it (row 27). */
		readonly lookupPath: string;
		/** The lists of an owner that may have records that this path leaves out. */
		readonly otherLists: readonly Pick<RecordList, 'path' | 'rowQuery'>[];
		/** Converts the key to the form that Plane uses. */
		readonly normalize: (text: string) => string;
		/** What to do if no record has the key, as a sentence. */
		readonly remedy: string;
		/** The wire name of the path value that identifies the owner. */
		readonly pathParam: string;
		/** Returns the name of the owner in a key: `LNCH` of `LNCH-12`. */
		readonly readName: (key: string) => string;
		/** Whether the record in a row is the owner of the key. */
		readonly isOwner: (key: string, row: JsonObject) => boolean;
		/** Returns the display name of the owner in a row. */
		readonly label: (row: JsonObject) => string;
	};
}

export type KeyOwner = NonNullable<AlternateKey['owner']>;

/** The addresses of records in Plane's web app. */
export interface WebAddress {
	/**
	 * The segments that may precede the ID or the key, e.g. `modules` for
	 * `https://app.plane.so/acme/projects/…/modules/<ID>`. The panel shows the first one or, if the last one precedes keys, that.
	 */
	readonly segments: readonly string[];
}

/** A mode of a resource locator, without its type. */
export type LocatorMode = Omit<INodePropertyMode, 'type'>;

/** A list of records to choose from in the panel, and to look names up in when a workflow runs. */
export interface RecordList {
	/** The method of the node that n8n calls to load the list. */
	readonly method: string;
	/** The records that the list belongs to, outermost first. */
	readonly parents: readonly ListParent[];
	/** Below `api/v1/workspaces/{workspace_slug}/`; each placeholder is the wire name of a locator. */
	readonly path: string;
	/** The plural noun for its rows, e.g. `modules`. */
	readonly records: string;
	/** The plan that the list needs, if only the commercial editions have it (row 18). */
	readonly plan?: Plan;
	/** The feature that must be turned on in the workspace or the project, if only the commercial editions have the list (row 472). */
	readonly feature?: Feature;
	/** Returns the text that the panel shows for a row, or `''` if the row has none. */
	readonly label?: (row: JsonObject) => string;
	/**
	 * Returns the display names of a record, most specific first. Names in a list are equally specific: what is the first
	 * of one record may be the second of another. Absent: records have no names.
	 */
	readonly names?: (row: JsonObject) => readonly (string | readonly string[])[];
	/** Returns the names that a text may stand for, the most likely first: `Bug (red)` and then `Bug`. */
	readonly spellings: (text: string) => readonly string[];
	/** Whether a value may be a name, and not what an expression leaves that finds nothing. */
	readonly canBeName: (value: unknown) => boolean;
	/** The keys that identify a record besides its ID and its names. */
	readonly keys?: readonly AlternateKey[];
	/**
	 * How to read a record from an address of Plane's web app. Absent: the web app has no address for such
	 * records.
	 */
	readonly address?: WebAddress;
	/** The modes of a locator for other ways to identify a record, in place of "By Name". */
	readonly modes?: readonly LocatorMode[];
	/** The lists that have other such records, or say more of the same ones. */
	readonly otherLists?: readonly OtherList[];
	/** The states of its project in which the list is empty, whatever is in it: a row proves that it is in none of them. */
	readonly emptyIf?: EmptyIf;
	/** The query of every read of the list, such as the one that selects its rows if another list has the same path. */
	readonly rowQuery?: Readonly<Record<string, string>>;
	/** The query that returns the one record that `current` refers to. */
	readonly currentQuery?: Readonly<Record<string, string>>;
	/** How the list is paged, if not always. */
	readonly paging?: ListPaging;
	/** The field of a row that has its ID. */
	readonly idField: string;
}

/**
 * How a list is paged that is not always: not at all, so that one response is the complete list, as a bare array (row 5);
 * or as servers differ: a bare array is the complete list, and anything else is a page of it (row 475).
 */
export type ListPaging = 'none' | 'optional';

/** The states of a project in which one of its lists is empty. */
export type EmptyIf =
	/** The project is archived (row 73). */
	| { readonly kind: 'archived' }
	/** The project is archived, or does not have the feature that such records need. */
	| { readonly kind: 'archivedOrTurnedOff'; readonly feature: ProjectFeature };

/** A feature that a field of the project turns on. */
export type ProjectFeature = Pick<FieldPresentation<string>, 'wire' | 'displayName'>;

/** Another list of the same kind of records, as far as servers have it. */
export interface OtherList<List extends RecordList = RecordList> {
	/**
	 * What it has that the list lacks: the archived records (row 72); people who left the project, for operations that
	 * only read or remove people (`everybody`); or the roles of people, and whether they are active (row 220).
	 */
	readonly kind: 'archived' | 'everybody' | 'roster';
	readonly list: List;
}

/** Finds the other list of this kind, or undefined if there is none. */
export const findOtherList = <List extends RecordList>(
	{ otherLists = [] }: { readonly otherLists?: readonly OtherList<List>[] },
	kind: OtherList['kind'],
): List | undefined => otherLists.find((other) => other.kind === kind)?.list;

/** A record that a list belongs to. */
export type ListParent = {
	/** The placeholder for its ID in the path of the list, e.g. `project_id`. */
	readonly wire: string;
} & (
	| { readonly kind: 'chosen' }
	/** A project has one at most, which nobody has to choose: it is read for its ID. */
	| {
			readonly kind: 'only';
			/** What to do if the project has none: a sentence. */
			readonly howToCreate: string;
	  }
);

/** Finds the parent that nobody has to choose. */
export const findOnlyParent = ({ parents }: RecordList) =>
	parents.find((parent) => parent.kind === 'only');

/** The word that refers to today's record in lists with a `currentQuery`, e.g. the current cycle. */
export const CURRENT = 'current';

/** The parameters in which users choose the parents. When one of them changes, the editor reloads the list. */
export const listParentParameters = ({ parents }: RecordList): string[] =>
	parents.filter(({ kind }) => kind === 'chosen').map(({ wire }) => `${camelCase(wire)}.value`);

/** How a field is named and presented. */
interface FieldPresentation<Wire extends string> {
	/** The name as sent, e.g. `target_date`. */
	readonly wire: Wire;
	/** The name in a saved workflow, e.g. `targetDate`. */
	readonly parameter: string;
	/** The name in the panel, e.g. `Target Date`. */
	readonly displayName: string;
	readonly description: string;
	readonly placeholder?: string;
	/** Text below the field, for fields that are often filled in wrongly. */
	readonly hint?: string;
	/** The initial value in the panel, if it differs from the initial value of the kind. */
	readonly default?: string | boolean;
	/** The field in which users choose whether the text is plain or HTML. */
	readonly formatField?: Field;
	/** The field in which users choose to replace, extend or reduce the entries that the record has. */
	readonly actionField?: Field;
}

/** Which values a field takes, and whether it can do without one. */
interface ValueRules {
	readonly kind: FieldKind;
	readonly required: boolean;
	/** Set if the field cannot be cleared, although others of its kind can. */
	readonly cannotBeCleared?: true;
	/**
	 * Set if the text identifies the record. An expression in it must have a value, because the rest of
	 * the text could identify another record.
	 */
	readonly identifiesRecord?: true;
	/** The wire name of the date field of the same operation that must not be later than this one. */
	readonly notBefore?: string;
}

/** How the records that a value refers to are looked up. */
interface LookupRules {
	/** The list to look IDs, names and keys up in. */
	readonly source?: RecordList;
	/**
	 * Set if servers accept records that are not in the list and silently drop them (row 24). IDs are
	 * then looked up too.
	 */
	readonly mustBeListed?: true;
	/** Set if servers silently drop guests and inactive people (row 61). */
	readonly activeMembersOnly?: true;
	/** Set if the user may choose to have a missing name created as a new record. */
	readonly canCreateMissing?: true;
}

/** The values of another field with which a new record takes a field. */
export interface TakenWith {
	/** The wire name of the other field. */
	readonly wire: string;
	/** What this field can be for each value of the other one, the default first; `[]` for anything, without a default. */
	readonly choices: Readonly<Record<string, readonly string[]>>;
	/** Set if a new record can do without the field then. */
	readonly isOptional?: true;
}

/** When a value is sent besides when the user fills it in, and together with what. */
interface SendingRules {
	/** Set if servers drop the field beside other ones: a separate request sends it before those. */
	readonly sendFirst?: true;
	/** The value that a create sends if the user gives none: servers require the field, or have a bad default. */
	readonly initialValue?: JsonValue;
	/** Set if a new record takes the field, or needs it, only with some values of another one. */
	readonly takenWith?: TakenWith;
	/**
	 * Set if only a create takes the field: whether a record that exists already keeps another value, or is refused with
	 * it, because it is not the one that was asked for.
	 */
	readonly createOnly?: 'keepOther' | 'refuseOther';
	/**
	 * Which values servers ignore in a create. An update sends them again if the new record does not
	 * show them or, with `always`, in any case.
	 */
	readonly resendAfterCreate?: 'any' | 'empty' | 'always';
}

/** How to tell from a response whether the server accepted the value, and what to say if not. */
interface ResponseRules {
	/** Another path at which a record may have the value, besides the wire name: `issue_detail.name`. */
	readonly responsePath?: string;
	/** Why the value is not compared: a response may differ although the value was accepted. */
	readonly notComparedReason?: string;
	/** Why a server may have ignored the value, and what to do, as whole sentences. */
	readonly notAcceptedHint?: string;
}

/** One line of a declaration: a name on the wire, its parameter in the panel, its kind of value. */
export interface Field<Wire extends string = string>
	extends FieldPresentation<Wire>, ValueRules, LookupRules, SendingRules, ResponseRules {}

/** The members of a field that a declaration may add or set differently from the defaults. */
export type Overrides = Partial<
	Omit<Field, 'wire' | 'description' | 'required' | 'cannotBeCleared' | 'kind'>
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

/**
 * Returns the function that declares fields of a kind: `text('name', 'Name of the module')`.
 *
 * @param defaults for all fields of the kind; the overrides of a declaration win
 */
export const fieldFactory =
	(kind: FieldKind, defaults: Overrides = {}) =>
	<Wire extends string>(wire: Wire, description: string, overrides: Overrides = {}) =>
		field(kind, wire, description, { ...defaults, ...overrides });

/** The options of a kind with a list of values. Any other kind has none. */
export const listOptions = ({ panel }: FieldKind): readonly INodePropertyOptions[] =>
	(panel.options ?? []).filter((option) => 'value' in option);

/** Whether a value is the one of a resource locator: the mode, and the value chosen in it. */
export const isLocatorValue = (
	value: unknown,
): value is {
	readonly mode: unknown;
	readonly value: unknown;
	/** The name of the record when it was chosen from the list. */
	readonly cachedResultName?: unknown;
} => isObject(value) && 'mode' in value && 'value' in value;

/** Returns the value chosen in a resource locator, or any other value unchanged. */
export const readLocatorValue = (value: unknown): unknown =>
	isLocatorValue(value) ? value.value : value;

/** Returns the value of a field; of a resource locator, the value chosen in it. */
export const readPlainValue = ({ kind }: Field, value: unknown): unknown =>
	kind.panel.type === 'resourceLocator' ? readLocatorValue(value) : value;

/** Returns the field as one that can be changed, but not cleared. */
export const notClearable = <Wire extends string>(field: Field<Wire>): Field<Wire> => ({
	...field,
	cannotBeCleared: true,
});

/** Returns the field as one that must be filled in. */
export const required = <Wire extends string>(field: Field<Wire>): Field<Wire> => ({
	...field,
	required: true,
});

/** Returns a field and the fields that say how to interpret its value, in the order of the panel. */
export const withCompanions = (field: Field): readonly Field[] =>
	[field, field.formatField, field.actionField].filter((part) => part !== undefined);

/** Returns the value that clears a field, or undefined if it cannot be cleared. */
export const getEmptyValue = ({ kind, cannotBeCleared, required }: Field): JsonValue | undefined =>
	cannotBeCleared === true || required ? undefined : kind.emptyValue;
