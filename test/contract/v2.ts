import document from './v2.json';

/** A query parameter or a member of a body: its type, and what it accepts. */
export interface V2Member {
	readonly type: string;
	readonly enum?: readonly (string | number)[];
	/** In characters. */
	readonly maxLength?: number;
	readonly required?: boolean;
}

export type V2Members = Readonly<Record<string, V2Member>>;

/** What the operations of a kind of record have in common. */
export interface V2Group {
	/** The members of a row, alone and in lists. */
	readonly fields: readonly string[];
	readonly listFields: readonly string[];
	/** The names that `expand` knows. */
	readonly expand: readonly string[];
	/** The names that `order_by` knows, and the order without it. */
	readonly orderBy: readonly string[];
	readonly defaultOrder: string;
	readonly filters: V2Members;
	/** The members that creations and updates accept, and those that a creation needs. */
	readonly body: V2Members;
	readonly required: readonly string[];
}

export interface V2Operation {
	/** Its ID in the vendor's document. */
	readonly id: string;
	/** What it does, such as `create` or `bulk_update`. */
	readonly kind: string;
	readonly method: string;
	/** From `/api/v2/` on, with a trailing slash. */
	readonly path: string;
	/** The name of its group. */
	readonly groupName: string;
	readonly group: V2Group;
	/** All query parameters that it knows. */
	readonly query: readonly string[];
	/** The members of its own body, if its group's do not apply. */
	readonly body: V2Members;
}

interface SourceGroup extends Partial<V2Group> {
	readonly operations: readonly {
		readonly id: string;
		readonly kind: string;
		readonly method: string;
		readonly path: string;
		readonly query?: object;
		readonly body?: V2Members;
	}[];
}

/** The events that webhooks can have as scopes. */
export const v2Events: readonly string[] = document.events;

const sourceGroups: Readonly<Record<string, SourceGroup>> = document.groups;

const PAGING = ['per_page', 'offset', 'count', 'paginate', 'cursor', 'order_by'];

/** The bodies that are the same for all kinds of records (rows 511 and 517). */
const commonBodies: Readonly<Record<string, V2Members>> = {
	bulk_create: { items: { type: 'object[]', required: true }, all_or_none: { type: 'boolean' } },
	bulk_update: { items: { type: 'object[]', required: true }, all_or_none: { type: 'boolean' } },
	bulk_delete: { ids: { type: 'uuid[]', required: true }, all_or_none: { type: 'boolean' } },
	bridge: { add: { type: 'uuid[]' }, remove: { type: 'uuid[]' } },
};

function readGroup(source: SourceGroup): V2Group {
	const { fields = [], listFields = fields, expand = [], orderBy = [] } = source;
	const { defaultOrder = '-created_at', filters = {}, body = {}, required = [] } = source;

	return { fields, listFields, expand, orderBy, defaultOrder, filters, body, required };
}

/** Returns the query parameters of an operation. */
function listQueryNames(kind: string, group: V2Group, ownQuery: object = {}): string[] {
	const shaping = [
		...(group.fields.length > 0 ? ['fields'] : []),
		...(group.expand.length > 0 ? ['expand'] : []),
	];
	const ownNames = Object.keys(ownQuery);
	if (kind === 'list') return [...Object.keys(group.filters), ...PAGING, ...shaping];

	return /^(delete|bridge|bulk_.+|transfer)$/.test(kind) ? ownNames : [...ownNames, ...shaping];
}

/** The operations of API v2 that the test service knows. */
export const v2Operations: readonly V2Operation[] = Object.entries(sourceGroups).flatMap(
	([groupName, source]) => {
		const group = readGroup(source);

		return source.operations.map(({ id, kind, method, path, query, body }) => ({
			id,
			kind,
			method,
			path: `/api/v2/${path}`,
			groupName,
			group,
			query: listQueryNames(kind, group, query),
			body: body ?? commonBodies[kind] ?? group.body,
		}));
	},
);

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const listUnknown = (sent: object, known: readonly string[]): string[] =>
	Object.keys(sent).filter((name) => !known.includes(name));

/** Returns the members of bulk rows that the operation does not know. */
function listUnknownInRows({ kind, group }: V2Operation, body: Record<string, unknown>): string[] {
	const rows: readonly unknown[] = Array.isArray(body.items) ? body.items : [];
	const known = [...Object.keys(group.body), ...(kind === 'bulk_update' ? ['id'] : [])];

	return rows.filter(isRecord).flatMap((row) => listUnknown(row, known));
}

/**
 * Says what a request sends that its operation does not know. A real server ignores that, and answers as if it had
 * been obeyed (rows 507 and 508).
 *
 * @param query the parameters by name
 * @param body the parsed JSON, or undefined if there is none
 * @returns a sentence, or undefined if the operation knows everything
 */
export function findV2Violation(
	operation: V2Operation,
	query: Readonly<Record<string, unknown>>,
	body: unknown,
): string | undefined {
	const { id, group } = operation;
	const [parameter] = listUnknown(query, operation.query);
	if (parameter !== undefined) return `${id} has no query parameter ${parameter}.`;

	const order = typeof query.order_by === 'string' ? query.order_by.replace(/^-/, '') : undefined;
	if (order !== undefined && !group.orderBy.includes(order)) {
		return `${id} cannot order by ${order}.`;
	}
	if (!isRecord(body)) return undefined;

	const [member] = listUnknown(body, Object.keys(operation.body));
	if (member !== undefined) return `${id} has no member ${member}.`;

	const hasRows = ['bulk_create', 'bulk_update', 'bulk'].includes(operation.kind);
	const [rowMember] = hasRows ? listUnknownInRows(operation, body) : [];

	return rowMember === undefined ? undefined : `The rows of ${id} have no member ${rowMember}.`;
}
