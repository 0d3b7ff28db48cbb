import { bad, byId, here, Refusal, type Answer, type Call } from './answer';
import { now } from './create';
import { isUuid } from './fields';
import { newestFirst, type Records } from './records';
import { badPayload, cycleEnded, noIssuesForCycle, noIssuesForModule, noUuids } from './refusals';
import type { Host } from './serve';
import { idOf, type Addition, type Cycle, type Module, type WorkItem } from './state';

/** Adding work items to what holds them (observed rows 9 to 11). */
export function additions({ state, create, differs }: Host, records: Records) {
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
		const texts = ids.filter(differs('ownChecks') ? isUuid : (id) => typeof id === 'string');
		if (texts.length < ids.length) throw new Refusal(noUuids);
		return [...new Set(texts)];
	}

	/** @throws Refusal 400 where the project does not have one, unless such are left out */
	function itemsOf(call: Call, ids: readonly string[], leavesOut: boolean): WorkItem[] {
		const items = new Map(here(call, state.workItems).map((item) => [item.id, item]));
		return ids.flatMap((id) => {
			const item = items.get(id);
			if (item || leavesOut) return item ?? [];
			if (differs('hidesUnknown')) throw new Refusal(badPayload);
			throw new Refusal(bad(`The work item ${id} does not exist in this project.`));
		});
	}

	/** Adds what the container does not hold yet. */
	function hold(kind: 'module' | 'cycle', container: Module | Cycle, items: WorkItem[]): Answer {
		for (const item of items) {
			if (!container.issues.includes(item.id)) container.issues.push(item.id);
			item[kind] = container.id;
		}
		return {
			status: differs('createdStatus200') ? 200 : 201,
			body: differs('additionsListAll')
				? held(container).map(records.addition[kind])
				: { ...create.fresh('addition'), issues: items.map(({ id }) => id) },
		};
	}

	return {
		toModule: (call: Call): Answer => {
			const ids = idsOf(call, noIssuesForModule);
			const module = byId(here(call, state.modules), call.params.module_id);
			const items = itemsOf(call, ids, differs('leavesUnknownOut'));
			// The newest work item goes in first, so that the oldest is the newest addition.
			return hold('module', module, differs('additionsListAll') ? newestFirst(items) : items);
		},

		/** A work item is in one cycle at most (observed row 32). */
		toCycle: (call: Call): Answer => {
			const ids = idsOf(call, noIssuesForCycle);
			const cycle = byId(here(call, state.cycles), call.params.cycle_id);
			const hasEnded = cycle.end_date !== null && cycle.end_date < now();
			if (hasEnded && differs('endedCyclesRefuse')) throw new Refusal(cycleEnded);
			const items = itemsOf(call, ids, false);
			for (const { id: added, cycle: old } of items) {
				const before = state.cycles.find(({ id }) => id === old && id !== cycle.id);
				if (before) before.issues = before.issues.filter((id) => id !== added);
			}
			return hold('cycle', cycle, items);
		},
	};
}
