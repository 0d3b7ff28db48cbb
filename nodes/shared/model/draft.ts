import type { JsonObject, JsonValue } from 'n8n-workflow';

import type { Field } from '../fields/kinds';
import type { EnteredValue } from '../fields/write';
import type { Exception } from '../imports/profile';
import type { ClientFilter, ContainerFilter, Kind, Operation } from '../operations/operation';
import type { CallParts, ListQuery, ProjectSelection, RemovedContents } from './call';

/**
 * A value that an item has for a field, checked as far as that is possible before any request. It has names and keys in
 * the place of IDs.
 */
export interface Entered extends EnteredValue {
	/** The Markdown that `value` was written from, if it mentions somebody. */
	readonly markdown?: TextWithMentions;
	/** The names of the records whose IDs may come from another tool, by their IDs. */
	readonly namesByUncertainId?: Readonly<Record<string, string>>;
	/** Set if names in it stay text. */
	readonly mentionsNobody?: true;
	/** The group that the record belongs to, by what another tool says. */
	readonly group?: RecordGroup;
	/** Whether names that stand for nothing are left out, because the user has not asked for them. */
	readonly mayBeLeftOut?: boolean;
	/** Whether an existing record keeps the value that it has. */
	readonly onlyForNew?: boolean;
	/** The IDs that an existing record keeps instead of the value. */
	readonly keptIds?: readonly string[];
}

/** The group that a record belongs to: a state that is completed. */
export interface RecordGroup {
	/** The field of a row that has its group. */
	readonly field: string;
	readonly value: string;
	/** Whether the first record of the group will do if none has the name. */
	readonly isEnough: boolean;
	/** Whether it is only assumed: the export does not say it. */
	readonly isAssumed?: boolean;
	/** Whether a record with the name is created in the group if there is none. */
	readonly isCreated?: boolean;
	/** The groups that a record with the name must be in, too, or else the group decides alone. */
	readonly accepted?: readonly string[];
	/** Whether an existing record keeps the record that it has, if that is in one of these groups. */
	readonly keepsAccepted?: boolean;
}

/** Markdown that mentions somebody. */
export interface TextWithMentions {
	readonly markdown: string;
	/** The names in its mentions, each once. */
	readonly names: readonly string[];
}

/** Where in a call a value goes. */
export type SlotPlace =
	| 'path'
	/** The projects in which a list is read. */
	| 'projects'
	| 'ids'
	| 'query'
	| 'filter'
	/** What a record is added to. */
	| 'membership'
	| 'body'
	/** The value of a custom property, which has a request of its own. */
	| 'property';

/** What may become of a name that is not in the list of its field. */
export interface NameRules {
	/** It becomes a new record. */
	readonly mayCreate?: boolean;
	/** The record may have left the list, because it is only found, or removed from another one. */
	readonly mayBeUnlisted?: boolean;
}

/** What a filter does with its values. */
export type FilterUse =
	/** The server applies it, or the node; or it is a condition of a search. */
	| ({ readonly by: 'server' | 'node' | 'search' } & Pick<ClientFilter, 'rowPath' | 'test'>)
	/** Further conditions of a search, as JSON. */
	| { readonly by: 'expression' }
	/** The node reads what is in these containers. */
	| { readonly by: 'container'; readonly container: ContainerFilter };

/** A value on its way into a call, with its field. */
export interface Slot extends Entered, NameRules {
	readonly at: SlotPlace;
	readonly field: Field;
	/** Set if it is a filter. */
	readonly filter?: FilterUse;
	/** What is left out of the value of a custom property, as HTML. */
	readonly removedContents?: readonly string[];
}

/** A custom property as the editor had loaded it. The item may be about another type, or another project. */
export interface EditorProperty {
	readonly name: string;
	/** The names of its options by their IDs. */
	readonly options: ReadonlyMap<string, string>;
}

/** A value of a custom property whose field is not known before its type is. */
export interface PropertyValue {
	/** The ID of the property, or its name. */
	readonly key: string;
	/** `null` clears it. */
	readonly value: JsonValue;
	readonly editorProperty?: EditorProperty;
}

/** The values of custom properties of an item, in a resource mapper. */
export interface PropertyValues {
	/** The time zone of the workflow (IANA name); it decides the day of a timestamp. */
	readonly timezone: string;
	readonly values: readonly PropertyValue[];
}

/** What comes into a write call from slots. */
type WrittenParts = 'body' | 'targets' | 'customValues';

