import type { Call } from '../../../shared/model/call';
import { mergeSearches } from './mergeSearches';

/** Projects that are left out because the user of the credential may not see them, by their names. */
interface LeftOut {
	readonly closedProjects: readonly string[];
}

/** One list, which the server or the node filters, sorts and limits. */
export interface OneList extends LeftOut {
	readonly kind: 'oneList';
	readonly call: Call<'list'>;
}

/** The list of each project. Sort, Limit and Offset apply to the whole. */
export interface ListOfEachProject extends LeftOut {
	readonly kind: 'eachProject';
	readonly call: Call<'list'>;
	/** The list of each project. */
	readonly parts: readonly Call<'list'>[];
}

/** No list: no project has all the records that the filters name. */
interface NoList extends LeftOut {
	readonly kind: 'nothing';
}

/** Which lists have the records that a call selects. */
export type ListPlan = OneList | ListOfEachProject | NoList;

/** Decides which lists to read: one search finds the records of all projects, but a list has the records of one. */
export function planList(call: Call<'list'>): ListPlan {
	const { acrossProjects, operation } = call;
	if (acrossProjects === undefined) return { kind: 'oneList', call, closedProjects: [] };

	const { parts, closedProjects } = acrossProjects;
	if (operation.search === undefined) {
		return { kind: 'eachProject', call, parts: parts.map(withOwnLimit), closedProjects };
	}

	const search = mergeSearches(call, parts);

	return search === undefined
		? { kind: 'nothing', closedProjects }
		: { kind: 'oneList', call: search, closedProjects };
}

/** The same lists with this many records at most of each. */
export function limitPlan(plan: ListPlan, limit: number): ListPlan {
	const limited = (call: Call<'list'>) => ({ ...call, query: { ...call.query, limit } });

	switch (plan.kind) {
		case 'oneList':
			return { ...plan, call: limited(plan.call) };
		case 'eachProject':
			return { ...plan, parts: plan.parts.map(limited) };
		case 'nothing':
			return plan;
	}
}

/** The list of one project, with all rows that the whole may select from it. */
function withOwnLimit(part: Call<'list'>): Call<'list'> {
	const { limit, offset } = part.query;

	return {
		...part,
		query: { ...part.query, offset: 0, ...(limit !== undefined && { limit: offset + limit }) },
	};
}
