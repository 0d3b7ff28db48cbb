import type { IBinaryData, JsonObject, JsonValue } from 'n8n-workflow';

import type { Field } from '../fields/kinds';
import type {
	Kind,
	Operation,
	ClientFilter,
	ContainerFilter,
	ServiceKind,
	ServiceOperation,
} from '../operations/operation';
import type { CountGroup } from '../operations/shared/counts';
import type { ContainerField } from '../operations/shared/workItemContainers';
import type { Problem } from '../result/problem';
import type { Place } from './place';

/** The form in which the output shows a record. */
export interface OutputForm {
	/** Whether it shows the most useful fields only. */
	readonly simplify?: boolean;
	/** The names of the only fields to show, simplified or not. Absent: all. */
	readonly selectedFields?: readonly string[];
}

/** The values with which a record is created or updated. */
export interface RecordValues extends OutputForm {
	readonly body: JsonObject;
	/** The IDs of the records to which this record is added, by the wire names of the memberships. */
	readonly targets: Readonly<Record<string, readonly string[]>>;
	/** Values of custom properties, which have requests of their own. */
	readonly customValues?: readonly TypedValue[];
}

/** A value of a custom property, whose field has the ID of the property as wire name. */
export interface TypedValue {
	readonly field: Field;
	/** `null` removes the value. */
	readonly valueToSend: JsonValue;
	/** What is left out of the value, as HTML. */
	readonly removedContents?: readonly string[];
}

/** What is known of the record of a row beside its values. */
interface ImportedKey {
	/** Set if it is a UUID in a column that is only called ID: it may be the ID of a record of Plane. */
	readonly mayHaveOwnId?: boolean;
	/** Set if an import archives it, so that no list has it the next time. */
	readonly mayBeArchived?: boolean;
	/** The IDs that an existing record keeps in place of the value of the row, by the wire names of the fields. */
	readonly keptIds?: Readonly<Record<string, readonly string[]>>;
}

/** The parts of a call that depend on its kind. */
export interface CallParts {
	readonly list: {
		readonly query: ListQuery;
		/** Set if the list is read in several projects: which ones. */
		readonly projects?: ProjectSelection;
		/** Set once these projects are known: the list in each of them. */
		readonly acrossProjects?: AcrossProjects;
		/** Whether each record has the values of its custom properties. */
		readonly includesCustomProperties?: boolean;
		/** Which fields each record has in addition, to show what it is in. */
		readonly containerFields?: readonly ContainerField[];
		/** By what the records are counted, if they are not counted as a whole. */
		readonly groupBy?: CountGroup;
	} & Pick<OutputForm, 'selectedFields'>;
	readonly get: OutputForm & {
		readonly queryParameters: Readonly<Record<string, string>>;
		/** The binary field of the output that receives the record's file, if it has one. */
		readonly binaryField: string;
		/** Whether the output has the values of custom properties. */
		readonly includesCustomProperties?: boolean;
	};
	readonly create: RecordValues & {
		/** What to do if the record already exists. */
		readonly ifExists: 'fail' | 'use' | 'update';
		/**
		 * Default values for the fields that the user left out, by their wire names. A record that exists already keeps
		 * its own.
		 */
		readonly initialValues?: Readonly<Record<string, JsonValue>>;
		/**
		 * The wire name of the field by whose value an existing record is recognized. Absent: by the values that only one
		 * record can have.
		 */
		readonly matchField?: string;
		/** Why a new record cannot be created: its type requires values that the item does not have. */
		readonly newRecordRefusal?: Problem;
	} & ImportedKey;
	readonly upsert: RecordValues &
		ImportedKey & {
			/** The wire name of the field whose value an existing record has, too. */
			readonly matchField: string;
			/** What only a new record gets, by wire names. */
			readonly initialValues?: Readonly<Record<string, JsonValue>>;
		};
	readonly update: RecordValues & {
		/**
		 * Whether entries are added to a list of the record or removed from it, by the wire name of the
		 * list. The entries of other lists are replaced.
		 */
		readonly listActions: Readonly<Record<string, 'add' | 'remove'>>;
	};
	readonly action: {
		readonly body?: JsonObject;
		/** Whether a missing record is acceptable. */
		readonly ignoreMissing: boolean;
		/** Whether the action is also carried out on records that its check would refuse. */
		readonly skipsCheck?: boolean;
	};
	readonly add: {
		/** Each ID once. */
		readonly ids: readonly string[];
		/** By their wire names, as they go into the address. */
		readonly queryParameters?: Readonly<Record<string, string>>;
		/** Set if none of the records is in the target, so that its list need not be read. */
		readonly skipsMembershipCheck?: true;
	};
	readonly remove: {
		/** Each ID once. */
		readonly ids: readonly string[];
		/** By their wire names, as they go into the address. */
		readonly queryParameters?: Readonly<Record<string, string>>;
		readonly ignoreMissing: boolean;
	};
	readonly attach: {
		readonly files: readonly UploadFile[];
		/** A file at an address. Then there are no other files. */
		readonly remoteFile?: RemoteFile;
		/** What to do with a file whose type the server does not accept. */
		readonly ifUnknownType: 'fail' | 'sendAsAnyFile';
		/** Whether a text of the record is to show the pictures among the files. */
		readonly showsPictures: boolean;
		/** Set if the output shows only the most useful fields of the attachments. */
		readonly simplify?: true;
	};
	readonly upload: {
		readonly url: string;
		/** The signed form fields in the order in which they are sent. */
		readonly form: readonly (readonly [name: string, value: string])[];
		readonly file: UploadFile;
		/**
		 * Set if the node itself requested the credentials for this file: uploading it twice is harmless, and the user cannot
		 * fix what is wrong with them. Plane may have derived the address of the storage from the Base URL (row 86).
		 */
		readonly requestedByNode?: 'atBaseUrl' | 'elsewhere';
	};
}

