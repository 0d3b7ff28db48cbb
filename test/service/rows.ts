import { stableId, type Row } from './state';

/** The external IDs of a record that has none. */
export const noExternalIds = { external_source: null, external_id: null };

/** Derives a slug from a name as the server does: `In Review` becomes `in-review`. */
export const toSlug = (name: string): string =>
	name
		.toLowerCase()
		.replace(/[^\w\s-]/g, '')
		.trim()
		.replace(/[\s-]+/g, '-');

/** Removes the matching rows in place, because others may hold the same array. */
export function removeWhere<Entry>(rows: Entry[], matches: (row: Entry) => boolean): void {
	const remaining = rows.filter((row) => !matches(row));

	rows.splice(0, rows.length, ...remaining);
}

/** Creates the ID of a new record. @param number counts the records of its kind, from 1 */
export type CreateId = (kind: string, number: number) => string;

const countId: CreateId = (kind, number) => stableId(`new ${kind}`, number);

/**
 * Creates and changes rows, whose IDs are the same in every run.
 *
 * @param clock dates them, in UNIX milliseconds
 */
export function createRowFactory(createId = countId, clock = () => Date.now()) {
	const createdCounts = new Map<string, number>();
	const now = (): string => new Date(clock()).toISOString();

	return {
		/** The time, as rows have it. */
		now,

		/** The second, as activities have it. */
		epoch: (): number => Math.floor(clock() / 1000),

		/** Updates the given fields of a row in place. `userId` is the user who changes it. */
		update: <Entry extends Row>(row: Entry, values: object, userId: string): Entry =>
			Object.assign(row, values, { updated_at: now(), updated_by: userId }),

		/**
		 * Returns the common fields of a new row. Without `userId`, the owner of the first API key
		 * created it.
		 */
		create(kind: string, userId?: string): Row {
			const number = (createdCounts.get(kind) ?? 0) + 1;

			createdCounts.set(kind, number);
			const time = now();
			const row = { id: createId(kind, number), created_at: time, updated_at: time };

			return userId === undefined ? row : { ...row, created_by: userId };
		},
	};
}

export type RowFactory = ReturnType<typeof createRowFactory>;
