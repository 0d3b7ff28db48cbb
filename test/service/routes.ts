import { createActivityTracker } from './activityTracker';
import {
	badRequest,
	findById,
	noContent,
	notFound,
	filterByProject,
	ok,
	Refusal,
	type Answer,
	type Call,
} from './answer';
import { adaptToOwner, adaptToServer } from './commercial/adaptToServer';
import { defineAdvancedSearch } from './commercial/advancedSearch';
import { defineCustomers } from './commercial/customers';
import { defineNewerLists, defineTemplateUse } from './commercial/newerLists';
import { defineNewerRelations } from './commercial/newerRelations';
import { definePages } from './commercial/pages';
import { defineTracking } from './commercial/tracking';
import { defineTypes } from './commercial/types';
import { definePlanning } from './commercial/planning';
import { defineContainers } from './containers';
import { removeWhere } from './rows';
import { defineIntake } from './intake';
import { fileTypes as exactFileTypes } from './known/fileTypes';
import { createListResponder } from './listResponder';
import { defineProjects } from './projects';
import { newestFirst, createSerializers } from './serializers';
import { badFile, badFileType, forbidden, notUploaded, serverError } from './refusals';
import { defineResources } from './resources';
import { toSearchHit, searchWorkItems } from './search';
import type { Host } from './serve';
import { createTableEndpoints, type Endpoint, type Handler, type Method } from './table';
import { isListed, defineWorkItems } from './workItems';

/** A path of the service, below `/api/v1/`, with the handlers of its methods. */
export interface Route {
	path: string;
	handlers: Map<string, Handler>;
	/** Whether a body may be a list (row 467). */
	acceptsLists: boolean;
	/** The header Allow as the real server sends it, which may list methods that the service lacks. */
	allow: string;
}

// Stands for the server's list of about a hundred types, in a server that does not compare exactly.
const commonFileTypes = /^(?:image|audio|video|text|font|model)\/|^application\/(?!x-made-up)/;
const inWorkspace = 'workspaces/{workspace_slug}/';
const inProject = `${inWorkspace}projects/{project_id}/`;
const workItemPath = `${inProject}work-items/{work_item_id}/`;
const me = 'users/me/';

/** The paths that version 1.0 had, with issues/ in place of work-items/ (row 424). */
const oldPaths = [
	/^workspaces\/\{\w+\}\/work-items\/(?:search|\{project_identifier\}-\{number\})\/$/,
	/\/projects\/\{project_id\}\/work-items\/(?:\{work_item_id\}\/)?$/,
	/\/work-items\/\{work_item_id\}\/(?:links|comments|activities|attachments)\/(?:\{\w+\}\/)?$/,
];

const toOldPath = (path: string): string =>
	path.replace('/work-items/', '/issues/').replace('/attachments/', '/issue-attachments/');

