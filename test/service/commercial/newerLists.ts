import { filterByProject, findById, notFound, Refusal, type Answer, type Call } from '../answer';
import type { ListResponder } from '../listResponder';
import type { Serializers } from '../serializers';
import type { Host } from '../serve';
import type { WorkItem } from '../state';
import type { Endpoint, Handler } from '../table';
import { isListed, type WorkItemTables } from '../workItems';

const inWorkspace = 'workspaces/{workspace_slug}/';

/** Of the query language, the service knows the condition that the Python SDK has as its example. */
const CONDITION = /^priority = "(\w+)"$/;

/** What the lists of work items need of their table. */
type Items = Pick<WorkItemTables, 'items'>;

/** Defines the lists of work items, and the templates, that only newer commercial servers have (rows 476, 477 and 479). */
export function defineNewerLists(
	{ state }: Host,
	serializers: Serializers,
	{ list }: ListResponder,
	{ items }: Items,
): Endpoint[] {
	const listItems = (call: Call, rows: readonly WorkItem[]): Answer =>
		list(call, rows, serializers.workItem, items.listOptions);

	function listArchived(call: Call): Answer {
		findById(state.projects, call.params.project_id);

		return listItems(
			call,
			filterByProject(call, state.workItems).filter(({ archived_at: at }) => at !== null),
		);
	}

	/** @throws Refusal 400 under the name of the parameter, as the MCP server expects it */
	function listByQuery(call: Call): Answer {
		const [, priority] = CONDITION.exec(call.query.pql ?? '') ?? [];
		if (priority === undefined) {
			throw new Refusal({ status: 400, body: { pql: ['Invalid query.'] } });
		}

		return listItems(
			call,
			state.workItems.filter((item) => isListed(state, item) && item.priority === priority),
		);
	}

	return [
		['GET', `${inWorkspace}projects/{project_id}/archived-work-items/`, listArchived],
		['GET', `${inWorkspace}work-items/`, listByQuery],
		[
			'GET',
			`${inWorkspace}projects/templates/`,
			(call) => list(call, state.projectTemplates, (row) => row, { envelope: 'array' }),
		],
	];
}

/** Defines how a template is used: the new project is like any other, and has the network of the request. */
export const defineTemplateUse = ({ state }: Host, createProject: Handler): Endpoint => [
	'POST',
	`${inWorkspace}projects/templates/use/`,
	async (call) => {
		const { template_id: id, network = 0, ...overrides } = call.body;
		const template = state.projectTemplates.find((row) => row.id === id);
		if (template === undefined) throw notFound();

		const { name } = template;
		const body = { name, identifier: name.toUpperCase(), ...overrides };
		const answer = await createProject({ ...call, body });

		return { ...answer, body: { ...Object(answer.body), network } };
	},
];
