import type { Answer, Call } from '../../answer';
import { known } from '../../answer';
import type { PagingOptions } from '../../paging';
import { enclose, pageOf } from '../../paging';
import { hitOf, searchWorkItems } from '../../search';
import type { ServiceState } from '../../state';
import type { FaceOptions } from './operations';

/**
 * The lists that a person picks records from, by their paths below the workspace. They are not in
 * the specification, which says nothing of them; like its own lists they page by limit and offset.
 */
export function lists(
	state: ServiceState,
	{ envelope, ...paging }: FaceOptions & PagingOptions,
): Record<string, (call: Call) => Answer> {
	const answer = (rows: readonly unknown[], { query }: Call, usual: 'results' | 'array') => {
		const page = pageOf(rows, query, paging);
		return { status: 200, body: enclose(page, rows.length, envelope ?? usual, paging.total) };
	};
	const enter = ({ params }: Call) => {
		known([state.workspace], ({ slug }) => slug === params.workspace_slug);
	};
	const ofWorkspace =
		(rows: () => readonly unknown[], usual: 'results' | 'array' = 'results') =>
		(call: Call) => {
			enter(call);
			return answer(rows(), call, usual);
		};
	const ofProject = (rows: () => readonly { readonly project: string }[]) => (call: Call) => {
		enter(call);
		const { id } = known(state.projects, (project) => project.id === call.params.project_id);
		return answer(
			rows().filter(({ project }) => project === id),
			call,
			'results',
		);
	};

	return {
		'projects/': ofWorkspace(() => state.projects),
		'members/': ofWorkspace(() => state.users, 'array'),
		'customers/': ofWorkspace(() => state.customers),
		'customer-properties/': ofWorkspace(() => state.customerProperties),
		'initiatives/': ofWorkspace(() => state.initiatives),
		'teamspaces/': ofWorkspace(() => state.teamspaces),
		'projects/:project_id/modules/': ofProject(() => state.modules),
		'projects/:project_id/cycles/': ofProject(() => state.cycles),
		'projects/:project_id/states/': ofProject(() => state.states),
		'projects/:project_id/members/': (call) => {
			enter(call);
			const { members } = known(state.projects, ({ id }) => id === call.params.project_id);
			const users = state.users.filter(({ id }) => members.includes(id));
			return answer(users, call, 'array');
		},
		'projects/:project_id/work-items/:work_item_id/links/': (call) => {
			enter(call);
			const { project_id: project, work_item_id: wanted } = call.params;
			const item = known(state.workItems, (row) => row.id === wanted && row.project === project);
			const links = state.links.filter(({ issue }) => issue === item.id);
			return answer(links, call, 'results');
		},
		'work-items/search/': (call) => {
			enter(call);
			const hits = searchWorkItems(state, call.query);
			return { status: 200, body: { issues: hits.map((item) => hitOf(state, item)) } };
		},
	};
}
