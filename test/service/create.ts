import { idOf, type Row } from './state';

export const now = (): string => new Date().toISOString();

/** Of a record that is called nothing elsewhere. */
export const noExternal = { external_source: null, external_id: null };

/** As the server makes it out of a name: `In Review` becomes `in-review`. */
export const slugOf = (name: string): string =>
	name
		.toLowerCase()
		.replace(/[^\w\s-]/g, '')
		.trim()
		.replace(/[\s-]+/g, '-');

/** Partial: what the values do not carry stays as it is. `by` is the id of a user. */
export const change = <Entry extends Row>(row: Entry, values: object, by: string): Entry =>
	Object.assign(row, values, { updated_at: now(), updated_by: by });

/** Takes out of the rows themselves, which others may hold, those that are to go. */
export function remove<Entry>(rows: Entry[], isGone: (row: Entry) => boolean): void {
	const left = rows.filter((row) => !isGone(row));

	rows.splice(0, rows.length, ...left);
}

/** What makes new records, with the same ids in each run. */
export function creator() {
	const created = new Map<string, number>();

	return {
		/** Id and times of a new record, and whose it is: the owner of the first key's without `by`. */
		fresh(kind: string, by?: string): Row {
			const number = (created.get(kind) ?? 0) + 1;

			created.set(kind, number);
			const at = now();
			const row = { id: idOf(`new ${kind}`, number), created_at: at, updated_at: at };

			return by === undefined ? row : { ...row, created_by: by };
		},
	};
}

export type Creator = ReturnType<typeof creator>;
