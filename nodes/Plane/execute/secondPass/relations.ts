import type { LeftOutName } from '../../../shared/model/draft';
import { createRelation, getRelations } from '../../../shared/operations';
import { addRelations } from '../../../shared/operations/shared/importOptions';
import { asText } from '../../../shared/values/asText';
import { normalizeId } from '../../../shared/values/textForms';
import type { PendingRecord } from './furtherRecords';
import type { NamedRow, RowNames } from './RowNames';

/** What becomes of the relations between the rows of an import. */
export interface RelationPlan {
	readonly pending: readonly PendingRecord[];
	/** The records that are no rows of the import, or several of them, by the index of the item. */
	readonly leftOutNames: ReadonlyMap<number, readonly LeftOutName[]>;
}

/** What a relation is from the other side. Each other one is the same from both. */
const OPPOSITES: Readonly<Record<string, string>> = {
	blocked_by: 'blocking',
	blocking: 'blocked_by',
};

/**
 * Finds the relations between the rows of an import, each once: both of its rows can name it. Plane keeps one relation of
 * two records (row 33): the first one.
 */
export function planRelations(rows: RowNames): RelationPlan {
	/** By the IDs of both records. */
	const planned = new Map<string, Relation>();
	const leftOutNames = new Map<number, readonly LeftOutName[]>();

	const leaveOut = ({ call }: NamedRow, name: string) => {
		const others = leftOutNames.get(call.itemIndex) ?? [];

		leftOutNames.set(call.itemIndex, [...others, { field: addRelations, name, isRow: true }]);
	};

	for (const { row, type, name } of listRelations(rows)) {
		const id = rows.find(row, name);

		if (id === undefined || id === row.id) {
			leaveOut(row, name);
			continue;
		}

		const relation: Relation = { row, type, id };
		const key = JSON.stringify([id, row.id].sort());
		const earlier = planned.get(key);

		if (earlier === undefined) {
			planned.set(key, relation);
		} else if (!isSame(relation, earlier)) {
			leaveOut(row, name);
		}
	}

	return { pending: [...planned.values()].map(relate), leftOutNames };
}

/** The relations that rows name, each with one name. */
const listRelations = (rows: RowNames) =>
	rows.all.flatMap((row) =>
		(row.relatives.relations ?? []).flatMap(({ type, name: text }) =>
			splitNames(row, text, rows).map((name) => ({ row, type, name })),
		),
	);

/** How a row is related to a record. */
interface Relation {
	readonly row: NamedRow;
	readonly type: string;
	/** Of the record. */
	readonly id: string;
}

/** Whether two relations of the same records are one. */
const isSame = (one: Relation, other: Relation): boolean =>
	(one.row.id === other.row.id ? one.type : (OPPOSITES[one.type] ?? one.type)) === other.type;

/**
 * Splits a text at its commas. Names can have commas, too, so that the longest name that is known counts. If a part of
 * other texts than keys is not known, nothing of the text is certain.
 */
function splitNames(row: NamedRow, text: string, rows: RowNames): readonly string[] {
	const parts = text.split(',').map((part) => part.trim());
	const names: string[] = [];

	while (parts.length > 0) {
		const length = findLongest(parts, (name) => rows.has(row, name));
		const name = parts.splice(0, length).join(', ');

		if (name !== '') names.push(name);
	}

	const areKeys = names.every((name) => !/\s/.test(name));

	return areKeys || names.every((name) => rows.has(row, name)) ? names : [text];
}

/** How many of the first parts make up a name that is known; 1 if none do. */
function findLongest(parts: readonly string[], isKnown: (name: string) => boolean): number {
	let length = parts.length;

	while (length > 1 && !isKnown(parts.slice(0, length).join(', '))) length -= 1;

	return length;
}

function relate({ row, type, id: otherId }: Relation): PendingRecord {
	const { call, saved, id } = row;
	const { itemIndex, workspace } = call;
	const path = { ...call.path, work_item_id: id };
	const { grouped } = getRelations;

	return {
		call: {
			kind: 'create',
			operation: createRelation,
			itemIndex,
			workspace,
			path,
			body: { relation_type: type, issues: [otherId] },
			ifExists: 'fail',
			targets: {},
		},
		isOfNew: saved.outcome === 'created',
		...(grouped && { list: { grouped } }),
		// One of another kind stays: somebody has changed it.
		matches: [(existing) => normalizeId(asText(existing.issue_id) ?? '') === otherId],
	};
}
