import type { JsonObject, JsonValue } from 'n8n-workflow';

import type { ProjectFeature, RecordList } from '../fields/field';
import type { Field } from '../fields/kinds';
import type { Feature, Plan } from '../fields/features';
import type { Refusal } from './shared/refusals';
import type { BodyRule } from './bodyRules';
import type { Heading } from './shared/otherTools';
import type { RecordOutput } from './shared/recordOutput';

/** An operation's entry in the menus. */
export interface MenuEntry {
	/** The resource's value, e.g. `workItemLink`. */
	readonly resource: string;
	/** Unique within the resource, e.g. `getAll`. */
	readonly value: string;
	/** E.g. `Get Many`. */
	readonly name: string;
	/** The sentence in the list of actions, e.g. `Get many work items`. */
	readonly action: string;
	readonly description: string;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The properties of every operation of Plane's REST API, which are all but uploads to a storage. */
export interface ServiceOperationBase extends MenuEntry {
	readonly request: {
		readonly method: Method;
		/**
		 * A URL template such as `projects/{project_id}/`, relative to `api/v1/workspaces/{workspace_slug}/`;
		 * one that begins with a slash is relative to `api/v1`.
		 */
		readonly path: string;
	};
	/** The plan that the operation needs, if only the commercial editions have it (row 18). */
	readonly plan?: Plan;
	/** The feature of the commercial editions that must be turned on for it (row 472). */
	readonly feature?: Feature;
	/** What certain responses to its requests mean. The first row that matches a response explains it. */
	readonly refusals?: readonly Refusal[];
	/** Set if older servers of the commercial editions do not have the path (rows 461 and 466). */
	readonly isRecent?: true;
	/** The fields that fill in the placeholders of the path. */
	readonly locators: readonly Field[];
	/**
	 * What a second time does, if that is not as usual for the kind: nothing, for a create that updates the record
	 * that is the same, or something else than the first time. Usually, a second create makes another record, and any
	 * other second request changes nothing.
	 */
	readonly repetition?: 'changesNothing' | 'changesAgain';
	/** Set if API v2 can write several of these records with one request. */
	readonly bulk?: BulkWrites;
}

/** How API v2 creates, changes and deletes records of a kind, up to 50 with one request (row 511). */
export interface BulkWrites {
	/** The path of their list, which both APIs have. */
	readonly path: string;
	/** The names of fields in API v2 by those in API v1. Other fields cannot be sent to it. */
	readonly fields: Readonly<Record<string, string>>;
}

/** Reads a list of records. */
export interface ListOperation extends ServiceOperationBase {
	/** The records in the plural, e.g. `work items`. */
	readonly records: string;
	/** The form in which the output shows the records. Absent: as the server returns them. */
	readonly output?: RecordOutput;
	/**
	 * How the list is paged: not at all (row 5), only in some of its views (row 31), or by `limit` alone
	 * (row 38). Absent for a list that is always paged.
	 */
	readonly paging?: 'none' | 'optional' | 'limitOnly';
	/** Set if the response has several lists of rows. */
	readonly grouped?: GroupedRows;
	/** Query fields that are shown by themselves, outside of "Filters" and "Options". */
	readonly fields?: readonly Field[];
	/** Filters that the server applies, under "Filters". */
	readonly serverFilters?: readonly ServerFilter[];
	/** Filters that only the node applies, under "Filters": by values of the rows, or by what contains them. */
	readonly clientFilters?: readonly (ClientFilter | ContainerFilter)[];
	/** Set if the list is a search, whose filters are conditions in the body of the request (row 474). */
	readonly search?: SearchConditions;
	/** Set if records lack the time of their creation, so that the list cannot be filtered by it. */
	readonly lacksCreationTime?: true;
	/** Query fields under "Options", in addition to the options of every list. */
	readonly options?: readonly Field[];
	/** Set if the list of a project can also be read in several projects, or in all of them. */
	readonly projectScope?: ProjectScope;
	/** Set if each record has a file that can be downloaded with it. */
	readonly fileDownload?: FileDownload;
}

/** Reads one record. */
export interface GetOperation extends ServiceOperationBase {
	/**
	 * Set if the response is an object with one list, or an empty list, which becomes the record; or if it may be a
	 * list of records instead of one (row 468).
	 */
	readonly grouped?: SingleList | { readonly rowPer: 'record' };
	/** The form in which the output shows the record. Absent: as the server returns it. */
	readonly output?: RecordOutput;
	/** Query fields under "Options". */
	readonly options?: readonly Field[];
	/** Set if the path of a record returns its file; the list has the details of the file (row 20). */
	readonly fileDownload?: FileDownload;
}

export interface CreateOperation extends ServiceOperationBase {
	readonly body: Body;
	/** The form in which the output shows the record. Absent: as the server returns it. */
	readonly output?: RecordOutput;
	/** How an existing record is recognized. */
	readonly naturalKey?: NaturalKey;
	/** How an existing record is read and changed, if not by its ID below the list, with `PATCH`. */
	readonly recordRequest?: { readonly method?: Method; readonly path?: string };
	/** What is checked of the project before the record is created. Absent: that it is not archived. */
	readonly check?: ProjectCheck;
}

/**
 * Creates a record, or updates the one that is the same. The fields are mapped from the columns of the items.
 */
export interface UpsertOperation extends CreateOperation {
	readonly body: UpsertBody;
	/** The wire names of the fields by which an existing record can be recognized, the default first. */
	readonly matchFields: readonly string[];
	/** The wire names of fields that also have a parameter of their own, for items without such a column. */
	readonly constantFields: readonly string[];
	/** What other tools call the fields. */
	readonly headings: readonly Heading[];
	/** Headings that look like the name of a field, but are not. */
	readonly misleadingHeadings: readonly string[];
	/** The columns of the operation's own records that nothing can be written to. */
	readonly readOnlyColumns: readonly string[];
}

export interface UpdateOperation extends ServiceOperationBase {
	readonly body: Body;
	/** Set if the record is a list, which is read after the update: the response may have no record. */
	readonly grouped?: SingleList;
	/**
	 * Set if the body has values of custom properties, whose kinds decide how they are sent: one property of a work
	 * item, one property of a customer, or several properties of a customer.
	 */
	readonly setsValues?: 'ofWorkItem' | 'ofCustomer' | 'manyOfCustomer';
	/** The form in which the output shows the record. Absent: as the server returns it. */
	readonly output?: RecordOutput;
}

/** Does something to a record, and returns no record. */
export interface ActionOperation extends ServiceOperationBase {
	readonly resultKey: ActionResultKey;
	/**
	 * Set if the path does not end in the record: the placeholder or the field of the body that the output shows in
	 * place of `id`, e.g. `project_id` as `project`.
	 */
	readonly identifiedBy?: string;
	readonly body?: Body;
	/** What is checked before it is carried out, because servers do not check it. */
	readonly check?: ActionCheck;
}

/** Adds records to another one, each of which can fail by itself (rows 9 and 10). */
export interface AddOperation extends ServiceOperationBase {
	/** The field for the IDs of the records. */
	readonly idsField: Field;
	/** Query fields under "Options". Additions with other values of them are to another target. */
	readonly options?: readonly Field[];
	/**
	 * The field of a response's row with the ID of the record that was added: `issue`. With `linked_issues.id`, the rows
	 * are in a field of the response, and may lack records that were there before.
	 */
	readonly responseIdField: string;
	/** What the added records and the target must have in common. */
	readonly scope: 'project' | 'workspace';
	/**
	 * In how many targets a record is. If in one at most, adding it removes it from another one (row 32): the order of
	 * additions to different targets matters then.
	 */
	readonly targetsPerRecord: 'one' | 'several';
}

/** Removes records from another one. */
export interface RemoveOperation extends ServiceOperationBase {
	/** The field for the IDs of the records. */
	readonly idsField: Field;
	/** Query fields under "Options". */
	readonly options?: readonly Field[];
	/** The placeholder of the path that takes one of them. Absent: the body of one request has all of them. */
	readonly idPlaceholder?: string;
}

/** Uploads files as records, in three steps: credentials, upload, completion (row 16). */
export interface AttachOperation extends ServiceOperationBase {
	/** Whether to attach the files of all binary fields. */
	readonly allBinaryFields: Field;
	/** The names of the binary fields, unless all are attached. */
	readonly binaryFields: Field;
	/** The address of the file, if it is not in the input item. */
	readonly fileUrl: Field;
	/** The form in which the output shows the attachments. */
	readonly output: RecordOutput;
	readonly upload: Operation<'upload'>;
	/** The last request, which marks the file as uploaded. */
	readonly completion: {
		readonly method: 'PATCH';
		/** Relative to the path of the operation. */
		readonly subPath: `{${string}}/`;
		readonly body: JsonObject;
	};
	/** What changes the record that the files are attached to, and the wire name of its text that can show them. */
	readonly shownIn: { readonly operation: Operation<'update'>; readonly textField: string };
}

/** Sends a file to a storage, as a multipart form signed by credentials from another call. */
export interface UploadOperation extends MenuEntry {
	readonly request: {
		readonly method: 'POST';
		readonly path: '{upload_url}/';
	};
	/** The credentials as JSON, as Plane issued them. */
	readonly credentials: Field;
	/** The storage address, if the credentials are given field by field. */
	readonly url: Field;
	/** The signed form fields in the order in which they are sent. */
	readonly formFields: readonly Field[];
	/** The binary field of the input item that holds the file. */
	readonly file: Field;
	/** The prefix that replaces `x-store-` in the names of the signing fields. */
	readonly signingPrefix: Field;
	readonly plan?: never;
}

/** Reads a file of each input item. It sends no request. */
export interface ReadFileOperation extends MenuEntry {
	readonly kind: 'readFile';
	/** The binary field of the input item that holds the file. */
	readonly file: Field;
	/** The field of each record that takes the name of the tool, under "Options". */
	readonly toolField: Field;
	readonly plan?: never;
}

/**
 * Asks people something in a new record, and waits until one of them answers. Creating that record, and changing it when
 * there is an answer, are operations of the usual kinds.
 */
export interface AskOperation extends MenuEntry {
	readonly kind: 'ask';
	/** Creates the record. Its body has the question, and nothing else. */
	readonly creation: Operation<'create'>;
	/** Changes the record. */
	readonly change: Operation<'update'>;
	/** The placeholder in the path of the change for the ID of the record. */
	readonly idPlaceholder: string;
	/** The field of the record with the question, as HTML. */
	readonly question: Field;
	/** Whether the answer is a decision, or a text. */
	readonly responseType: Field;
	/** Whether people can only approve, or also decline. */
	readonly approvalType: Field;
	/** What the links of a decision say, under "Options". */
	readonly labels: Readonly<Record<DecisionLink, Field>>;
	/** For how many hours to wait at most, under "Options". */
	readonly hours: Field;
	readonly plan?: never;
}

/** What a link of a question decides. */
export type DecisionLink = 'approve' | 'decline';

/** All kinds of operation that send requests. After a new one is added here, the compiler shows what else it needs. */
export interface OperationTypes {
	readonly list: ListOperation;
	readonly get: GetOperation;
	readonly create: CreateOperation;
	readonly upsert: UpsertOperation;
	readonly update: UpdateOperation;
	readonly action: ActionOperation;
	readonly add: AddOperation;
	readonly remove: RemoveOperation;
	readonly attach: AttachOperation;
	readonly upload: UploadOperation;
}

/** A kind of operation, which decides how its parameters are shown and read, and how it is executed. */
export type Kind = keyof OperationTypes;

/** The kinds that send requests to Plane itself. */
export type ServiceKind = Exclude<Kind, 'upload'>;

/** The type of the operations of each kind. */
export type OperationsByKind = {
	readonly [K in Kind]: OperationTypes[K] & { readonly kind: K };
};

/** An operation of any kind, or of the kinds `K`. */
export type Operation<K extends Kind = Kind> = OperationsByKind[K];

export type ServiceOperation = Operation<ServiceKind>;

/** An operation of the menu: one of these kinds, one that only reads files, or one that waits for an answer. */
export type MenuOperation = Operation | ReadFileOperation | AskOperation;

/** The key of an action's output: `{"archived": true, "id": …}`. */
export type ActionResultKey = 'deleted' | 'removed' | 'archived' | 'unarchived' | 'transferred';

/** The fields of a JSON body. */
export interface Body {
	/** Fields that are shown by themselves. */
	readonly fields: readonly Field[];
	/** The parameter that holds the fields that the user adds. */
	readonly collection: 'additionalFields' | 'updateFields';
	readonly collectionFields: readonly Field[];
	/** Wire names of the fields of the collection that a new node shows. The user adds the others. */
	readonly shownFields?: readonly string[];
	/** Further fields of the collection. They are not sent: the record is added to their targets afterwards. */
	readonly memberships?: readonly Membership[];
	/**
	 * Set if the record has custom properties: properties of the type of a work item, whose values are set by
	 * further requests, one for each, or properties of customers.
	 */
	readonly customProperties?: 'ofType' | 'ofCustomers';
	/** What its fields have to do with each other. */
	readonly rules?: readonly BodyRule[];
	/** Values that every call sends, whatever the user fills in. */
	readonly fixedValues?: readonly FixedValue[];
	/** Set if some of the fields belong to another record, which a further request changes. */
	readonly relatedRecord?: RelatedRecord;
}

/** The fields of an upsert, which takes no columns for custom properties or for related records. */
export interface UpsertBody extends Body {
	readonly customProperties?: never;
	readonly relatedRecord?: never;
}

/** A value that the user does not choose. */
export interface FixedValue {
	readonly field: Field;
	/** @param today the day in the workflow's time zone */
	readonly value: (today: string) => JsonValue;
}

/** A record that belongs to another one, and is changed after it. */
export interface RelatedRecord {
	/** The wire names of its fields begin with this name: `work_item.labels`. */
	readonly prefix: string;
	/** Changes it. The placeholders of its path are also in the path of the other operation. */
	readonly operation: Operation<'update'>;
	/** The placeholder of that path for its ID. */
	readonly idPlaceholder: string;
	/** The field of the other record that has its ID. */
	readonly idField: string;
	/** The field of the other record that shows it. */
	readonly recordField: string;
	/** What to do if the user may change the other record, but not this one: a sentence. */
	readonly forbiddenHint: string;
}

/** A target that a record is added to by an operation of its own. */
export interface Membership {
	/** The targets, by their IDs. */
	readonly field: Field;
	readonly operation: Operation<'add'>;
}

/** How to recognize that a record already exists. */
export interface NaturalKey {
	/** Wire names of fields, each of which is unique by itself. */
	readonly uniqueFields: readonly string[];
	/** Unique fields whose values servers may accept a second time: the node reads the list before it creates a record. */
	readonly uncheckedFields?: readonly string[];
	/** Where the existing record is found. */
	readonly lookup: KeyLookup;
}

/** Where a record with the same natural key is found. */
export type KeyLookup =
	/** In the list of its kind. */
	| { readonly kind: 'list' }
	/** The path of the list returns the one record with an external ID (row 27). */
	| { readonly kind: 'byExternalId' }
	/** In lists whose rows leave out fields of a record, which is read again: the usual list, and the lists with these queries. */
	| {
			readonly kind: 'incompleteLists';
			readonly archives: readonly Readonly<Record<string, string>>[];
	  }
	/** In the list, or in another one: External IDs are compared in the whole project. */
	| ({ readonly kind: 'listOfOwner' } & SharedIds)
	/** There is one such record at most in another one: the display name of that one. */
	| { readonly kind: 'onlyOne'; readonly place: string };

/** Records of a project whose External IDs are compared with each other, although they are in several lists. */
export interface SharedIds {
	/** What one of them is called, e.g. `comment`. */
	readonly record: string;
	/** What each of the lists belongs to, e.g. `work item`. */
	readonly owner: string;
}

export type ProjectCheck =
	/** A field of the project turns on records of this kind (row 78). */
	| { readonly kind: 'feature'; readonly feature: ProjectFeature }
	/** Nothing: the record can be read and used in an archived project, too (row 73). */
	| { readonly kind: 'nothing' };

export type ActionCheck = RecordCheck | MembershipCheck | RequiredValueCheck;

/** The record is read first, and has to have one of these values. */
export interface RecordCheck {
	readonly kind: 'record';
	/** The `expand` of the request that reads the record. */
	readonly expand: string;
	/** A path within the record, e.g. `state.group`. */
	readonly rowPath: string;
	readonly allowedValues: readonly string[];
	/** What is wrong with any other record: a clause that follows its name. */
	readonly says: string;
	/** What to do about it: whole sentences. */
	readonly remedy: string;
	/** The option that turns the check off. */
	readonly overrideOption: Field;
}

/** A list shows whether the member has left before: servers report a success then (row 62). */
export interface MembershipCheck {
	readonly kind: 'membership';
	/** The path of a list that includes members who are no longer active. */
	readonly path: string;
	/** The field of a membership with the ID of its user. A membership without it is the user itself. */
	readonly userField: string;
}

/** The type of the record does not require the value of the custom property in the path, which the action removes. */
export interface RequiredValueCheck {
	readonly kind: 'requiredValue';
}

/** The fields of a list that say in which projects it is read. They are not sent to the server. */
export interface ProjectScope {
	/** In which projects: `one`, the project of the locator; `several`, the projects of the other field; or `all`. */
	readonly choice: Field;
	/** The projects, by their IDs, names or identifiers. */
	readonly several: Field;
}

/** The names of the two fields of a record that is a list under a name of its own. */
export type SingleList = Extract<GroupedRows, { readonly rowPer: 'list' }>;

/** How several lists of rows are merged into one: each entry of a list, or each list, becomes a row. */
export type GroupedRows = {
	/** The field of a row with the name of its list. */
	readonly groupField: string;
	/** Whether the names of the lists are known: then a response without any list is not an empty one. */
	readonly hasKnownLists: boolean;
} & (
	| {
			readonly rowPer: 'entry';
			/** The field for the ID, if an entry is only an ID. */
			readonly idField: string;
	  }
	| {
			readonly rowPer: 'list';
			/** The field for the list. */
			readonly listField: string;
	  }
);

/** How the files of records are downloaded. These fields are not sent to the server. */
export interface FileDownload {
	/** Whether to download the files. */
	readonly downloadOption: Field;
	/** The binary field of the output that takes the file. */
	readonly outputField: Field;
	/** The path of the file of a record, relative to the path of the list. */
	readonly subPath: `{${string}}/`;
	/** The field of a record that has the `name`, `type` and `size` of its file. */
	readonly metadataField: string;
}

/** A query field that filters a list. Some servers ignore it (row 8), so that the node applies it as well. */
export interface ServerFilter extends Field {
	/** The field of a row to which the filter applies, if it is not the wire name of the filter. */
	readonly rowPath?: string;
	/** Set if the field contains the text of the filter. Otherwise it has one of the IDs. */
	readonly test?: 'contains';
}

/** A filter that the node applies itself. */
export interface ClientFilter {
	readonly field: Field;
	/** The value of a row that it tests, as a path within the row: `state.group`. */
	readonly rowPath: string;
	/**
	 * How the value of the row is compared with the values of the filter: it is one of them, or it is not
	 * earlier (`from`), not later (`to`) or earlier (`before`) than the only one, it contains that text, in any
	 * case (`contains`), or it is a list that is empty, or not if the value is `false` (`isEmpty`).
	 */
	readonly test: 'is' | 'from' | 'to' | 'before' | 'contains' | 'isEmpty';
	/** The `expand` of the list that the filter needs. */
	readonly expand?: string;
}

/** The conditions of a search, under "Filters". */
export interface SearchConditions {
	readonly filters: readonly ConditionFilter[];
	/** Further conditions, as the JSON that servers take. */
	readonly expression: Field;
}

/** A filter that is sent as a condition: a key with a value, or with a range of values. */
export interface ConditionFilter {
	readonly field: Field;
	/** E.g. `state_id`. */
	readonly key: string;
	/** How the value of a row is compared with the values of the filter, as in `ClientFilter`. */
	readonly test: 'is' | 'from' | 'to' | 'before';
}

/** What contains the records of a list, such as the cycles of a project. Rows do not show what they are in (row 143). */
export interface Containers {
	/** The lists of all containers. */
	readonly containers: readonly RecordList[];
	/** The path of the list of what is in a container. Its rows are as complete as the rows of the operation. */
	readonly path: string;
	/** The placeholder of that path for the container: `cycle_id`. */
	readonly placeholder: string;
}

/** A filter by what contains a row, for which the node reads what is in the container. */
export type ContainerFilter =
	| (Omit<Containers, 'containers'> & {
			readonly test: 'in';
			/** The container. */
			readonly field: Field;
	  })
	| (Containers & {
			readonly test: 'inNone';
			/** Whether rows are in none of the containers, or in one of them. */
			readonly field: Field;
	  });

/** Whether the path of an operation is not relative to a workspace: `/users/me/`. */
export const isOutsideWorkspaces = ({ request }: ServiceOperation): boolean =>
	request.path.startsWith('/');
