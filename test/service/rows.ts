import { stableId, type Row } from './state';

export const now = (): string => new Date().toISOString();

/** Of a record that is called nothing elsewhere. */
export const noExternalIds = { external_source: null, external_id: null };

/** As the server makes it out of a name: `In Review` becomes `in-review`. */
export const toSlug = (name: string): string =>
	name
		.toLowerCase()
		.replace(/[^\w\s-]/g, '')
		.trim()
		.replace(/[\s-]+/g, '-');

/** Partial: what the values do not carry stays as it is. `by` is the id of a user. */
export const updateRow = <Entry extends Row>(row: Entry, values: object, userId: string): Entry =>
	Object.assign(row, values, { updated_at: now(), updated_by: userId });

/** Takes out of the rows themselves, which others may hold, those that are to go. */
export function removeWhere<Entry>(rows: Entry[], matches: (row: Entry) => boolean): void {
	const remaining = rows.filter((row) => !matches(row));

	rows.splice(0, rows.length, ...remaining);
}

/** What makes new records, with the same ids in each run. */
export function createRowFactory() {
	const createdCounts = new Map<string, number>();

	return {
		/** Id and times of a new record, and whose it is: the owner of the first key's without `by`. */
		create(kind: string, userId?: string): Row {
			const number = (createdCounts.get(kind) ?? 0) + 1;

			createdCounts.set(kind, number);
			const time = now();
			const row = { id: stableId(`new ${kind}`, number), created_at: time, updated_at: time };

			return userId === undefined ? row : { ...row, created_by: userId };
		},
	};
}

export type RowFactory = ReturnType<typeof createRowFactory>;