/** What a call of each kind is made of besides its slots. */
export interface DraftSettings {
	readonly list: Pick<
		CallParts['list'],
		'includesCustomProperties' | 'containerFields' | 'groupBy' | 'selectedFields'
	> & {
		/** Without its filters, and with the parameters that belong to no field. */
		readonly query: Omit<
			ListQuery,
			'serverFilters' | 'clientFilters' | 'containers' | 'search' | 'rowTests'
		>;
	};
	readonly get: CallParts['get'];
	readonly create: Omit<CallParts['create'], WrittenParts>;
	readonly upsert: Omit<CallParts['upsert'], WrittenParts>;
	readonly update: Omit<CallParts['update'], WrittenParts>;
	readonly action: Omit<CallParts['action'], 'body'> & {
		/** Default values for the fields that the user left out, by paths of names. */
		readonly initialValues: JsonObject;
	};
	readonly add: unknown;
	readonly remove: Pick<CallParts['remove'], 'ignoreMissing'>;
	readonly attach: CallParts['attach'];
	readonly upload: CallParts['upload'];
}

/** What texts for people say about a draft. */
export interface DraftNotes {
	/** The names that the user gave for records, by their IDs, for error messages. */
	readonly displayNames?: Readonly<Record<string, string>>;
	/** What is left out of texts, because it could run, or because Plane does not keep it. */
	readonly removedContents?: readonly RemovedContents[];
	/** Display names of the fields that a create does not send, because their expressions found nothing. */
	readonly skippedFields?: readonly string[];
	/** The names that stand for nothing that can be used, and that nobody has asked for. */
	readonly leftOutNames?: readonly LeftOutName[];
	/** Set if it is a row of an import. */
	readonly row?: ImportRow;
}

/** What is known of a row of an import beside its fields. */
export interface ImportRow {
	/** The properties of the item that match no field. */
	readonly unmatchedColumns: readonly string[];
	/** The tool whose export it comes from, if that is known. */
	readonly tool?: string;
	/** Whether the user has chosen the tool. Otherwise, the columns have shown it. */
	readonly isToolChosen?: boolean;
	/** Set if it is no open work of its own, and nothing is done for it. */
	readonly leftOut?: LeftOutRecord;
	/** Set if its record is to be archived: the day on which that is. */
	readonly archiveOn?: string;
	/** Set if its parent is to be set. */
	readonly relatives?: RowRelatives;
	/** Whether its description names the people whom the project does not have. */
	readonly namesUnknownPeople?: boolean;
	/** The columns of days that are numbers, and are read in the time zone of the workflow. */
	readonly numericDays?: readonly string[];
	/** Set if its comments are to be added, and the export does not have all of them. */
	readonly lacksComments?: true;
	/** The comments and links that its record is to have. */
	readonly furtherRecords?: readonly FurtherRecord[];
}

/** A comment or a link that belongs to the record of a row. */
export interface FurtherRecord {
	readonly operation: Operation<'create'>;
	readonly body: JsonObject;
	/** What tells most comments of a record apart, and becomes a part of their External IDs. A link has its address. */
	readonly key?: string;
	/** The beginning of the key of a comment, if the rest is a time. */
	readonly author?: string;
}

/** How the rows of an import refer to each other. */
export interface RowRelatives {
	/** What other rows call it. */
	readonly names: readonly string[];
	/** What it calls the row of its parent. */
	readonly parent?: string;
	/** The title that its parent has, if the export says so. */
	readonly parentTitle?: string;
	readonly relations?: readonly RowRelation[];
}

/** How a row is related to others. */
export interface RowRelation {
	/** As Plane calls it: `blocking`. */
	readonly type: string;
	/** What the row calls the other one, or several of them with commas. */
	readonly name: string;
}

/** A name that stands for nothing that can be used. */
export interface UnknownName {
	readonly field: Field;
	readonly name: string;
}

/** A name that is left out of a field. */
export interface LeftOutName extends UnknownName {
	/** The name of the record that is taken instead, if one is. */
	readonly takenInstead?: string;
	/** Set if it is what the item calls another row of the import, which is not there, or not clear. */
	readonly isRow?: true;
}

/** A record of an export that is no open work of its own. */
export interface LeftOutRecord {
	readonly reason: Exception;
	readonly externalId: string;
	readonly title: string;
}

/** The type of the drafts of each kind. */
export type DraftsByKind = {
	readonly [K in Kind]: DraftNotes & {
		readonly kind: K;
		readonly operation: Operation<K>;
		readonly itemIndex: number;
		/** The slug; `''` outside of workspaces. */
		readonly workspace: string;
		/** In the order in which their names are looked up. */
		readonly slots: readonly Slot[];
		/** Absent: none are set. A new record has them without values, because its type may require some. */
		readonly properties?: PropertyValues;
		/** Set if a list is read in several projects. */
		readonly projects?: ProjectSelection['kind'];
		readonly settings: DraftSettings[K];
	};
};

/**
 * What one item asks for, with names and keys where a request has IDs. Its values keep their fields until `buildCall`
 * makes a call of it.
 */
export type Draft<K extends Kind = Kind> = DraftsByKind[K];
