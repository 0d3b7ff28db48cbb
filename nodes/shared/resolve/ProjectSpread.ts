import type { JsonObject } from 'n8n-workflow';

import { asText } from '../values/asText';
import { projects as projectList } from '../lists/lists';
import type { Call, RequestTarget } from '../model/call';
import { PROJECT } from '../operations/shared/projectScope';
import { isProblem, type Result } from '../result/problem';
import { readFirstText } from '../values/readFirstText';
import type { RecordLists, Rows } from './RecordLists';

/** A list that is read in several projects. */
interface Whole {
	readonly call: Call<'list'>;
	readonly closedProjects: string[];
}

/** Whether a call is the part of a list across projects that is read in one of them. */
export const isPart = (call: Call | RequestTarget): call is Call<'list'> =>
	call.kind === 'list' && call.projects !== undefined && call.path[PROJECT] !== undefined;

/**
 * Spreads lists over the projects in which they are read, so that the names in their filters are looked up
 * in each project, and gathers the parts again.
 */
export class ProjectSpread {
	/** By the index of the item. */
	private readonly wholes = new Map<number, Whole>();

	constructor(private readonly lists: RecordLists) {}

	/** @returns the list in each of its projects, or why these are unknown; any other call as it is */
	async spread(call: Call): Promise<Result<readonly Call[]>> {
		if (call.kind !== 'list' || call.projects === undefined) return [call];

		const rows = await this.lists.read({ target: call, source: projectList, parents: {} });
		if (isProblem(rows)) return rows;

		const { kind, names } = call.projects;
		// The list includes projects without the user, and archived ones, whose lists are empty (rows 405 and 73).
		const activeRows = (rows ?? []).filter(({ archived_at: at }) => (at ?? null) === null);
		const openRows = activeRows.filter((row) => projectList.isClosed?.(row) !== true);
		const closedRows = activeRows.filter((row) => projectList.isClosed?.(row) === true);
		const ids = kind === 'all' ? openRows.map(readId) : names;

		this.wholes.set(call.itemIndex, {
			call,
			closedProjects: kind === 'all' ? closedRows.map((row) => readFirstText(row, 'name')) : [],
		});

		return ids.map((id) => createPart(call, id, rows ?? []));
	}

	/** Remembers that the project of a part turned out to be one that the user may not see. */
	close(part: Call<'list'>): void {
		const id = part.path[PROJECT] ?? '';

		this.wholes.get(part.itemIndex)?.closedProjects.push(part.displayNames?.[id] ?? id);
	}

	/**
	 * Gathers the parts of each list.
	 *
	 * @param failed the items that cannot be sent
	 */
	gather(calls: readonly Call[], failed: ReadonlyMap<number, unknown>): readonly Call[] {
		const partsByItem = new Map<number, Call<'list'>[]>();

		for (const part of calls.filter(isPart)) {
			const parts = partsByItem.get(part.itemIndex) ?? [];

			parts.push(part);
			partsByItem.set(part.itemIndex, parts);
		}

		const wholes = [...this.wholes.values()]
			.filter(({ call }) => !failed.has(call.itemIndex))
			.map(({ call, closedProjects }) => {
				const parts = partsByItem.get(call.itemIndex) ?? [];

				return { ...call, acrossProjects: { parts, closedProjects } };
			});

		return [...calls.filter((call) => !isPart(call)), ...wholes];
	}
}

const readId = ({ id }: JsonObject): string => asText(id) ?? '';

/** The part of a list that is read in one project. Errors call the project by its name. */
function createPart(call: Call<'list'>, id: string, rows: Rows): Call<'list'> {
	const { textsToSplit = {}, ...rest } = call;
	const row = rows.find((candidate) => readId(candidate) === id);
	const several = call.operation.projectScope?.several.wire;
	// The names of the projects are resolved already.
	const otherTexts = Object.entries(textsToSplit).filter(([wire]) => wire !== several);

	return {
		...rest,
		path: { ...call.path, [PROJECT]: id },
		textsToSplit: Object.fromEntries(otherTexts),
		displayNames: {
			...(row && { [id]: readFirstText(row, 'name') }),
			...call.displayNames,
		},
	};
}