/** What is left out of a text when it is sent. */
export interface RemovedContents {
	/** The display name of its field. */
	readonly fieldName: string;
	/** As HTML, at least one. */
	readonly contents: readonly string[];
}

/** The location of a record in the API, and the names by which errors refer to it. */
export interface RecordLocation extends Place {
	/** The names that the user gave for records, by their IDs, for error messages. */
	readonly displayNames?: Readonly<Record<string, string>>;
	/** What is left out of texts, because it could run, or because Plane does not keep it. */
	readonly removedContents?: readonly RemovedContents[];
}

/** The type of the calls of each kind. */
export type CallsByKind = {
	readonly [K in Kind]: CallParts[K] & {
		readonly kind: K;
		readonly itemIndex: number;
		readonly operation: Operation<K>;
	} & (K extends ServiceKind ? RecordLocation : unknown);
};

/** One item's validated request, of any kind or of the kinds `K`, with everything needed to send it. */
export type Call<K extends Kind = Kind> = CallsByKind[K];

/** A call of Plane's REST API. */
export type ServiceCall = Call<ServiceKind>;

/** A call that writes the values of a record. */
export type WriteCall = Call<'create' | 'update'>;

/** An update of one record: the record of an item, or a part of it, such as the work item of an intake item. */
export interface RecordUpdate
	extends
		RecordLocation,
		Partial<Pick<CallParts['update'], 'customValues' | 'listActions' | 'targets'>> {
	readonly kind: 'update';
	readonly itemIndex: number;
	readonly operation: Operation<'update'>;
	readonly body: JsonObject;
}

/** What writes one record. */
export type WriteTarget = Call<'create'> | RecordUpdate;

/** Something to read that no item requests, such as the rows of a list in the editor. */
export interface ReadTarget extends RecordLocation {
	readonly kind: 'read';
	/** How errors describe it: its name, the fields of its path, and why it may be missing. */
	readonly operation: Pick<
		ServiceOperation,
		'action' | 'locators' | 'plan' | 'feature' | 'refusals'
	>;
}

/** The target of a request, with the names that errors use: a call, a part of one, or something to read without one. */
export type RequestTarget = ServiceCall | RecordUpdate | ReadTarget;

