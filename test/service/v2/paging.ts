import { ok, Refusal, type Answer } from '../answer';
import { rotate } from '../listResponder';
import type { Row } from '../state';
import { invalidField, problem } from './problems';
import type { Resource, V2Call } from './resource';
import { readMember } from './shape';

const DEFAULT_PAGE = 50;
const LARGEST_PAGE = 200;
const LARGEST_OFFSET = 10_000;

/** From the first to the last in this order. */
const RANKS: Readonly<Record<string, readonly string[]>> = {
	priority: ['urgent', 'high', 'medium', 'low', 'none'],
	state_group: ['backlog', 'unstarted', 'started', 'completed', 'cancelled', 'triage'],
};

type SortKey = string | number;

interface Ranked<Entry> {
	readonly entry: Entry;
	readonly key: SortKey;
}

interface Order {
	readonly name: string;
	readonly isDescending: boolean;
}

const parseOrder = (text: string): Order => ({
	name: text.replace(/^-/, ''),
	isDescending: text.startsWith('-'),
});

/** Returns the requested order, or the default one if the request names none that is known (row 507). */
function readOrder({ query, operation }: V2Call): Order {
	const requested = parseOrder(query.order_by ?? '');

	return operation.group.orderBy.includes(requested.name)
		? requested
		: parseOrder(operation.group.defaultOrder);
}

function toSortKey(name: string, value: unknown): SortKey {
	const rank = RANKS[name]?.indexOf(String(value));
	if (rank !== undefined) return rank;
	if (typeof value === 'number') return value;

	// Missing values come last.
	return typeof value === 'string' ? value : '\uffff';
}

const compareKeys = (left: SortKey, right: SortKey): number => {
	if (left === right) return 0;

	return left < right ? -1 : 1;
};

/** Compares two places in an order, in which rows with the same key are ordered by their IDs. */
function comparePlaces(
	left: readonly [SortKey, string],
	right: readonly [SortKey, string],
	{ isDescending }: Order,
): number {
	const byKey = compareKeys(left[0], right[0]);
	const result = byKey === 0 ? compareKeys(left[1], right[1]) : byKey;

	return isDescending ? -result : result;
}

function sortRows<Entry extends Row>(
	resource: Resource<Entry>,
	{ rotation }: V2Call,
	rows: readonly Entry[],
	order: Order,
): Ranked<Entry>[] {
	const ranked = rotate(rows, rotation).map((entry) => ({
		entry,
		key: toSortKey(order.name, readMember(resource, entry, order.name)),
	}));
	if (rotation > 0) {
		const sign = order.isDescending ? -1 : 1;

		return ranked.sort((left, right) => sign * compareKeys(left.key, right.key));
	}

	return ranked.sort((left, right) =>
		comparePlaces([left.key, left.entry.id], [right.key, right.entry.id], order),
	);
}

/** @throws Refusal 400 for anything but a whole number that is not negative */
function readNumber({ query }: V2Call, name: string, defaultValue: number): number {
	const text = query[name];
	if (text === undefined) return defaultValue;
	if (!/^\d+$/.test(text)) throw invalidField(name, 'A valid integer is required.');

	return Number(text);
}

/** @throws Refusal 400 for zero */
function readPageSize(call: V2Call): number {
	const size = readNumber(call, 'per_page', DEFAULT_PAGE);
	if (size === 0) throw invalidField('per_page', 'per_page must be at least 1.');

	return Math.min(size, LARGEST_PAGE);
}

function pageByOffset<Entry>(
	call: V2Call,
	rows: readonly Ranked<Entry>[],
	show: (entry: Entry) => object,
): Answer {
	const size = readPageSize(call);
	const offset = readNumber(call, 'offset', 0);
	if (offset > LARGEST_OFFSET) {
		throw invalidField('offset', `offset may be at most ${LARGEST_OFFSET}.`);
	}

	return ok({
		data: rows.slice(offset, offset + size).map(({ entry }) => show(entry)),
		next: offset + size < rows.length ? offset + size : null,
		previous: offset > 0 ? Math.max(0, offset - size) : null,
		...(call.query.count !== 'false' && { total_count: rows.length }),
		pagination: { style: 'offset' },
	});
}

const encodeCursor = (order: Order, key: SortKey, id: string): string =>
	Buffer.from(JSON.stringify([order.name, order.isDescending, key, id])).toString('base64url');

/** @throws Refusal 400 for a cursor that is broken, or of another order */
function decodeCursor(cursor: string, order: Order): [SortKey, string] {
	const refusal = invalidField('cursor', 'Invalid cursor.');

	try {
		const decoded: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
		const parts: readonly unknown[] = Array.isArray(decoded) ? decoded : [];
		const [name, isDescending, key, id] = parts;
		const isKey = typeof key === 'string' || typeof key === 'number';
		if (name !== order.name || isDescending !== order.isDescending) throw refusal;
		if (!isKey || typeof id !== 'string') throw refusal;

		return [key, id];
	} catch {
		throw refusal;
	}
}

function pageByCursor<Entry extends Row>(
	call: V2Call,
	rows: readonly Ranked<Entry>[],
	order: Order,
	show: (entry: Entry) => object,
): Answer {
	const eligible = ['created_at', 'id'];
	if (call.operation.groupName === 'work-items') eligible.push('updated_at', 'sequence_id');

	if (!eligible.includes(order.name)) {
		const code = 'ordering_not_cursor_eligible';

		throw new Refusal(problem(400, { code, detail: 'This ordering has no cursor.' }));
	}

	const size = readPageSize(call);
	const { cursor } = call.query;
	const place = cursor === undefined ? undefined : decodeCursor(cursor, order);
	const remaining = rows.filter(
		({ entry, key }) => place === undefined || comparePlaces([key, entry.id], place, order) > 0,
	);
	const page = remaining.slice(0, size);
	const last = page.at(-1);
	const hasMore = remaining.length > size;

	return ok({
		data: page.map(({ entry }) => show(entry)),
		next_cursor: hasMore && last ? encodeCursor(order, last.key, last.entry.id) : null,
		has_more: hasMore,
		pagination: { style: 'cursor' },
	});
}

/**
 * Answers with one page of the rows (rows 504 and 505).
 * @throws Refusal 400 for an invalid page size, offset, order or cursor
 */
export function pageRows<Entry extends Row>(
	resource: Resource<Entry>,
	call: V2Call,
	rows: readonly Entry[],
	show: (entry: Entry) => object,
): Answer {
	const order = readOrder(call);
	const { paginate, cursor } = call.query;
	if (paginate !== 'cursor' && cursor === undefined) {
		return pageByOffset(call, sortRows(resource, call, rows, order), show);
	}

	// A cursor tells equal rows apart by their IDs.
	const sorted = sortRows(resource, { ...call, rotation: 0 }, rows, order);

	return pageByCursor(call, sorted, order, show);
}
