import type { JsonObject } from 'n8n-workflow';

import { asText } from '../values/asText';
import { groupBy } from '../values/groupBy';
import { hasNoAccess } from '../values/hasNoAccess';
import { isArchived } from '../values/isArchived';
import { projects as projectList } from '../lists/lists';
import { buildCall, collectPath } from '../model/buildCall';
import type { Call, RequestTarget } from '../model/call';
import type { Draft } from '../model/draft';
import { PROJECT } from '../operations/shared/projectScope';
import { isProblem, type Result } from '../result/problem';
import { readFirstText } from '../values/readFirstText';
import type { RecordLists, Rows } from './RecordLists';

/** A list that is read in several projects. */
interface SpreadList {
	readonly draft: Draft<'list'>;
	readonly closedProjects: string[];
}

/** Whether a target is the part of a list across projects that is read in one of them. */
export const isProjectPart = (target: RequestTarget | Call): target is Call<'list'> =>
	target.kind === 'list' && target.projects !== undefined && target.path[PROJECT] !== undefined;

/** Whether a draft is the part of a list across projects that is read in one of them. */
export const isProjectPartDraft = (draft: Draft): draft is Draft<'list'> =>
	draft.kind === 'list' &&
	draft.projects !== undefined &&
	collectPath(draft)[PROJECT] !== undefined;

/**
 * Spreads lists over the projects in which they are read, so that the names in their filters are looked up
 * in each project, and gathers the parts again.
 */
export class ProjectSpread {
	/** By the index of the item. */
	private readonly spreadLists = new Map<number, SpreadList>();

	constructor(private readonly lists: RecordLists) {}

	/** @returns one draft for each project of a list, or why its projects are unknown; any other draft as it is */
	async spread(draft: Draft): Promise<Result<readonly Draft[]>> {
		if (draft.kind !== 'list' || draft.projects === undefined) return [draft];

		const target = buildCall<'list'>(draft);
		const place = { target, source: projectList, parents: {} };
		const rows = await this.lists.read(place);
		if (isProblem(rows)) return rows;

		const isForAll = draft.projects === 'all';
		const gap = isForAll ? await this.lists.findGap(place) : undefined;
		if (gap !== undefined) return gap;

		// The list includes projects without the user, and archived ones, whose lists are empty (rows 405 and 73).
		const activeRows = (rows ?? []).filter((row) => !isArchived(row));
		const openRows = activeRows.filter((row) => !hasNoAccess(row));
		const closedRows = activeRows.filter(hasNoAccess);
		const ids = isForAll ? openRows.map(readId) : (target.projects?.names ?? []);

		this.spreadLists.set(draft.itemIndex, {
			draft,
			closedProjects: isForAll ? closedRows.map((row) => readFirstText(row, 'name')) : [],
		});

		return ids.map((id) => createPart(draft, id, rows ?? []));
	}

	/** Remembers that the project of a part turned out to be one that the user may not see. */
	markHidden(part: Draft<'list'>): void {
		const id = collectPath(part)[PROJECT] ?? '';

		this.spreadLists.get(part.itemIndex)?.closedProjects.push(part.displayNames?.[id] ?? id);
	}

	/**
	 * Gathers the parts of each list in one call. Other calls stay as they are.
	 *
	 * @param failed the items that cannot be sent
	 */
	gather(calls: readonly Call[], failed: ReadonlyMap<number, unknown>): readonly Call[] {
		if (this.spreadLists.size === 0) return calls;

		const parts = groupBy(calls.filter(isProjectPart), ({ itemIndex }) => itemIndex);
		const gathered = [...this.spreadLists.values()]
			.filter(({ draft }) => !failed.has(draft.itemIndex))
			.map(({ draft, closedProjects }) => ({
				...buildCall<'list'>(draft),
				acrossProjects: { parts: parts.get(draft.itemIndex) ?? [], closedProjects },
			}));

		return [...calls.filter((call) => !isProjectPart(call)), ...gathered];
	}
}

const readId = ({ id }: JsonObject): string => asText(id) ?? '';

/** The part of a list that is read in one project. Errors call the project by its name. */
function createPart(draft: Draft<'list'>, id: string, rows: Rows): Draft<'list'> {
	const row = rows.find((candidate) => readId(candidate) === id);
	const field = draft.operation.locators.find(({ wire }) => wire === PROJECT);

	return {
		...draft,
		slots: [...(field ? [{ at: 'path' as const, field, value: id }] : []), ...draft.slots],
		displayNames: {
			...(row && { [id]: readFirstText(row, 'name') }),
			...draft.displayNames,
		},
	};
}
