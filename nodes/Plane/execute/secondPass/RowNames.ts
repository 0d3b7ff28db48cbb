import type { Call } from '../../../shared/model/call';
import type { RowRelatives } from '../../../shared/model/draft';
import { locationKey } from '../../../shared/model/place';
import { normalizeKey, toImportKey } from '../../../shared/operations/shared/external';
import { asText } from '../../../shared/values/asText';
import { groupBy } from '../../../shared/values/groupBy';
import { foldName, normalizeId } from '../../../shared/values/textForms';
import type { SavedRow } from './savedRows';
import type { Saved } from '../write/WriteResult';

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
	/** The rows whose records are saved, in their order. */
	readonly all: readonly NamedRow[];
	private readonly byName: ReadonlyMap<string, readonly NamedRow[]>;

	constructor(rows: readonly SavedRow[]) {
		this.all = rows.flatMap(({ row: { relatives }, call, saved }) =>
			relatives === undefined ? [] : [{ call, saved, relatives, id: readId(call, saved) }],
		);

		const names = this.all.flatMap((row) =>
			row.relatives.names.map((name) => ({ row, key: nameKey(row, name) })),
		);

		this.byName = new Map(
			[...groupBy(names, ({ key }) => key)].map(([key, own]) => [key, own.map(({ row }) => row)]),
		);
	}

	/** Whether a row calls at least one record by a name. */
	has(row: NamedRow, name: string): boolean {
		return this.byName.has(nameKey(row, name));
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

/** Two repositories have issues of the same numbers: their rows have other External Sources. */
const nameKey = ({ call }: NamedRow, name: string): string =>
	[locationKey(call), normalizeKey(call.body.external_source), name].join('\n');

const readId = ({ body, itemIndex }: Call<'upsert'>, { record }: Saved): string =>
	normalizeId(asText(record.id) ?? '') || (toImportKey(body) ?? `item ${itemIndex}`);
