import type { V2Operation } from '../../contract/v2';
import type { Answer, Call } from '../answer';
import type { Row } from '../state';
import type { Creatable } from '../table';

/** A request to version 2, with the operation that it carries out. */
export interface V2Call extends Call {
	operation: V2Operation;
	/** Whether it is signed in with an access token. */
	isToken: boolean;
	/** How far the rows of a list are rotated before they are sorted, so that equal rows change places. */
	rotation: number;
}

export type V2Handler = (call: V2Call) => Answer | Promise<Answer>;

/** The handlers of some operations, by their IDs. */
export type V2Handlers = Readonly<Record<string, V2Handler>>;

/** A kind of record of version 1, as version 2 shows and changes it. */
export interface Resource<Entry extends Row> {
	/** How version 1 stores it. */
	readonly table: Creatable<Entry>;
	/** The fields of version 1, by the members of version 2 that have another name. */
	readonly fields?: Readonly<Record<string, string>>;
	/** Members, filters and orders that no field of version 1 has. */
	readonly computed?: Readonly<Record<string, (entry: Entry) => unknown>>;
	/** Members that version 1 does not accept, and that are stored as sent. */
	readonly stored?: readonly string[];
	/** The rows that a request can read. Default: those of the table. */
	readonly rows?: (call: V2Call) => readonly Entry[];
	/** The rows that a request can change. Default: those of the table. */
	readonly changeableRows?: (call: V2Call) => readonly Entry[];
	/** Filters that `rows` applies. */
	readonly ownFilters?: readonly string[];
	/** The objects that `expand` adds, by name. */
	readonly expand?: Readonly<Record<string, (entry: Entry) => unknown>>;
	/** Turns the body into one for version 1, before its members get their other names. */
	readonly translate?: (body: Record<string, unknown>, call: V2Call, entry?: Entry) => object;
	/** What else a creation or update with this body changes. */
	readonly onWrite?: (entry: Entry, call: V2Call, isNew: boolean) => void;
	/** The member with the name that no other row may have (409). */
	readonly uniqueMember?: string;
	/** Whether a creation accepts an external ID that another row has. */
	readonly acceptsTakenIds?: boolean;
}