const methods: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The header Allow of paths where it is not just their methods. */
const allowHeaders: [path: RegExp, allow: string][] = [
	[/\/projects\/\{project_id\}\/members\/\{member_id\}\/$/, 'PATCH, DELETE, GET'],
	[/\/work-items\/\{project_identifier\}-\{number\}\/$/, 'GET'],
	[/\/(stickies|invitations)\/$/, 'GET, POST, HEAD, OPTIONS'],
	[/\/(stickies|invitations)\/\{\w+\}\/$/, 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS'],
];

/**
 * Creates all paths of the service: those of the contract, of lists in the panel, and of uploads. The tables behind
 * them serve version 2 as well.
 */
export function createRoutes(host: Host) {
	const { state, rowFactory, uploads, options, hasDifference } = host;
	const serializers = createSerializers(state, hasDifference);
	const listResponder = createListResponder(host, serializers);
	const { filterByItem, list, applyFilters } = listResponder;
	const activityTracker = createActivityTracker(host);
	const tableEndpoints = createTableEndpoints(host, listResponder, serializers);
	const {
		project,
		member,
		actions: projectEndpoints,
	} = defineProjects(host, serializers, listResponder);
	const otherTables = defineResources(host, serializers);
	const workItemTables = defineWorkItems(host, serializers, listResponder, activityTracker);

	const containers = defineContainers(
		host,
		serializers,
		listResponder,
		tableEndpoints,
		activityTracker,
	);

	/** Finds the attachment in the path. @throws Refusal 404 if the work item does not have it */
	const findAttachment = (call: Call) =>
		findById(filterByItem(call, state.attachments), call.params.attachment_id);

	/** Whether the server accepts files of this type (row 70). */
	function isKnownType(type: string): boolean {
		if (hasDifference('exactFileTypes')) return exactFileTypes.has(type);

		return commonFileTypes.test(type) || !hasDifference('ownValidation');
	}

	/** Removes the folders from a file name. Returns an empty text if no name is left (row 71). */
	function lastPart(name: string): string {
		const last = name.split('/').at(-1)?.trim() ?? '';

		return ['.', '..'].includes(last) ? '' : last;
	}

	async function issueUpload(call: Call): Promise<Answer> {
		const item = findById(filterByProject(call, state.workItems), call.params.work_item_id);
		const defaultType = hasDifference('ownValidation') ? undefined : 'application/octet-stream';
		const { name: file, type = defaultType, size } = call.body;
		if (typeof file !== 'string' || !file || typeof size !== 'number' || size <= 0) return badFile;

		const name = hasDifference('strictFileNames') ? lastPart(file) : file;
		if (name === '') return badFile;
		if (typeof type !== 'string' || !isKnownType(type)) return badFileType;

		const issued = await uploads.issue(item, { name, type, size });
		if (hasDifference('uploadsToRequestHost')) {
			const { pathname } = new URL(issued.upload_data.url);

			issued.upload_data.url = `http://${call.host}${pathname}`;
		}

		return ok({ ...issued, attachment: serializers.attachment(issued.attachment) });
	}

	function completeUpload(call: Call): Answer {
		rowFactory.update(
			findAttachment(call),
			{ is_uploaded: call.body.is_uploaded === true },
			call.userId,
		);

		return noContent;
	}

	function deleteAttachment(call: Call): Answer {
		const attachment = findAttachment(call);

		removeWhere(state.attachments, (row) => row === attachment);

		return noContent;
	}

	async function download(call: Call): Promise<Answer> {
		const attachment = findAttachment(call);
		if (!attachment.is_uploaded) return notUploaded;

		const address = new URL(await uploads.createDownloadUrl(attachment));
		if (hasDifference('uploadsToRequestHost')) address.host = call.host;

		const location = address.href;

		return { status: 302, headers: { location, 'content-type': 'text/html; charset=utf-8' } };
	}

	function searchItems({ query }: Call): Answer {
		// The server fails on a limit that is no number (row 423).
		const { limit = '' } = query;
		if (/[^\d]/.test(limit) && hasDifference('ownValidation')) throw new Refusal(serverError);

		const listed = state.workItems.filter((item) => isListed(state, item));
		const items = hasDifference('newestFirst') ? newestFirst(listed) : listed;
		const hits = searchWorkItems({ ...state, workItems: items }, query);

		return ok({ issues: hits.map((item) => toSearchHit(state, item)) });
	}

	function listAttachments(call: Call): Answer {
		const rows = applyFilters(call, filterByItem(call, state.attachments), {
			issue: ({ issue }) => issue,
			project: ({ project }) => project,
			workspace: (row) => row.workspace,
		});
		const complete = rows.filter((row) => row.is_uploaded);

		return list(call, complete, serializers.attachment, { envelope: 'array' });
	}

	/** Removes the relation of two work items, in both directions. @throws Refusal 404 if there is none */
	function removeRelation(call: Call): Answer {
		const { id } = findById(filterByProject(call, state.workItems), call.params.work_item_id);
		const other = call.body.related_issue;
		const isBetween = ({ issue, related }: { issue: string; related: string }) =>
			(issue === id && related === other) || (issue === other && related === id);
		if (!state.relations.some(isBetween)) throw notFound();

		removeWhere(state.relations, isBetween);

		return noContent;
	}

	/** Removes a user from the workspace by email address. @throws Refusal 404 for an unknown one (row 471) */
	function removeMember(call: Call): Answer {
		const user = state.users.find(({ email }) => email === call.body.email);
		if (user === undefined) throw notFound();
		if (user.id === call.userId) throw new Refusal(badRequest('You cannot remove yourself'));

		removeWhere(state.users, (row) => row === user);
		for (const { members } of state.projects) removeWhere(members, (id) => id === user.id);

		return noContent;
	}

	const pageTables = definePages(host, listResponder, tableEndpoints);
	const typeTables = defineTypes(host, tableEndpoints);
	const planning = definePlanning(host, serializers, listResponder, tableEndpoints, workItemTables);
	const createProject = tableEndpoints
		.endpointsFor(project)
		.find(([method]) => method === 'POST')?.[2];
	const commercial: Endpoint[] = [
		...(createProject ? [defineTemplateUse(host, createProject)] : []),
		...defineNewerLists(host, serializers, listResponder, workItemTables),
		...defineNewerRelations(host, listResponder),
		['POST', `${inWorkspace}work-items/advanced-search/`, defineAdvancedSearch(state)],
		['POST', `${workItemPath}relations/remove/`, removeRelation],
		['POST', `${inWorkspace}members/remove/`, removeMember],
		...defineCustomers(host, tableEndpoints),
		...pageTables.endpoints,
		...defineTracking(host, listResponder, tableEndpoints),
		...typeTables.endpoints,
		...planning.endpoints,
	];

	const endpoints: Endpoint[] = [
		['GET', me, ({ userId }) => ok(serializers.user(findById(state.users, userId)))],
		[
			'GET',
			`${inWorkspace}members/`,
			(call) => list(call, state.users, serializers.member, { envelope: 'array' }),
		],
		...tableEndpoints.endpointsFor(otherTables.invitations),
		...tableEndpoints.endpointsFor(otherTables.stickies),
		...tableEndpoints.endpointsFor(project),
		...tableEndpoints.endpointsFor(member),
		// The documentation has this name for the same paths.
		...tableEndpoints.endpointsFor({
			...member,
			path: member.path.replace('/members/', '/project-members/'),
		}),
		...projectEndpoints,
		...tableEndpoints.endpointsFor(otherTables.states).map(adaptToOwner(hasDifference)),
		...tableEndpoints.endpointsFor(otherTables.labels).map(adaptToOwner(hasDifference)),
		...tableEndpoints.endpointsFor(workItemTables.items),
		['GET', `${inProject}work-items/`, workItemTables.listItems],
		['GET', `${inWorkspace}work-items/search/`, searchItems],
		...tableEndpoints.endpointsFor(workItemTables.links),
		...tableEndpoints.endpointsFor(workItemTables.comments),
		...tableEndpoints.endpointsFor(workItemTables.activities),
		...workItemTables.actions,
		...containers.endpoints,
		...defineIntake(host, serializers, listResponder, tableEndpoints, workItemTables.items),
		['GET', `${workItemPath}attachments/`, listAttachments],
		['POST', `${workItemPath}attachments/`, issueUpload],
		['GET', `${workItemPath}attachments/{attachment_id}/`, download],
		['PATCH', `${workItemPath}attachments/{attachment_id}/`, completeUpload],
		['DELETE', `${workItemPath}attachments/{attachment_id}/`, deleteAttachment],
		...(hasDifference('lacksCommercialPaths')
			? ([
					['POST', `${inWorkspace}assets/`, () => serverError],
					// Rights are checked before the method, and nobody may write to the path for keys (row 474).
					['POST', `${inWorkspace}work-items/{project_identifier}-{number}/`, () => forbidden],
				] satisfies Endpoint[])
			: commercial.map(adaptToServer(hasDifference))),
	];
	const exists = (path: string) =>
		(path !== me || options.usersMe !== false) &&
		!(hasDifference('lacksWorkItemPaths') && path.includes('work-items/'));
	const oldEndpoints = endpoints
		.filter(([, path]) => oldPaths.some((pattern) => pattern.test(path)))
		.map(([method, path, handler]): Endpoint => [method, toOldPath(path), handler]);
	const allEndpoints = hasDifference('servesOldPaths')
		? [...endpoints, ...oldEndpoints]
		: endpoints;
	const available = allEndpoints.filter(([, path]) => exists(path));

	const paths = [...new Set(available.map(([, path]) => path))];
	const routes: Route[] = paths.map((path) => {
		const own = available.filter(([, other]) => other === path);
		const handlers = new Map<string, Handler>(own.map(([method, , handler]) => [method, handler]));
		const methodList = methods.filter((method) => handlers.has(method)).join(', ');
		const allow = allowHeaders.find(([pattern]) => pattern.test(path))?.[1] ?? methodList;

		return { path, handlers, acceptsLists: path.endsWith('/estimate-points/'), allow };
	});

	return {
		routes,
		tables: {
			tableEndpoints,
			project,
			projectMember: member,
			...otherTables,
			...workItemTables,
			containers,
			milestones: planning.milestones,
			pages: pageTables.pages,
			types: typeTables.types,
		},
	};
}

/** What version 2 shares with version 1. */
export type Tables = ReturnType<typeof createRoutes>['tables'];
