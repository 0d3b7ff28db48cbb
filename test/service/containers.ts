import type { ActivityTracker } from './activityTracker';
import {
	badRequest,
	findById,
	noContent,
	filterByProject,
	ok,
	Refusal,
	type Answer,
	type Call,
} from './answer';
import { removeWhere } from './rows';
import { cycleViews, hasEnded, startOfDay } from './days';
import { choice, isUuid, listOf, nullable, recordId, uniqueTexts, time, timeZone } from './fields';
import type { ListResponder } from './listResponder';
import { definePlainTable } from './plainTable';
import { newestFirst, type Serializers } from './serializers';
import {
	badPayload,
	cycleArchived,
	cycleEnded,
	cycleStartAfterEnd,
	cyclesOff,
	endedCycleLocked,
	moduleArchived,
	moduleNameTaken,
	newModuleNameTaken,
	noIssuesForCycle,
	noIssuesForModule,
	noProject,
	oldCycleNotEnded,
	invalidUuids,
	singleCycleDate,
	moduleNotFinished,
	cycleNotEnded,
	serverError,
} from './refusals';
import type { Host } from './serve';
import { stableId, type Addition, type Cycle, type Module, type WorkItem } from './state';
import type { Endpoint, Table, TableEndpoints, Values } from './table';
import { getUserTimeZone } from './userTimeZone';
import { createDeliveredRecords } from './v2/deliveredRecords';
import { isListed, refuseReversedDates } from './workItems';

type ContainerKind = 'module' | 'cycle';

const statuses = ['backlog', 'planned', 'in-progress', 'paused', 'completed', 'cancelled'];

