import type { Call } from '../../shared/model/call';
import type { Draft, RowRelatives } from '../../shared/model/draft';
import { locationKey } from '../../shared/model/place';
import { toImportKey } from '../../shared/operations/shared/external';
import { isProblem } from '../../shared/result/problem';
import { asText } from '../../shared/values/asText';
import { groupBy } from '../../shared/values/groupBy';
import { foldName, normalizeId } from '../../shared/values/textForms';
import type { ItemResult } from './results';
import type { Saved } from './write/WriteResult';

/** A row of an import whose record is saved, or would be. */
export interface NamedRow {
	readonly call: Call<'upsert'>;
	readonly saved: Saved;
	readonly relatives: RowRelatives;
	/** Of its record. One that is only planned has none yet: what identifies it stands in its place. */
	readonly id: string;
}

/** The rows of an import by what they call each other. */
export class RowNames {
	/** Those whose records are saved, in their order. */
	readonly all: readonly NamedRow[];
	private readonly byName: ReadonlyMap<string, readonly NamedRow[]>;

	/** @param results by the index of the item */
	constructor(
		drafts: readonly Draft[],
		calls: readonly Call[],
		results: ReadonlyMap<number, ItemResult>,
	) {
		this.all = listRows(drafts, calls, results);

		const names = this.all.flatMap((row) =>
			row.relatives.names.map((name) => ({ row, key: nameKey(row, name) })),
		);

		this.byName = new Map(
			[...groupBy(names, ({ key }) => key)].map(([key, own]) => [key, own.map(({ row }) => row)]),
		);
	}

	/**
	 * Finds the record that a row calls by a name, in the same project.
	 *
	 * @param title which it must have, if the row says so
	 * @returns its ID; undefined if there is none, or if there are several
	 */
	find(row: NamedRow, name: string, title?: string): string | undefined {
		const named = (this.byName.get(nameKey(row, name)) ?? []).filter(
			({ call }) =>
				title === undefined || foldName(asText(call.body.name) ?? '') === foldName(title),
		);
		const [id, ...others] = new Set(named.map((candidate) => candidate.id));

		return others.length === 0 ? id : undefined;
	}
}

const nameKey = ({ call }: NamedRow, name: string): string => [locationKey(call), name].join('\n');

function listRows(
	drafts: readonly Draft[],
	calls: readonly Call[],
	results: ReadonlyMap<number, ItemResult>,
): readonly NamedRow[] {
	const callsByItem = new Map(calls.map((call) => [call.itemIndex, call]));
	const rows: NamedRow[] = [];

	for (const { itemIndex, row } of drafts) {
		const call = callsByItem.get(itemIndex);
		const saved = readSaved(results.get(itemIndex));
		const relatives = row?.relatives;
		if (call?.kind !== 'upsert' || saved === undefined || relatives === undefined) continue;

		rows.push({ call, saved, relatives, id: readId(call, saved) });
	}

	return rows;
}

/** The record of an item, unless something of it is not done. */
function readSaved(result: ItemResult | undefined): Saved | undefined {
	if (result === undefined || isProblem(result) || result.kind !== 'saved') return undefined;

	return result.failures.length > 0 ? undefined : result.records[0];
}

const readId = ({ body, itemIndex }: Call<'upsert'>, { record }: Saved): string =>
	normalizeId(asText(record.id) ?? '') || (toImportKey(body) ?? `item ${itemIndex}`);
