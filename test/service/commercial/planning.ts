import { operationOf } from '../../contract/contract';
import { filterByProject, findById, ok, type Answer, type Call } from '../answer';
import { longText, nullable, recordId, uniqueTexts } from '../fields';
import type { ListResponder } from '../listResponder';
import { definePlainTable } from '../plainTable';
import type { Host } from '../serve';
import type { Serializers } from '../serializers';
import type { Initiative, Milestone, Teamspace, User, WorkItem, WorkspaceLabel } from '../state';
import type { Creatable, Endpoint, TableEndpoints, Values } from '../table';
import { createDeliveredRecords } from '../v2/deliveredRecords';
import { createSetEndpoints } from './sets';

const inWorkspace = 'workspaces/{workspace_slug}/';
const inProject = `${inWorkspace}projects/{project_id}/`;
const initiativePath = `${inWorkspace}initiatives/{initiative_id}/`;
const teamspacePath = `${inWorkspace}teamspaces/{teamspace_id}/`;
const milestonePath = `${inProject}milestones/{milestone_id}/`;
const epicPath = `${inProject}epics/{epic_id}/`;

/** The name of the set of work items that a milestone has. */
export const MILESTONE_ITEMS = 'milestone work items';

/** The names that bodies of epics have for fields of work items (row 460). */
const EPIC_FIELDS: Readonly<Record<string, string>> = {
	state_id: 'state',
	parent_id: 'parent',
	assignee_ids: 'assignees',
	label_ids: 'labels',
};

/** What the definition of epics needs of the work items. */
interface WorkItemTables {
	items: Creatable<WorkItem>;
}

