import {
	badRequest,
	created,
	filterByProject,
	findById,
	noContent,
	ok,
	Refusal,
	type Answer,
	type Call,
} from '../answer';
import {
	boolean,
	choice,
	externalIdFields,
	name,
	nullable,
	object,
	optionalText,
	rawHtml,
} from '../fields';
import type { ListResponder } from '../listResponder';
import { noExternalIds, removeWhere } from '../rows';
import type { Host } from '../serve';
import type { Page, WorkItemPage } from '../state';
import type { Creatable, Endpoint, TableEndpoints } from '../table';
import { createDeliveredRecords } from '../v2/deliveredRecords';
import { withoutField } from './shared';

const inWorkspace = 'workspaces/{workspace_slug}/';
const inProject = `${inWorkspace}projects/{project_id}/`;

/** Defines the pages of projects and of the wiki, and the links of work items to pages. */
export function definePages(
	{ state, rowFactory, hasDifference }: Host,
	{ list, filterByItem }: ListResponder,
	{ endpointsFor }: TableEndpoints,
) {
	const workspace = state.workspace.id;

	/** Whether a list shows a page: without `type`, those that are not archived. */
	const isListed =
		({ query }: Call) =>
		({ archived_at: archivedAt, access, name: title }: Page): boolean => {
			if (!title.toLowerCase().includes((query.search ?? '').toLowerCase())) return false;

			switch (query.type) {
				case 'all':
					return true;
				case 'archived':
					return archivedAt !== null;
				case 'public':
				case 'shared':
					return archivedAt === null && access === 0;
				case 'private':
					return archivedAt === null && access === 1;
				default:
					return archivedAt === null;
			}
		};

	const findPages = ({ params }: Call) =>
		state.pages.filter(({ project }) => project === (params.project_id ?? null));

	const definePageTable = (path: string): Creatable<Page> => ({
		name: 'Page',
		path: `${path}{page_id}/`,
		rows: findPages,
		allRows: () => state.pages,
		fields: {
			name,
			description_html: rawHtml,
			access: choice([0, 1]),
			color: optionalText,
			is_locked: boolean,
			logo_props: object,
			parent_id: nullable(optionalText),
			collection_id: nullable(optionalText),
			...externalIdFields,
		},
		hasUncheckedIds: true,
		required: ['name', 'description_html'],
		createBlank: ({ params, userId }) => ({
			...rowFactory.create('page', userId),
			name: '',
			description_html: '<p></p>',
			access: 0,
			color: '',
			is_locked: false,
			logo_props: {},
			parent_id: null,
			collection_id: null,
			archived_at: null,
			owned_by: userId,
			...noExternalIds,
			project: params.project_id ?? null,
			workspace,
		}),
		serialize: (row) => row,
		report: createDeliveredRecords(state).named('page'),
	});

	/** Pages of a project, or of the wiki if there is none in the path. */
	function pageEndpoints(path: string): Endpoint[] {
		const find = (call: Call) => findById(findPages(call), call.params.page_id);
		const table = definePageTable(path);

		/** Lists leave the text out (row 463), and perhaps the external ID (row 484). */
		function showInList(page: Page): object {
			const row = withoutField(page, 'description_html');

			return hasDifference('hidesExternalIdsOfPages')
				? withoutField(withoutField(row, 'external_source'), 'external_id')
				: row;
		}

		/**
		 * Replaces name, text, or both (row 466).
		 * @throws Refusal 400 without either, and for a page that is locked or archived
		 */
		function replace(call: Call): Answer {
			const page = find(call);
			if (page.is_locked || page.archived_at !== null) {
				throw new Refusal(badRequest('Page is locked or archived'));
			}

			const { name: title, description_html: html } = call.body;
			const values = {
				...(title !== undefined && { name: title }),
				...(html !== undefined && { description_html: html }),
			};
			if (Object.keys(values).length === 0) {
				throw new Refusal(badRequest('Send name or description_html.'));
			}

			return ok(rowFactory.update(page, values, call.userId));
		}

		function archive(call: Call): Answer {
			rowFactory.update(find(call), { archived_at: rowFactory.now() }, call.userId);

			return noContent;
		}

		function restore(call: Call): Answer {
			rowFactory.update(find(call), { archived_at: null }, call.userId);

			return noContent;
		}

		/** @throws Refusal 400 for a page that is not archived (row 466) */
		function remove(call: Call): Answer {
			const page = find(call);
			if (page.archived_at === null) {
				throw new Refusal(badRequest('The page should be archived before deleting'));
			}

			removeWhere(state.pages, (row) => row === page);

			return noContent;
		}

		return [
			...endpointsFor(table).filter(([method]) => method === 'POST'),
			['GET', path, (call) => list(call, findPages(call).filter(isListed(call)), showInList)],
			['GET', table.path, (call) => ok(find(call))],
			['PUT', table.path, replace],
			['DELETE', table.path, remove],
			['POST', `${table.path}archive/`, archive],
			['DELETE', `${table.path}archive/`, restore],
		];
	}

	const linkPath = `${inProject}work-items/{work_item_id}/pages/`;
	const findLinks = (call: Call) => filterByItem(call, state.workItemPages);
	const findLink = (call: Call) => findById(findLinks(call), call.params.page_id);

	/** A link with its page as an object without the text (row 465). */
	function showLink(link: WorkItemPage): object {
		const {
			id,
			name: title,
			created_at,
			updated_at,
			created_by,
			logo_props,
			project,
		} = findById(state.pages, link.page);
		const page = { id, name: title, created_at, updated_at, created_by, logo_props };

		return { ...link, page: { ...page, is_global: project === null } };
	}

	/** Links a page of the project or of the wiki (row 465). */
	function addLink(call: Call): Answer {
		const { id: issue, project } = findById(
			filterByProject(call, state.workItems),
			call.params.work_item_id,
		);
		const pages = state.pages.filter((row) => [project, null].includes(row.project));
		const page = pages.find(({ id }) => id === call.body.page_id);
		if (page === undefined) throw new Refusal(badRequest('Page does not exist.'));

		const link: WorkItemPage = {
			...rowFactory.create('work item page', call.userId),
			page: page.id,
			issue,
			project,
			workspace,
		};

		state.workItemPages.push(link);

		return created(showLink(link));
	}

	function removeLink(call: Call): Answer {
		const link = findLink(call);

		removeWhere(state.workItemPages, (row) => row === link);

		return noContent;
	}

	const endpoints: Endpoint[] = [
		...pageEndpoints(`${inProject}pages/`),
		...pageEndpoints(`${inWorkspace}pages/`),
		['GET', linkPath, (call) => list(call, findLinks(call), showLink)],
		['POST', linkPath, addLink],
		['GET', `${linkPath}{page_id}/`, (call) => ok(showLink(findLink(call)))],
		['DELETE', `${linkPath}{page_id}/`, removeLink],
	];

	return { endpoints, pages: definePageTable(`${inProject}pages/`) };
}
