import type { IDataObject, JsonObject, JsonValue } from 'n8n-workflow';

import type { Call } from '../../../shared/model/call';
import { COUNT_GROUPS, type CountGroup } from '../../../shared/operations/shared/counts';
import { isProblem, type Result } from '../../../shared/result/problem';
import { compareAlphabetically } from '../../../shared/text/letterCase';
import { asText } from '../../../shared/values/asText';
import { isJsonObject } from '../../../shared/values/json';
import type { JobResult } from '../results';
import { hiddenProjectsHint, type ListPresenter } from './ListPresenter';
import type { ListReader, SelectedRecords } from './ListReader';
import { limitPlan, type ListPlan } from './planList';

/** Counts the records that lists select. */
export class RecordCounter {
	constructor(
		private readonly lists: ListReader,
		private readonly presenter: ListPresenter,
	) {}

	/** Counts the records of a plan: all together, or by group. */
	async count(plan: ListPlan, call: Call<'list'>): Promise<JobResult> {
		const total = canServerCount(call) ? await this.readTotal(plan) : undefined;
		if (total !== undefined) return total;

		const selected = await this.lists.read(plan);
		if (isProblem(selected)) return selected;

		const { groupBy } = call;
		if (groupBy === undefined) return toResult([{ count: selected.records.size }], selected);

		const shown = await this.presenter.showEachList(plan, selected);
		if (isProblem(shown)) return shown;

		const values = [...shown].map(([record, row]) => readGroups(record, row ?? {}, groupBy));

		return toResult(tally(values, COUNT_GROUPS[groupBy]), selected);
	}

	/** Reads one record of each list, for the server's own count. @returns undefined if it does not count */
	private async readTotal(plan: ListPlan): Promise<JobResult | undefined> {
		const selected = await this.lists.read(limitPlan(plan, 1));
		if (isProblem(selected)) return selected;

		let count = 0;

		for (const { total } of selected.statistics) {
			if (total === undefined) return undefined;

			count += total;
		}

		return toResult([{ count }], selected);
	}
}

/** Whether nothing but the server decides which records there are: some servers ignore their own filters (row 8). */
function canServerCount({ groupBy, query }: Call<'list'>): boolean {
	const { serverFilters = [], clientFilters = [], containers = [] } = query;

	return groupBy === undefined && [...serverFilters, ...clientFilters, ...containers].length === 0;
}

const toResult = (
	rows: readonly IDataObject[],
	{ statistics, hiddenProjects }: SelectedRecords,
): Result<Extract<JobResult, { readonly kind: 'rows' }>> => ({
	kind: 'rows',
	rows,
	statistics,
	hints: hiddenProjectsHint(hiddenProjects),
});

/** What records are counted by. */
interface Group {
	/** Tells people of one name apart. Everything else is the same if its name is, such as the states of two projects. */
	readonly id: JsonValue;
	readonly name: JsonValue;
	/** `''` if it is not a person. */
	readonly email: string;
}

/** The groups in which a record is counted: one, which may be that of no value, or several, such as its assignees. */
function readGroups(record: JsonObject, shown: JsonObject, groupBy: CountGroup): readonly Group[] {
	const { state, assignees = [] } = record;
	const stateGroup = isJsonObject(state) ? (state.group ?? null) : null;
	const value = groupBy === 'stateGroup' ? stateGroup : (shown[COUNT_GROUPS[groupBy]] ?? null);
	const names = Array.isArray(value) ? value : [value];
	const people = groupBy === 'assignee' ? [assignees].flat() : [];

	return (names.length === 0 ? [null] : names).map((name, index) => {
		const person = people[index];
		const { id = name, email = '' } = isJsonObject(person) ? person : {};

		return { id, name, email: asText(email) ?? '' };
	});
}

/** Counts how often there is each group: the most frequent first, then by name. `null` stands for no value, and is last. */
function tally(records: readonly (readonly Group[])[], field: string): readonly IDataObject[] {
	const counts = new Map<JsonValue, Group & { readonly count: number }>();

	for (const group of records.flat()) {
		counts.set(group.id, { ...group, count: (counts.get(group.id)?.count ?? 0) + 1 });
	}

	const counted = [...counts.values()];
	const isShared = (name: JsonValue) => counted.filter((other) => other.name === name).length > 1;

	return counted
		.toSorted(
			(a, b) =>
				b.count - a.count ||
				Number(a.name === null) - Number(b.name === null) ||
				compareNames(a.name, b.name),
		)
		.map(({ name, email, count }) => ({
			[field]: email !== '' && isShared(name) ? `${asText(name) ?? ''} (${email})` : name,
			count,
		}));
}

const compareNames = (a: JsonValue, b: JsonValue): number =>
	compareAlphabetically(asText(a) ?? '', asText(b) ?? '');