/** Defines initiatives, teamspaces, milestones, epics, and the labels of initiatives and projects. */
export function definePlanning(
	host: Host,
	serializers: Serializers,
	listResponder: ListResponder,
	{ endpointsFor }: TableEndpoints,
	{ items }: WorkItemTables,
) {
	const { state, rowFactory } = host;
	const setEndpoints = createSetEndpoints(host, listResponder);
	const person = nullable(recordId(() => state.users));

	const initiatives = definePlainTable<Initiative>(host, 'initiative', {
		name: 'Initiative',
		allRows: () => state.initiatives,
		// The contract leaves the plain text out, because the node never writes it (row 482).
		fields: { description: longText, lead: person },
		blank: () => ({ description: '', state: 'DRAFT' }),
	});

	const teamspaces = definePlainTable<Teamspace>(host, 'teamspace', {
		name: 'Teamspace',
		allRows: () => state.teamspaces,
		fields: { lead: person },
	});

	const initiativeLabels = definePlainTable<WorkspaceLabel>(host, 'initiativeLabel', {
		name: 'Label',
		allRows: () => state.initiativeLabels,
	});

	const projectLabels = definePlainTable<WorkspaceLabel>(host, 'projectLabel', {
		name: 'Label',
		allRows: () => state.projectLabels,
	});

	const milestones = definePlainTable<Milestone>(host, 'milestone', {
		name: 'Milestone',
		allRows: () => state.milestones,
		hasUncheckedIds: true,
		report: (row) => createDeliveredRecords(state).named('milestone')({ ...row, name: row.title }),
	});

	/** The type of the epics of a project. */
	const findEpicType = (call: Call): string =>
		filterByProject(call, state.types).find(({ is_epic: isEpic }) => isEpic)?.id ?? '';
	const findEpics = (call: Call): readonly WorkItem[] => filterByProject(call, state.epics);

	const renameFields = (values: object): Values =>
		Object.fromEntries(
			Object.entries(values).map(([field, value]) => [EPIC_FIELDS[field] ?? field, value]),
		);
	/** The fields of the contract, as the server reads those of work items. */
	const epicFields = Object.fromEntries(
		operationOf('epic.create').body.flatMap(({ name }) => {
			const kind = items.fields[EPIC_FIELDS[name] ?? name];

			return kind ? [[name, kind]] : [];
		}),
	);

	const epics: Creatable<WorkItem> = {
		...items,
		name: 'Epic',
		path: epicPath,
		rows: findEpics,
		changeableRows: findEpics,
		allRows: () => state.epics,
		fields: epicFields,
		hasUncheckedIds: true,
		createBlank: (call) => ({ ...items.createBlank(call), type: findEpicType(call) }),
		prepare: (values, call, entry) =>
			items.prepare?.(renameFields(values), call, entry) ?? renameFields(values),
		listOptions: {},
	};

	const findInitiative = ({ params }: Call) => findById(state.initiatives, params.initiative_id);
	const findTeamspace = ({ params }: Call) => findById(state.teamspaces, params.teamspace_id);

	/** Puts work items under an epic. */
	function addToEpic(call: Call): Answer {
		const { id } = findById(findEpics(call), call.params.epic_id);
		const ids = uniqueTexts(call.body.work_item_ids);
		const added = filterByProject(call, state.workItems).filter((item) => ids.includes(item.id));

		for (const item of added) rowFactory.update(item, { parent: id }, call.userId);

		return ok(added.map(serializers.workItem));
	}

	function listOfEpic(call: Call): Answer {
		const { id } = findById(findEpics(call), call.params.epic_id);
		const children = filterByProject(call, state.workItems).filter(({ parent }) => parent === id);

		return listResponder.list(call, children, serializers.workItem);
	}

	const endpoints: Endpoint[] = [
		// First, because the path of an initiative would match `labels` as its ID.
		...endpointsFor(initiativeLabels),
		...endpointsFor(initiatives),
		...setEndpoints({
			path: `${initiativePath}projects/`,
			name: 'initiative projects',
			field: 'project_ids',
			findOwner: findInitiative,
			candidates: () => state.projects,
			serialize: serializers.project,
		}),
		...setEndpoints({
			path: `${initiativePath}labels/`,
			name: 'initiative labels',
			field: 'label_ids',
			findOwner: findInitiative,
			candidates: () => state.initiativeLabels,
			serialize: (row) => row,
		}),
		...setEndpoints({
			path: `${initiativePath}epics/`,
			name: 'initiative epics',
			field: 'epic_ids',
			findOwner: findInitiative,
			candidates: () => state.epics,
			serialize: serializers.workItem,
		}),
		...setEndpoints({
			path: `${initiativePath}work-items/`,
			name: 'initiative work items',
			field: 'work_item_ids',
			findOwner: findInitiative,
			// Work items of any type, so epics, too (Python SDK, MCP server).
			candidates: () => [...state.workItems, ...state.epics],
			serialize: serializers.workItem,
		}),
		...endpointsFor(teamspaces),
		...setEndpoints({
			path: `${teamspacePath}projects/`,
			name: 'teamspace projects',
			field: 'project_ids',
			findOwner: findTeamspace,
			candidates: () => state.projects,
			serialize: serializers.project,
		}),
		...setEndpoints<User>({
			path: `${teamspacePath}members/`,
			name: 'teamspace members',
			field: 'member_ids',
			findOwner: findTeamspace,
			candidates: () => state.users,
			serialize: serializers.member,
		}),
		...endpointsFor(projectLabels),
		...endpointsFor(milestones),
		...setEndpoints({
			path: `${milestonePath}work-items/`,
			name: MILESTONE_ITEMS,
			field: 'issues',
			findOwner: ({ params }) => findById(state.milestones, params.milestone_id),
			candidates: (call) => filterByProject(call, state.workItems),
			// Links, not work items (row 462).
			serialize: ({ id }) => ({ id: `link-${id}`, issue: id }),
			addedStatus: 201,
		}),
		...endpointsFor(epics),
		['GET', `${epicPath}issues/`, listOfEpic],
		['POST', `${epicPath}issues/`, addToEpic],
	];

	return { endpoints, milestones };
}
