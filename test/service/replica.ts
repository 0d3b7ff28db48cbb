import type { Row } from './state';

interface PreviousVersion<Entry> {
	/** In UNIX milliseconds, when the replica has what is newer. */
	readonly until: number;
	/** The record as it was; absent if it was not there. */
	readonly record: Entry | undefined;
}

/** What a replica still shows of records that have changed (row 166). */
export class Replica<Entry extends Row> {
	private readonly previousVersions = new Map<string, PreviousVersion<Entry>[]>();

	/** @param lag how far it is behind, in milliseconds */
	constructor(private readonly lag: number) {}

	/** Remembers a record as it was before a change; undefined for a new one. */
	remember(id: string, record: Entry | undefined): void {
		const until = Date.now() + this.lag;
		const copy = record && structuredClone(record);

		this.previousVersions.set(id, [
			...(this.previousVersions.get(id) ?? []),
			{ until, record: copy },
		]);
	}

	/** The records as the replica has them. */
	read(records: readonly Entry[]): Entry[] {
		const shown = records.map((record) => {
			const [oldest] = (this.previousVersions.get(record.id) ?? []).filter(
				({ until }) => until > Date.now(),
			);

			return oldest ? oldest.record : record;
		});

		return shown.filter((record) => record !== undefined);
	}
}
