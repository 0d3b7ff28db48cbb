import type { Activities } from './activities';
import { bad, byId, gone, here, ok, Refusal, type Answer, type Call } from './answer';
import { change, noExternal, now, remove } from './create';
import { cycleViews, hasEnded, startOfDay } from './days';
import {
	choice,
	date,
	external,
	isUuid,
	listOf,
	long,
	name,
	orNull,
	recordId,
	textsOf,
	time,
	timeZone,
} from './fields';
import type { Lists } from './lists';
import { newestFirst, type Records } from './records';
import {
	badPayload,
	cycleArchived,
	cycleEnded,
	cyclesOff,
	endedCycle,
	moduleArchived,
	moduleNameTaken,
	newModuleNameTaken,
	noIssuesForCycle,
	noIssuesForModule,
	noProject,
	notEndedYet,
	noUuids,
	oneDayAlone,
	onlyDone,
	onlyEnded,
	overloaded,
} from './refusals';
import type { Host } from './serve';
import { idOf, type Addition, type Cycle, type Module, type WorkItem } from './state';
import type { Handled, Table, Tables, Values } from './table';
import { timeZoneOf } from './timeZoneOf';
import { isListed, refuseOrder } from './workItems';

type Kind = 'module' | 'cycle';

const statuses = ['backlog', 'planned', 'in-progress', 'paused', 'completed', 'cancelled'];

