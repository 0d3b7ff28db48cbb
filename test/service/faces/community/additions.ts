import type { Answer, Call } from '../../answer';
import { known, Refusal } from '../../answer';
import type { Addition, Cycle, Module, ServiceState } from '../../state';
import { idOf } from '../../state';
import { now } from '../../create';
import { isUuid } from './fields';
import type { Records } from './records';
import { newestFirst } from './records';
import { badPayload, cycleEnded, noIssuesForCycle, noIssuesForModule, noUuids } from './refusals';

/** Adding work items to what holds them (observed rows 9 to 11). */
export function additions(state: ServiceState, records: Records) {
	/** What the container holds, newest first. Its `issues` say what; this remembers since when. */
	function held(container: Module | Cycle): Addition[] {
		const mine = state.additions.filter((row) => row.container === container.id);
		const rows = new Map(mine.map((row) => [row.issue, row]));
		const { project, workspace } = container;
		const at = now();
		const all = container.issues.map((issue) => {
			const row = rows.get(issue);
			if (row) return row;
			const id = idOf(`${container.id} holds ${issue}`, 0);
			const times = { created_at: at, updated_at: at };
			const added = { id, ...times, container: container.id, issue, project, workspace };
			state.additions.push(added);
			return added;
		});
		return newestFirst(all);
	}

	/** Each id once. @throws Refusal 400 where there is none, or one is no UUID. */
	function idsOf({ body }: Call, none: Answer): string[] {
		const { issues } = body;
		if (!issues || (Array.isArray(issues) && issues.length === 0)) throw new Refusal(none);
		const ids: unknown[] = Array.isArray(issues) ? issues : [issues];
		if (!ids.every(isUuid)) throw new Refusal(noUuids);
		return [...new Set(ids)];
	}

	const containerOf = <Entry extends Module | Cycle>(
		rows: readonly Entry[],
		{ params }: Call,
		id: string | undefined,
	) => known(rows, (row) => row.id === id && row.project === params.project_id);

	const itemsOf = ({ params }: Call, ids: readonly string[]) => {
		const wanted = new Set(ids);
		const there = state.workItems.filter(
			({ id, project }) => wanted.has(id) && project === params.project_id,
		);
		const items = new Map(there.map((item) => [item.id, item]));
		return ids.flatMap((id) => items.get(id) ?? []);
	};

	return {
		/** Those that the project does not have are left out without a word. */
		toModule: (call: Call): Answer => {
			const ids = idsOf(call, noIssuesForModule);
			const module = containerOf(state.modules, call, call.params.module_id);
			// The newest work item goes in first, so that the oldest is the newest addition.
			for (const item of newestFirst(itemsOf(call, ids))) {
				if (!module.issues.includes(item.id)) module.issues.push(item.id);
				item.module = module.id;
			}
			return { status: 200, body: held(module).map(records.moduleAddition) };
		},

		/** One that the project does not have refuses all. A work item is in one cycle only. */
		toCycle: (call: Call): Answer => {
			const ids = idsOf(call, noIssuesForCycle);
			const cycle = containerOf(state.cycles, call, call.params.cycle_id);
			if (cycle.end_date !== null && cycle.end_date < now()) throw new Refusal(cycleEnded);
			const items = itemsOf(call, ids);
			if (items.length < ids.length) throw new Refusal(badPayload);
			for (const item of items) {
				const before = state.cycles.find(({ id }) => id === item.cycle && id !== cycle.id);
				if (before) before.issues = before.issues.filter((id) => id !== item.id);
				if (!cycle.issues.includes(item.id)) cycle.issues.push(item.id);
				item.cycle = cycle.id;
			}
			return { status: 200, body: held(cycle).map(records.cycleAddition) };
		},
	};
}
