import type { Row } from './state';

interface PreviousVersion<Entry> {
	/** When the replica gets the next version, in UNIX milliseconds. */
	readonly until: number;
	/** The record before the change, or undefined if it did not exist. */
	readonly record: Entry | undefined;
}

/** A replica that still has the previous version of records that changed recently (row 166). */
export class Replica<Entry extends Row> {
	private readonly previousVersions = new Map<string, PreviousVersion<Entry>[]>();

	/** @param lag how far the replica is behind, in milliseconds */
	constructor(private readonly lag: number) {}

	/** Remembers a record as it was before a change, or undefined for a new one. */
	remember(id: string, record: Entry | undefined): void {
		const until = Date.now() + this.lag;
		const copy = record && structuredClone(record);

		this.previousVersions.set(id, [
			...(this.previousVersions.get(id) ?? []),
			{ until, record: copy },
		]);
	}

	/** Returns the records as the replica has them. */
	read(records: readonly Entry[]): Entry[] {
		const current = records.map((record) => {
			const [oldest] = (this.previousVersions.get(record.id) ?? []).filter(
				({ until }) => until > Date.now(),
			);

			return oldest ? oldest.record : record;
		});

		return current.filter((record) => record !== undefined);
	}
}
