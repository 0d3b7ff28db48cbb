import { filterByProject, ok, Refusal, type Answer } from '../answer';
import type { Tables } from '../routes';
import type { Host } from '../serve';
import type { WorkItem } from '../state';
import { isListed } from '../workItems';
import type { CustomFields } from './customFields';
import { createResourceHandlers } from './handlers';
import { defineNames, resolveNames } from './names';
import { expandPeople } from './people';
import { invalidField, notFoundProblem, problem } from './problems';
import type { Resource, V2Call, V2Handlers } from './resource';

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Defines the operations of work items, by their IDs in the contract. */
export function defineWorkItemsV2(
	host: Host,
	tables: Tables,
	customFields: CustomFields,
): V2Handlers {
	const { state, rowFactory, hasDifference } = host;
	const { items, readItems, containers, tableEndpoints } = tables;
	const names = defineNames(state);

	const findProject = (item: WorkItem) => state.projects.find(({ id }) => id === item.project);
	const findState = (item: WorkItem) => state.states.find(({ id }) => id === item.state);
	const findCycle = (item: WorkItem) => state.cycles.find(({ issues }) => issues.includes(item.id));
	const findModules = (item: WorkItem) =>
		state.modules.filter(({ issues }) => issues.includes(item.id));
	const findLabels = (item: WorkItem) =>
		item.labels.flatMap((id) => state.labels.find((row) => row.id === id) ?? []);

	/** Lists the work items of a project, or those of all projects that the user can see. */
	function listRows({ params, userId }: V2Call): readonly WorkItem[] {
		const { project_id: projectId } = params;
		const visible = state.projects.filter(({ members }) => members.includes(userId));
		const ids = projectId === undefined ? visible.map(({ id }) => id) : [projectId];

		return readItems().filter((item) => ids.includes(item.project) && isListed(state, item));
	}

	function expandType(item: WorkItem) {
		const type = state.types.find(({ id }) => id === item.type);

		return (
			type && {
				id: type.id,
				name: type.name,
				logo_props: type.logo_props,
				is_epic: type.is_epic,
			}
		);
	}

	function expandState(item: WorkItem) {
		const found = findState(item);

		return found && { id: found.id, name: found.name, color: found.color, group: found.group };
	}

	function expandParent(item: WorkItem) {
		const parent = state.workItems.find(({ id }) => id === item.parent);

		return parent && { id: parent.id, name: parent.name, sequence_id: parent.sequence_id };
	}

	const toName = ({ id, name }: { id: string; name: string }) => ({ id, name });

	/** Moves a work item to the cycle and the modules of a body. */
	function moveToContainers(item: WorkItem, { body, userId }: V2Call): void {
		const { cycle_id: cycleId, module_ids: moduleIds } = body;
		if (cycleId !== undefined) {
			const current = findCycle(item);
			const requested = findContainer(state.cycles, item, cycleId);
			if (current && current !== requested) containers.removeItem('cycle', current, item, userId);
			if (requested && current !== requested) containers.moveToCycle(requested, [item], userId);
		}

		if (!Array.isArray(moduleIds)) return;

		for (const module of filterByItemProject(state.modules, item)) {
			const isWanted = moduleIds.includes(module.id);
			const isThere = module.issues.includes(item.id);
			if (isWanted && !isThere) containers.addToModule(module, [item]);
			if (!isWanted && isThere) containers.removeItem('module', module, item, userId);
		}
	}

	/** @throws Refusal 400 for a cycle or module that the project does not have, and a cycle that has ended */
	function checkContainers(
		{ cycle_id: cycleId, module_ids: moduleIds }: Record<string, unknown>,
		call: V2Call,
	) {
		const cycle = filterByProject(call, state.cycles).find(({ id }) => id === cycleId);
		if (typeof cycleId === 'string' && cycle === undefined) {
			throw invalidField('cycle_id', 'The cycle does not exist.', 'does_not_exist');
		}
		if (cycle) containers.refuseEndedCycle(cycle);

		const modules = filterByProject(call, state.modules).map(({ id }) => id);
		const sent: readonly unknown[] = Array.isArray(moduleIds) ? moduleIds : [];
		if (sent.some((id) => !modules.some((known) => known === id))) {
			throw invalidField('module_ids', 'The module does not exist.', 'does_not_exist');
		}
	}

	/** @throws Refusal 403 for another state, if the rules of a workflow deny it (row 509) */
	function refuseTransition(item: WorkItem, stateId: unknown): void {
		const isChange = typeof stateId === 'string' && stateId !== item.state;
		if (!isChange || !hasDifference('deniesTransitions')) return;

		const code = 'workflow_transition_denied';

		throw new Refusal(problem(403, { code, detail: 'This transition is not allowed.' }));
	}

	const resource: Resource<WorkItem> = {
		table: items,
		fields: {
			state_id: 'state',
			parent_id: 'parent',
			assignee_ids: 'assignees',
			label_ids: 'labels',
			estimate_point_id: 'estimate_point',
			project_id: 'project',
		},
		computed: {
			identifier: (item) => `${findProject(item)?.identifier ?? ''}-${item.sequence_id}`,
			type_id: ({ type }) => (type === '' ? null : type),
			cycle_id: (item) => findCycle(item)?.id ?? null,
			module_ids: (item) => findModules(item).map(({ id }) => id),
			is_draft: () => false,
			archived_at: ({ archived_at: at }) => (at === null ? null : new Date(at).toISOString()),
			created_by_id: ({ created_by: creator }) => creator ?? state.users[0]?.id ?? null,
			state_group: (item) => findState(item)?.group ?? null,
			search: ({ name }) => name,
		},
		rows: listRows,
		changeableRows: (call) =>
			filterByProject(call, state.workItems).filter((item) => isListed(state, item)),
		expand: {
			state: expandState,
			type: expandType,
			parent: expandParent,
			assignees: (item) => expandPeople(state, item.assignees),
			labels: (item) => findLabels(item).map(({ id, name, color }) => ({ id, name, color })),
			cycle: (item) => [findCycle(item)].flatMap((cycle) => (cycle ? [toName(cycle)] : []))[0],
			modules: (item) => findModules(item).map(toName),
		},
		translate(body, call, entry) {
			checkContainers(body, call);
			const resolved = resolveNames(names, body, call);
			const firstType = filterByProject(call, state.types)[0]?.id;
			const typeId = resolved.type_id ?? entry?.type ?? firstType;

			customFields.check(typeId, body.custom_fields, entry === undefined);
			if (entry) refuseTransition(entry, resolved.state_id);

			return resolved;
		},
		onWrite(item, call, isNew) {
			// Nobody, rather than the default assignee of the project (row 509).
			const { assignee_ids: ids, assignees } = call.body;
			if (isNew && (isEmptyList(ids) || isEmptyList(assignees))) item.assignees = [];

			moveToContainers(item, call);
			customFields.write(item, call.body.custom_fields);
		},
		acceptsTakenIds: hasDifference('acceptsTakenExternalIds'),
		details: (item) => ({ custom_fields: customFields.read(item) }),
	};

	const { handlers, prepareView } = createResourceHandlers(resource, tableEndpoints, hasDifference);

	/** Finds a work item of the project, archived or not. */
	function findAny(call: V2Call): WorkItem {
		const rows = filterByProject(call, state.workItems);
		const item = rows.find(({ id }) => id === call.params.pk);
		if (item === undefined) throw new Refusal(notFoundProblem);

		return item;
	}

	/** @throws Refusal 404 for one that is archived, 400 for one that is not finished (row 515) */
	function archive(call: V2Call): Answer {
		const show = prepareView(call);
		const item = findAny(call);
		if (!isListed(state, item)) throw new Refusal(notFoundProblem);

		if (!['completed', 'cancelled'].includes(findState(item)?.group ?? '')) {
			throw invalidField('state_id', 'Only completed or cancelled work items can be archived.');
		}

		const before = { ...item };

		rowFactory.update(item, { archived_at: rowFactory.now().slice(0, 10) }, call.userId);
		tableEndpoints.report(items, 'updated', item, before);

		return ok(show(item));
	}

	function unarchive(call: V2Call): Answer {
		const show = prepareView(call);
		const item = findAny(call);
		if (item.archived_at !== null) rowFactory.update(item, { archived_at: null }, call.userId);

		return ok(show(item));
	}

	function getByIdentifier(call: V2Call): Answer {
		const key = call.params.identifier?.toUpperCase();
		const show = prepareView(call);
		const item = listRows(call).find(
			(row) => `${findProject(row)?.identifier.toUpperCase() ?? ''}-${row.sequence_id}` === key,
		);
		if (item === undefined) throw new Refusal(notFoundProblem);

		return ok(show(item));
	}

	return { ...handlers, archive, unarchive, retrieve_by_identifier: getByIdentifier };
}

const filterByItemProject = <Entry extends { project: string }>(
	rows: readonly Entry[],
	{ project }: WorkItem,
): Entry[] => rows.filter((row) => row.project === project);

const findContainer = <Entry extends { id: string; project: string }>(
	rows: readonly Entry[],
	item: WorkItem,
	id: unknown,
): Entry | undefined => filterByItemProject(rows, item).find((row) => row.id === id);
