import { filterByProject, Refusal } from '../answer';
import type { Tables } from '../routes';
import type { Host } from '../serve';
import type { WorkItem } from '../state';
import { isListed } from '../workItems';
import { createResourceHandlers } from './handlers';
import { expandPeople } from './people';
import { problem } from './problems';
import type { Resource, V2Call, V2Handlers } from './resource';

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Defines the operations of work items, by their IDs in the contract. */
export function defineWorkItemsV2(host: Host, tables: Tables): V2Handlers {
	const { state, hasDifference } = host;
	const { items, readItems, tableEndpoints } = tables;

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
		translate(body, _call, entry) {
			if (entry) refuseTransition(entry, body.state_id);

			return body;
		},
		onWrite(item, { body }, isNew) {
			// Nobody, rather than the default assignee of the project (row 509).
			if (isNew && isEmptyList(body.assignee_ids)) item.assignees = [];
		},
		acceptsTakenIds: hasDifference('acceptsTakenExternalIds'),
	};

	return createResourceHandlers(resource, tableEndpoints, hasDifference).handlers;
}