/** Defines modules and cycles, their work items (observed rows 9 to 11), and their archives. */
export function defineContainers(
	host: Host,
	serializers: Serializers,
	{ list }: ListResponder,
	{ endpointsFor: handled, report }: TableEndpoints,
	{ addActivity, touch }: ActivityTracker,
) {
	const { state, rowFactory, hasDifference, options } = host;
	const workspace = state.workspace.id;
	const inProject = 'workspaces/{workspace_slug}/projects/{project_id}/';
	const user = recordId(() => state.users);
	const delivered = createDeliveredRecords(state);
	const findProject = ({ params }: Call) => findById(state.projects, params.project_id);
	/** A new module or cycle goes before the existing ones. */
	const nextSortOrder = (rows: readonly { sort_order: number }[]) =>
		Math.min(75_535, ...rows.map(({ sort_order }) => sort_order)) - 10_000;

	/**
	 * Returns the rows that can be changed: archived ones too, if the server does not check that (rows
	 * 72 and 413).
	 */
	const changeableRows = <Entry extends Module | Cycle>(
		call: Call,
		rows: readonly Entry[],
	): Entry[] =>
		filterByProject(call, rows).filter(
			({ archived_at: at }) => at === null || hasDifference('archivedModulesStayWritable'),
		);
	const activeModules = (call: Call) =>
		filterByProject(call, state.modules).filter(({ archived_at: at }) => at === null);
	const modules = definePlainTable<Module>(host, 'module', {
		name: 'Module',
		rows: activeModules,
		allRows: () => state.modules,
		fields: { status: choice(statuses), lead: nullable(user), members: listOf(user) },
		blank: (call) => ({
			status: 'planned',
			archived_at: null,
			sort_order: nextSortOrder(filterByProject(call, state.modules)),
			issues: [],
			project: findProject(call).id,
		}),
		changeableRows: (call) => changeableRows(call, state.modules),
		prepare(values, call, entry) {
			if (entry?.archived_at) throw new Refusal(moduleArchived);
			// The server compares the dates of one request, not the dates that the module ends up with.
			if (hasDifference('ownValidation')) refuseReversedDates(values);
			if (!Array.isArray(values.members) || !hasDifference('skipsRecordsOfOtherProjects'))
				return values;

			const projectMembers = uniqueTexts(values.members).filter((id) =>
				findProject(call).members.includes(id),
			);

			return {
				...values,
				members: hasDifference('ordersPeopleAndLabels') ? projectMembers.sort() : projectMembers,
			};
		},
		findConflict(other, values, entry) {
			if (other.name !== values.name) return undefined;

			return entry ? moduleNameTaken : newModuleNameTaken(other.id);
		},
		serialize: serializers.module,
		serializeCreated: serializers.newModule,
		webhook: { event: 'module', serialize: serializers.module },
		report: delivered.named('module'),
		serializeUpdated: (module) => serializers.updatedModule(module),
		listOptions: { sortable: 'specified' },
	});

	const activeCycles = (call: Call) =>
		filterByProject(call, state.cycles).filter(({ archived_at: at }) => at === null);
	/** A user who changes a cycle without naming an owner becomes its owner (row 162). */
	const withOwner = (values: Values, { userId }: Call): Values =>
		hasDifference('changesCycleOwner') && values.owned_by === undefined
			? { ...values, owned_by: userId }
			: values;

	/**
	 * If only one date is sent, the server stores the start of that day in the user's time zone (row
	 * 161).
	 */
	function readSingleDate({ start_date: start, end_date: end }: Values): Values {
		const isSingle = (start === undefined) !== (end === undefined);
		if (!isSingle || !hasDifference('singleDateBecomesStart')) return {};

		const name = start === undefined ? 'end_date' : 'start_date';
		const day = start ?? end;

		return typeof day === 'string' && !day.includes('T')
			? { [name]: startOfDay(day, getUserTimeZone(options)) }
			: {};
	}

	/** @throws Refusal 400 if a request has both days, and the end is before the start (row 412) */
	function refuseReversedDays({ start_date: start, end_date: end }: Values): void {
		if (!hasDifference('ownValidation')) return;
		if (typeof start !== 'string' || typeof end !== 'string') return;

		if (Date.parse(start) > Date.parse(end)) throw new Refusal(cycleStartAfterEnd);
	}

	function prepareCycle(values: Values, call: Call, entry?: Cycle): Values {
		if (entry) {
			if (entry.archived_at) throw new Refusal(cycleArchived);

			if (!hasEnded(entry, state) || !hasDifference('endedCyclesRefuseChanges')) {
				refuseReversedDays(values);

				return { ...withOwner(values, call), ...readSingleDate(values) };
			}
			// The server accepts a change of sort_order, and ignores it.
			if ('sort_order' in call.body) return {};

			throw new Refusal(endedCycleLocked);
		}
		if (!call.body.project_id) throw new Refusal(noProject);
		if (!findProject(call).cycle_view) throw new Refusal(cyclesOff);

		const days = [values.start_date ?? null, values.end_date ?? null];
		if (days.filter((day) => day === null).length === 1) throw new Refusal(singleCycleDate);

		refuseReversedDays(values);

		return values;
	}

	const cycles = definePlainTable<Cycle>(host, 'cycle', {
		name: 'Cycle',
		// Required with an error of its own (row 31).
		inputs: ['project_id'],
		rows: (call) => {
			const view =
				cycleViews[call.params.cycle_id === undefined ? (call.query.cycle_view ?? '') : ''];

			return activeCycles(call).filter((cycle) => view?.(cycle, state) ?? true);
		},
		allRows: () => state.cycles,
		fields: {
			start_date: nullable(time),
			end_date: nullable(time),
			owned_by: nullable(user),
			timezone: timeZone,
		},
		blank: (call) => ({
			timezone: 'UTC',
			owned_by: call.userId,
			archived_at: null,
			sort_order: nextSortOrder(filterByProject(call, state.cycles)),
			issues: [],
			project: findProject(call).id,
		}),
		changeableRows: (call) => changeableRows(call, state.cycles),
		prepare: prepareCycle,
		serialize: serializers.cycle,
		serializeCreated: serializers.newCycle,
		listOptions: { sortable: 'specified' },
		webhook: { event: 'cycle', serialize: serializers.cycle },
		report: delivered.named('cycle'),
	});

	/** Returns since when a container has each of its `issues`, newest first. */
	function listAdditions(container: Module | Cycle): Addition[] {
		const stored = state.additions.filter((row) => row.container === container.id);
		const rows = new Map(stored.map((row) => [row.issue, row]));
		const { project } = container;
		const at = rowFactory.now();
		const all = container.issues.map((issue) => {
			const row = rows.get(issue);
			if (row) return row;

			const id = stableId(`${container.id} holds ${issue}`, 0);
			const times = { created_at: at, updated_at: at };
			const added = { id, ...times, container: container.id, issue, project, workspace };

			state.additions.push(added);

			return added;
		});

		return newestFirst(all);
	}

	/** Returns each sent ID once. @throws Refusal 400 if there is none, or one is not a UUID */
	function readItemIds({ body }: Call, refusal: Answer): string[] {
		const { issues } = body;
		if (!issues || (Array.isArray(issues) && issues.length === 0)) throw new Refusal(refusal);

		const ids: unknown[] = Array.isArray(issues) ? issues : [issues];
		const texts = ids.filter(
			hasDifference('ownValidation') ? isUuid : (id) => typeof id === 'string',
		);
		if (texts.length < ids.length) throw new Refusal(invalidUuids);

		return [...new Set(texts)];
	}

	/**
	 * Finds the work items. @throws Refusal 400 for one of no or another project, unless
	 * `skipsUnknown`
	 */
	function findItems(call: Call, ids: readonly string[], skipsUnknown: boolean): WorkItem[] {
		const items = new Map(filterByProject(call, state.workItems).map((item) => [item.id, item]));

		return ids.flatMap((id) => {
			const item = items.get(id);
			if (item || skipsUnknown) return item ?? [];
			if (hasDifference('hidesUnknownItem')) throw new Refusal(badPayload);

			throw new Refusal(badRequest(`The work item ${id} does not exist in this project.`));
		});
	}

	/** Adds the work items that the container does not have yet. */
	function addItems(kind: ContainerKind, container: Module | Cycle, items: WorkItem[]): Answer {
		for (const item of items) {
			if (!container.issues.includes(item.id)) container.issues.push(item.id);

			item[kind] = container.id;
		}

		return {
			status: hasDifference('creationsAnswer200') ? 200 : 201,
			body: hasDifference('additionsListAll')
				? listAdditions(container).map(serializers.addition[kind])
				: { ...rowFactory.create('addition'), issues: items.map(({ id }) => id) },
		};
	}

	/** Removes a work item from a module or cycle (observed rows 50 and 51). */
	function removeItem(kind: ContainerKind, container: Module | Cycle, item: WorkItem): void {
		removeWhere(container.issues, (id) => id === item.id);
		removeWhere(state.additions, (row) => row.container === container.id && row.issue === item.id);
		if (item[kind] === container.id) item[kind] = null;
	}

	/** Removes a work item from a module or cycle, with the activity that says so. */
	function removeAndRecord(
		kind: ContainerKind,
		container: Module | Cycle,
		item: WorkItem,
		userId: string,
	): void {
		removeItem(kind, container, item);
		touch(item);
		addActivity(item, userId, {
			verb: 'deleted',
			field: `${kind}s`,
			old_value: container.name,
			new_value: '',
			old_identifier: container.id,
			comment: `removed this ${kind}`,
		});
	}

	function addToModule(call: Call): Answer {
		const ids = readItemIds(call, noIssuesForModule);
		const module = findById(changeableRows(call, state.modules), call.params.module_id);
		const items = findItems(call, ids, hasDifference('skipsUnknownItems'));

		// The server adds the newest work item first, so the oldest becomes the newest addition.
		return addItems(
			'module',
			module,
			hasDifference('additionsListAll') ? newestFirst(items) : items,
		);
	}

	/** Moves work items to a cycle, because each is in one cycle at most (observed row 32). */
	function moveToCycle(cycle: Cycle, items: WorkItem[], userId: string): Answer {
		for (const item of items) {
			const previous = state.cycles.find(
				({ id, issues }) => id !== cycle.id && issues.includes(item.id),
			);
			if (previous) removeItem('cycle', previous, item);
			if (cycle.issues.includes(item.id) && !hasDifference('recordsRepeatedAdditions')) continue;

			touch(item);
			addActivity(item, userId, {
				verb: previous ? 'updated' : 'created',
				field: 'cycles',
				old_value: previous?.name ?? '',
				new_value: cycle.name,
				old_identifier: previous?.id ?? null,
				new_identifier: cycle.id,
				comment: previous
					? `updated cycle from ${previous.name} to ${cycle.name}`
					: `added cycle ${cycle.name}`,
			});
		}

		return addItems('cycle', cycle, items);
	}

	/** @throws Refusal 400 for a cycle that has ended, to which nothing can be added */
	function refuseEndedCycle(cycle: Cycle): void {
		if (hasEnded(cycle, state) && hasDifference('endedCyclesRefuseChanges')) {
			throw new Refusal(cycleEnded);
		}
	}

	function addToCycle(call: Call): Answer {
		const ids = readItemIds(call, noIssuesForCycle);
		const cycle = findById(changeableRows(call, state.cycles), call.params.cycle_id);

		refuseEndedCycle(cycle);

		return moveToCycle(cycle, findItems(call, ids, false), call.userId);
	}

	/** Moves the unfinished work items of a cycle that has ended to another. */
	function transfer(call: Call): Answer {
		const cycle = findById(activeCycles(call), call.params.cycle_id);
		const next = findById(activeCycles(call), String(call.body.new_cycle_id));
		if (!hasEnded(cycle, state)) throw new Refusal(oldCycleNotEnded);
		if (hasEnded(next, state)) throw new Refusal(cycleEnded);

		const finishedStates = state.states.filter(({ group }) =>
			/^(completed|cancelled)$/.test(group),
		);
		const isFinished = (item: WorkItem) => finishedStates.some(({ id }) => id === item.state);
		const unfinished = findItems(call, cycle.issues, true).filter((item) => !isFinished(item));

		moveToCycle(next, unfinished, call.userId);

		return ok({ message: 'Success' });
	}

	/** The endpoints that modules and cycles have in common, besides those of their tables. */
	function defineActions<Entry extends Module | Cycle>(
		kind: ContainerKind,
		table: Table<Entry>,
		add: (call: Call) => Answer,
		show: (entry: Entry) => object,
		refuse: (entry: Entry) => Answer | undefined,
	): Endpoint[] {
		const { path, allRows: all } = table;
		const readContainerId = ({ params }: Call) => params[`${kind}_id`];
		const findRows = (call: Call, isArchived: boolean) =>
			filterByProject(call, all()).filter(({ archived_at: at }) => (at !== null) === isArchived);
		const findActive = (call: Call) => findById(findRows(call, false), readContainerId(call));

		function archive(call: Call): Answer {
			const entry = findActive(call);
			const refusal = refuse(entry);
			if (refusal) throw new Refusal(refusal);

			const before = { ...entry };

			rowFactory.update(entry, { archived_at: rowFactory.now() }, call.userId);
			report(table, 'updated', entry, before);

			return noContent;
		}

		function unarchive(call: Call): Answer {
			rowFactory.update(
				findById(findRows(call, true), readContainerId(call)),
				{ archived_at: null },
				call.userId,
			);

			return noContent;
		}

		function listItems(call: Call): Answer {
			// The server looks for work items in the container, not for the container (row 407).
			const entry = hasDifference('emptyListsOfUnknownContainers')
				? filterByProject(call, all()).find(({ id }) => id === readContainerId(call))
				: findActive(call);
			const issues = entry?.issues ?? [];
			const itemsPath = filterByProject(call, state.workItems).filter(
				(item) => issues.includes(item.id) && isListed(state, item),
			);

			return list(call, itemsPath, serializers.workItem, {
				sortable: true,
				defaultOrder: 'created_at',
			});
		}

		const findAddition = (call: Call) => {
			const rows = listAdditions(findActive(call));
			const row = rows.find(({ issue }) => issue === call.params.work_item_id);

			return findById(rows, row?.id);
		};

		function removeFromContainer(call: Call): Answer {
			const entry = findActive(call);
			const item = findById(state.workItems, findAddition(call).issue);

			removeAndRecord(kind, entry, item, call.userId);

			return noContent;
		}

		const archivedPath = `${inProject}archived-${kind}s/`;
		const items = `${path}${kind}-issues/`;
		const itemPath = `${items}{work_item_id}/`;

		return [
			['POST', `${path}archive/`, archive],
			[
				'GET',
				archivedPath,
				(call) => list(call, findRows(call, true), show, { sortable: 'specified' }),
			],
			['DELETE', `${archivedPath}{${kind}_id}/unarchive/`, unarchive],
			['GET', items, listItems],
			['POST', items, add],
			['DELETE', itemPath, removeFromContainer],
			// Only cycles have a path for a single addition.
			...(kind === 'cycle'
				? [
						[
							'GET',
							itemPath,
							(call) => ok(serializers.heldByCycle(findAddition(call))),
						] satisfies Endpoint,
					]
				: []),
		];
	}

	const clearReferences = (kind: ContainerKind) => (entry: Module | Cycle) => {
		for (const item of state.workItems.filter((row) => row[kind] === entry.id)) item[kind] = null;
		removeWhere(state.additions, (row) => row.container === entry.id);
	};

	const cycleList = (call: Call): Answer =>
		list(call, cycles.rows(call), serializers.cycle, {
			...cycles.listOptions,
			...(call.query.cycle_view === 'current' && { envelope: 'array' }),
		});

	const moduleTable = { ...modules, onDelete: clearReferences('module') };
	const cycleTable = { ...cycles, onDelete: clearReferences('cycle') };
	const endpoints: Endpoint[] = [
		...handled(moduleTable),
		...handled(cycleTable),
		['GET', `${inProject}cycles/`, cycleList],
		...defineActions('module', modules, addToModule, serializers.module, ({ status }) =>
			status === 'completed' || status === 'cancelled' ? undefined : moduleNotFinished,
		),
		...defineActions('cycle', cycles, addToCycle, serializers.archivedCycle, (cycle) => {
			// The server fails on a cycle without dates (observed row 29).
			if (cycle.end_date === null) return serverError;

			return hasEnded(cycle, state) ? undefined : cycleNotEnded;
		}),
		['POST', `${cycles.path}transfer-issues/`, transfer],
	];

	return {
		endpoints,
		modules: moduleTable,
		cycles: cycleTable,
		moveToCycle,
		transfer,
		refuseEndedCycle,
		addToModule: (module: Module, items: WorkItem[]) => addItems('module', module, items),
		removeItem: removeAndRecord,
	};
}

export type Containers = ReturnType<typeof defineContainers>;