/** The query of a list: which of its records to return, and in which form. */
export interface ListQuery {
	/** The filters and options by their wire names, as they go into the address. */
	readonly queryParameters: Readonly<Record<string, string>>;
	/** The same filters, to be applied here if the server ignores them (row 8). */
	readonly serverFilters?: readonly ValueFilter[];
	/** Filters that only the node applies; they are not in the address. */
	readonly clientFilters?: readonly ValueFilter[];
	/** Filters by what contains a row, for which the node reads other lists. */
	readonly containers?: readonly ContainerTest[];
	/** What a search looks for. */
	readonly search?: SearchValues;
	/** The conditions that follow from `containers` once these lists were read. */
	readonly rowTests?: readonly RowTest[];
	/** Fields that are expanded only for `clientFilters`. The output has their IDs again. */
	readonly expandedForFilters?: readonly string[];
	/** Whether servers that page by cursor accept an order for this list. */
	readonly isOrdered?: boolean;
	/** The maximum number of records, or absent for all. */
	readonly limit?: number;
	/** How many records to skip. */
	readonly offset: number;
	/** Whether the output shows each record with its most useful fields only. */
	readonly simplify?: boolean;
	/** The binary field of the output that receives the file of each record, or absent to download none. */
	readonly binaryField?: string;
}

/** The projects in which a list is read. */
export interface ProjectSelection {
	/** Whether the user chose the projects, or all that the user of the credential is a member of. */
	readonly kind: 'several' | 'all';
	/** The IDs of the chosen projects, or their names until these are resolved; none if all projects are read. */
	readonly names: readonly string[];
}

/** A list that is read in several projects. */
export interface AcrossProjects {
	/** The list in each project, with IDs instead of names. */
	readonly parts: readonly Call<'list'>[];
	/** The names of the projects that are left out because the user of the credential is not a member. */
	readonly closedProjects: readonly string[];
}

/** A filter that an item uses, with the values that it has there. */
export interface FilterValues {
	readonly field: Field;
	/** Values, IDs or one instant in ISO 8601, at least one. */
	readonly values: readonly string[];
}

/** A filter by a value of a row. */
export interface ValueFilter extends FilterValues {
	/** A field of a row, or one of a record in it: `state.group`; of a search, the key of the condition: `state_id`. */
	readonly rowPath: string;
	readonly test: ClientFilter['test'];
}

/** A filter by what contains a row: one container or, for rows in none or in any, all of them. */
export type ContainerTest = Pick<FilterValues, 'field'> &
	(
		| {
				readonly kind: 'inOne';
				readonly filter: Extract<ContainerFilter, { test: 'in' }>;
				readonly containerId: string;
		  }
		| {
				readonly kind: 'inNone' | 'inAny';
				readonly filter: Extract<ContainerFilter, { test: 'inNone' }>;
		  }
	);

/** The filters of a search. */
export interface SearchValues {
	/** Each is one value, or one end of a range. */
	readonly conditions: readonly ValueFilter[];
	/** Further conditions as the user entered them. */
	readonly expression?: JsonObject;
}

/** A condition on rows that only the node can check. */
export interface RowTest {
	/** The field of the filter. */
	readonly field: Field;
	readonly matches: (row: JsonObject) => boolean;
}

/** A file to upload. */
export interface UploadFile {
	/** The binary field of the input item that holds it, or the parameter that has its address. */
	readonly field: string;
	readonly name: string;
	/** The name before invalid characters were replaced, or absent if none was. */
	readonly originalName?: string;
	readonly mimeType: string;
	/** Bytes. */
	readonly size: number;
	/** Opens the file, to be read once. */
	open(): Promise<FileContent>;
}

/** A file at a web address. It is read before anything is sent to Plane. */
export interface RemoteFile {
	readonly url: string;
	/** The display name of the parameter that has the address. */
	readonly field: string;
	/** Finds the content of what was read. Returns undefined if it is no longer in the binary data storage of n8n. */
	readonly findContent: (
		stored: IBinaryData,
	) => Promise<Pick<UploadFile, 'size' | 'open'> | undefined>;
}

/** The bytes of a file: all of them, or a stream, which is closed by `destroy`. */
export type FileContent = Uint8Array | (AsyncIterable<Uint8Array> & { destroy?(): unknown });

/** A call that uploads a file to a storage. */
export type UploadCall = Call<'upload'>;