/** Modules and cycles: what they are, what they hold (observed rows 9 to 11), and their archive. */
export function containers(
	{ state, create, hasDifference, options }: Host,
	records: Records,
	{ list }: Lists,
	{ handled }: Tables,
	{ note, touch }: Activities,
): Handled[] {
	const workspace = state.workspace.id;
	const inProject = 'workspaces/{workspace_slug}/projects/{project_id}/';
	const user = recordId(() => state.users);
	const projectOf = ({ params }: Call) => byId(state.projects, params.project_id);
	/** Each new one goes before those that are there. */
	const before = (rows: readonly { sort_order: number }[]) =>
		Math.min(75_535, ...rows.map(({ sort_order }) => sort_order)) - 10_000;

	/** What can be changed and added to: archived ones, too, where the server does not look (row 72). */
	const reachable = <Entry extends Module | Cycle>(call: Call, rows: readonly Entry[]): Entry[] =>
		here(call, rows).filter(
			({ archived_at: at }) => at === null || hasDifference('archivedStillTake'),
		);
	const modulesOf = (call: Call) =>
		here(call, state.modules).filter(({ archived_at: at }) => at === null);
	const modules: Table<Module> = {
		name: 'Module',
		path: `${inProject}modules/{module_id}/`,
		rows: modulesOf,
		all: () => state.modules,
		fields: {
			name,
			description: long,
			start_date: orNull(date),
			target_date: orNull(date),
			status: choice(statuses),
			lead: orNull(user),
			members: listOf(user),
			...external,
		},
		required: ['name'],
		blank: (call) => ({
			...create.fresh('module', call.by),
			name: '',
			description: '',
			status: 'planned',
			start_date: null,
			target_date: null,
			lead: null,
			archived_at: null,
			sort_order: before(here(call, state.modules)),
			members: [],
			issues: [],
			...noExternal,
			project: projectOf(call).id,
			workspace,
		}),
		changeable: (call) => reachable(call, state.modules),
		prepare(values, call, entry) {
			if (entry?.archived_at) throw new Refusal(moduleArchived);
			// It compares what one request brings, not what the module then has.
			if (hasDifference('ownChecks')) refuseOrder(values);
			if (!Array.isArray(values.members) || !hasDifference('leavesOthersOut')) return values;

			const there = textsOf(values.members).filter((id) => projectOf(call).members.includes(id));

			return { ...values, members: hasDifference('ownOrderOfLists') ? there.sort() : there };
		},
		taken(other, values, entry) {
			if (other.name !== values.name) return undefined;

			return entry ? moduleNameTaken : newModuleNameTaken(other.id);
		},
		show: records.module,
		showNew: records.newModule,
		hook: { event: 'module', show: records.module },
		showChanged: (module) => records.updatedModule(module),
		look: { ordered: 'specified' },
	};

	const cyclesOf = (call: Call) =>
		here(call, state.cycles).filter(({ archived_at: at }) => at === null);
	/** Whoever changes a cycle without naming its owner becomes that (row 162). */
	const takeOver = (values: Values, { by }: Call): Values =>
		hasDifference('ownerByKey') && values.owned_by === undefined
			? { ...values, owned_by: by }
			: values;

	/** Of one day alone, the server keeps the start in the time zone of the key's user (row 161). */
	function readHalf({ start_date: start, end_date: end }: Values): Values {
		const isHalf = (start === undefined) !== (end === undefined);
		if (!isHalf || !hasDifference('halfCycleDays')) return {};

		const name = start === undefined ? 'end_date' : 'start_date';
		const day = start ?? end;

		return typeof day === 'string' && !day.includes('T')
			? { [name]: startOfDay(day, timeZoneOf(options)) }
			: {};
	}

	function prepareCycle(values: Values, call: Call, entry?: Cycle): Values {
		if (entry) {
			if (entry.archived_at) throw new Refusal(cycleArchived);

			if (!hasEnded(entry, state) || !hasDifference('endedCyclesRefuse')) {
				return { ...takeOver(values, call), ...readHalf(values) };
			}
			// Its place alone can be changed, and even that is not heeded.
			if ('sort_order' in call.body) return {};

			throw new Refusal(endedCycle);
		}
		if (!call.body.project_id) throw new Refusal(noProject);
		if (!projectOf(call).cycle_view) throw new Refusal(cyclesOff);

		const days = [values.start_date ?? null, values.end_date ?? null];
		if (days.filter((day) => day === null).length === 1) throw new Refusal(oneDayAlone);

		return values;
	}

	const cycles: Table<Cycle> = {
		name: 'Cycle',
		path: `${inProject}cycles/{cycle_id}/`,
		rows: (call) => {
			const view =
				cycleViews[call.params.cycle_id === undefined ? (call.query.cycle_view ?? '') : ''];

			return cyclesOf(call).filter((cycle) => view?.(cycle, state) ?? true);
		},
		all: () => state.cycles,
		fields: {
			name,
			description: long,
			start_date: orNull(time),
			end_date: orNull(time),
			owned_by: orNull(user),
			timezone: timeZone,
			...external,
		},
		required: ['name'],
		blank: (call) => ({
			...create.fresh('cycle', call.by),
			name: '',
			description: '',
			timezone: 'UTC',
			start_date: null,
			end_date: null,
			owned_by: call.by,
			archived_at: null,
			sort_order: before(here(call, state.cycles)),
			issues: [],
			...noExternal,
			project: projectOf(call).id,
			workspace,
		}),
		changeable: (call) => reachable(call, state.cycles),
		prepare: prepareCycle,
		show: records.cycle,
		showNew: records.newCycle,
		look: { ordered: 'specified' },
		hook: { event: 'cycle', show: records.cycle },
	};

	/** What the container holds, newest first. Its `issues` say what; this remembers since when. */
	function held(container: Module | Cycle): Addition[] {
		const mine = state.additions.filter((row) => row.container === container.id);
		const rows = new Map(mine.map((row) => [row.issue, row]));
		const { project } = container;
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
		const texts = ids.filter(hasDifference('ownChecks') ? isUuid : (id) => typeof id === 'string');
		if (texts.length < ids.length) throw new Refusal(noUuids);

		return [...new Set(texts)];
	}

	/** @throws Refusal 400 where the project does not have one, unless such are left out */
	function itemsOf(call: Call, ids: readonly string[], leavesOut: boolean): WorkItem[] {
		const items = new Map(here(call, state.workItems).map((item) => [item.id, item]));

		return ids.flatMap((id) => {
			const item = items.get(id);
			if (item || leavesOut) return item ?? [];
			if (hasDifference('hidesUnknown')) throw new Refusal(badPayload);

			throw new Refusal(bad(`The work item ${id} does not exist in this project.`));
		});
	}

	/** Adds what the container does not hold yet. */
	function hold(kind: Kind, container: Module | Cycle, items: WorkItem[]): Answer {
		for (const item of items) {
			if (!container.issues.includes(item.id)) container.issues.push(item.id);

			item[kind] = container.id;
		}

		return {
			status: hasDifference('createdStatus200') ? 200 : 201,
			body: hasDifference('additionsListAll')
				? held(container).map(records.addition[kind])
				: { ...create.fresh('addition'), issues: items.map(({ id }) => id) },
		};
	}

	/** Takes a work item out of what holds it, and notes the names (observed rows 50 and 51). */
	function release(kind: Kind, container: Module | Cycle, item: WorkItem): void {
		remove(container.issues, (id) => id === item.id);
		remove(state.additions, (row) => row.container === container.id && row.issue === item.id);
		if (item[kind] === container.id) item[kind] = null;
	}

	function addToModule(call: Call): Answer {
		const ids = idsOf(call, noIssuesForModule);
		const module = byId(reachable(call, state.modules), call.params.module_id);
		const items = itemsOf(call, ids, hasDifference('leavesUnknownOut'));

		// The newest work item goes in first, so that the oldest is the newest addition.
		return hold('module', module, hasDifference('additionsListAll') ? newestFirst(items) : items);
	}

	/** A work item is in one cycle at most (observed row 32). */
	function moveTo(cycle: Cycle, items: WorkItem[], by: string): Answer {
		for (const item of items) {
			const old = state.cycles.find(
				({ id, issues }) => id !== cycle.id && issues.includes(item.id),
			);
			if (old) release('cycle', old, item);
			if (cycle.issues.includes(item.id) && !hasDifference('additionsCountAgain')) continue;

			touch(item);
			note(item, by, {
				verb: old ? 'updated' : 'created',
				field: 'cycles',
				old_value: old?.name ?? '',
				new_value: cycle.name,
				old_identifier: old?.id ?? null,
				new_identifier: cycle.id,
				comment: old
					? `updated cycle from ${old.name} to ${cycle.name}`
					: `added cycle ${cycle.name}`,
			});
		}

		return hold('cycle', cycle, items);
	}

	function addToCycle(call: Call): Answer {
		const ids = idsOf(call, noIssuesForCycle);
		const cycle = byId(cyclesOf(call), call.params.cycle_id);
		if (hasEnded(cycle, state) && hasDifference('endedCyclesRefuse')) throw new Refusal(cycleEnded);

		return moveTo(cycle, itemsOf(call, ids, false), call.by);
	}

	/** What is not finished goes from a cycle that has ended to another. */
	function transfer(call: Call): Answer {
		const cycle = byId(cyclesOf(call), call.params.cycle_id);
		const next = byId(cyclesOf(call), String(call.body.new_cycle_id));
		if (!hasEnded(cycle, state)) throw new Refusal(notEndedYet);
		if (hasEnded(next, state)) throw new Refusal(cycleEnded);

		const done = state.states.filter(({ group }) => /^(completed|cancelled)$/.test(group));
		const isDone = (item: WorkItem) => done.some(({ id }) => id === item.state);
		const left = itemsOf(call, cycle.issues, true).filter((item) => !isDone(item));

		moveTo(next, left, call.by);

		return ok({ message: 'Success' });
	}

	/** The requests that modules and cycles have in common, beyond those of their tables. */
	function actions<Entry extends Module | Cycle>(
		kind: Kind,
		{ path, all }: Table<Entry>,
		add: (call: Call) => Answer,
		show: (entry: Entry) => object,
		refuse: (entry: Entry) => Answer | undefined,
	): Handled[] {
		const named = ({ params }: Call) => params[`${kind}_id`];
		const ofKind = (call: Call, isArchived: boolean) =>
			here(call, all()).filter(({ archived_at: at }) => (at !== null) === isArchived);
		const find = (call: Call) => byId(ofKind(call, false), named(call));

		function archive(call: Call): Answer {
			const entry = find(call);
			const refusal = refuse(entry);
			if (refusal) throw new Refusal(refusal);

			change(entry, { archived_at: now() }, call.by);

			return gone;
		}

		function unarchive(call: Call): Answer {
			change(byId(ofKind(call, true), named(call)), { archived_at: null }, call.by);

			return gone;
		}

		function listHeld(call: Call): Answer {
			const { issues } = find(call);
			const items = here(call, state.workItems).filter(
				(item) => issues.includes(item.id) && isListed(state, item),
			);

			return list(call, items, records.workItem, { ordered: true, order: 'created_at' });
		}

		const rowOf = (call: Call) => {
			const rows = held(find(call));
			const row = rows.find(({ issue }) => issue === call.params.work_item_id);

			return byId(rows, row?.id);
		};

		function takeOut(call: Call): Answer {
			const entry = find(call);
			const item = byId(state.workItems, rowOf(call).issue);

			release(kind, entry, item);
			touch(item);
			note(item, call.by, {
				verb: 'deleted',
				field: `${kind}s`,
				old_value: entry.name,
				new_value: '',
				old_identifier: entry.id,
				comment: `removed this ${kind}`,
			});

			return gone;
		}

		const archived = `${inProject}archived-${kind}s/`;
		const items = `${path}${kind}-issues/`;
		const one = `${items}{work_item_id}/`;

		return [
			['POST', `${path}archive/`, archive],
			['GET', archived, (call) => list(call, ofKind(call, true), show, { ordered: 'specified' })],
			['DELETE', `${archived}{${kind}_id}/unarchive/`, unarchive],
			['GET', items, listHeld],
			['POST', items, add],
			['DELETE', one, takeOut],
			// Only cycles tell since when.
			...(kind === 'cycle'
				? [['GET', one, (call) => ok(records.heldByCycle(rowOf(call)))] satisfies Handled]
				: []),
		];
	}

	const deleted = (kind: Kind) => (entry: Module | Cycle) => {
		for (const item of state.workItems) if (item[kind] === entry.id) item[kind] = null;
		remove(state.additions, (row) => row.container === entry.id);
	};

	const cycleList = (call: Call): Answer =>
		list(call, cycles.rows(call), records.cycle, {
			...cycles.look,
			...(call.query.cycle_view === 'current' && { envelope: 'array' }),
		});

	return [
		...handled({ ...modules, deleted: deleted('module') }),
		...handled({ ...cycles, deleted: deleted('cycle') }),
		['GET', `${inProject}cycles/`, cycleList],
		...actions('module', modules, addToModule, records.module, ({ status }) =>
			status === 'completed' || status === 'cancelled' ? undefined : onlyDone,
		),
		...actions('cycle', cycles, addToCycle, records.archivedCycle, (cycle) => {
			// One without days breaks the server (observed row 29).
			if (cycle.end_date === null) return overloaded;

			return hasEnded(cycle, state) ? undefined : onlyEnded;
		}),
		['POST', `${cycles.path}transfer-issues/`, transfer],
	];
}
