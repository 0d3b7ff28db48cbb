import type { LeftOutName } from '../../shared/model/draft';
import { createRelation, getRelations } from '../../shared/operations';
import { addRelations } from '../../shared/operations/shared/importOptions';
import { asText } from '../../shared/values/asText';
import { normalizeId } from '../../shared/values/textForms';
import type { PendingRecord } from './furtherRecords';
import type { NamedRow, RowNames } from './RowNames';

/** What becomes of the relations between the rows of an import. */
export interface RelationPlan {
	readonly pending: readonly PendingRecord[];
	/** The records that are no rows of the import, or several of them, by the index of the item. */
	readonly leftOutNames: ReadonlyMap<number, readonly LeftOutName[]>;
}

/** What a relation is from the other side. Each other one is the same from both. */
const OPPOSITES: Readonly<Record<string, string>> = { blocked_by: 'blocking' };

/** Finds the relations between the rows of an import, each once: both of its rows can name it. */
export function planRelations(rows: RowNames): RelationPlan {
	const pending = new Map<string, PendingRecord>();
	const leftOutNames = new Map<number, readonly LeftOutName[]>();

	for (const row of rows.all) {
		for (const { type, name: text } of row.relatives.relations ?? []) {
			for (const name of splitNames(row, text, rows)) {
				const id = rows.find(row, name);

				if (id === undefined || id === row.id) {
					const { itemIndex } = row.call;
					const others = leftOutNames.get(itemIndex) ?? [];

					leftOutNames.set(itemIndex, [...others, { field: addRelations, name }]);
					continue;
				}

				const key = identify(type, row.id, id);
				if (!pending.has(key)) pending.set(key, relate(row, type, id));
			}
		}
	}

	return { pending: [...pending.values()], leftOutNames };
}

/** A name can have commas in it. */
const splitNames = (row: NamedRow, text: string, rows: RowNames): readonly string[] =>
	rows.find(row, text) === undefined
		? text
				.split(',')
				.map((name) => name.trim())
				.filter((name) => name !== '')
		: [text];

function identify(type: string, id: string, otherId: string): string {
	const opposite = OPPOSITES[type];
	if (opposite !== undefined) return identify(opposite, otherId, id);

	const isDirected = Object.values(OPPOSITES).includes(type);
	const ids = isDirected ? [id, otherId] : [id, otherId].sort();

	return JSON.stringify([type, ...ids]);
}

function relate({ call, saved, id }: NamedRow, type: string, otherId: string): PendingRecord {
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
		isSame: (existing) =>
			existing.relation_type === type && normalizeId(asText(existing.issue_id) ?? '') === otherId,
	};
}
