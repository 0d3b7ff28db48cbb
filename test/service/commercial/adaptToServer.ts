import { notFound, pageNotFound, type Answer, type Call } from '../answer';
import { isDifference, type HasDifference } from '../differences';
import { isRecord } from '../http';
import {
	asksForUpgrade,
	forbidden,
	managedByWorkspace,
	planLacksFeature,
	wrongMethod,
} from '../refusals';
import type { Endpoint, Handler, Method } from '../table';

/** What a difference does to the endpoints that it concerns. */
interface Change {
	concerns: (method: Method, path: string) => boolean;
	adapt: (handle: Handler, method: Method, path: string) => Handler;
}

const always = (answer: Answer) => (): Handler => () => answer;

/** Changes the body of an answer with a list, page or array, and leaves any other as it is. */
const adaptList =
	(change: (list: object) => unknown) =>
	(handle: Handler): Handler =>
	async (call) => {
		const answer = await handle(call);
		const { body } = answer;
		const isList = Array.isArray(body) || (isRecord(body) && 'results' in body);

		return isList ? { ...answer, body: change(body) } : answer;
	};

/** All records of a list in one array, as a server without pages sends them. */
const listBare =
	(handle: Handler): Handler =>
	async (call: Call) => {
		const isPaging = ([name]: [string, string]) =>
			['limit', 'offset', 'per_page', 'cursor'].includes(name);
		const query = Object.fromEntries(
			Object.entries(call.query).filter((entry) => !isPaging(entry)),
		);
		const adapted = adaptList((list) => ('results' in list ? list.results : list));

		return await adapted(handle)({ ...call, query });
	};

const answer201 =
	(handle: Handler): Handler =>
	async (call) => ({ ...(await handle(call)), status: 201 });

// Values are no list of records.
const isList = (method: Method, path: string) => method === 'GET' && !/(\}|\/values)\/$/.test(path);
const isSearch = (path: string) => path.endsWith('/advanced-search/');
const isSet = (method: Method, path: string) =>
	method === 'POST' && /\/(?:initiatives|teamspaces)\/\{\w+\}\/[\w-]+\/$/.test(path);
const isValue = (path: string) => path.endsWith('/work-item-properties/{property_id}/values/');

/** The differences that change whole answers, and not how records are stored. */
const CHANGES = {
	lacksPlan: { concerns: () => true, adapt: always(planLacksFeature) },
	asksForUpgrade: {
		concerns: (method, path) => method !== 'GET' && !isSearch(path),
		// An update of features names the field.
		adapt: (_handle, _method, path) => (call) =>
			asksForUpgrade(path.endsWith('/features/') ? Object.keys(call.body)[0] : undefined),
	},
	// The status is that of the sources; the body is made up (row 472).
	turnsInitiativesOff: {
		concerns: (_method, path) => path.includes('/initiatives/'),
		adapt: always(notFound().answer),
	},
	pagesCannotChange: {
		concerns: (method, path) =>
			method !== 'GET' && path.endsWith('/pages/{page_id}/') && !path.includes('work-items'),
		adapt: (_handle, method) => () => wrongMethod(method),
	},
	lacksRecentPaths: {
		concerns: (method, path) =>
			/(\/pages\/\{page_id\}\/archive|\/initiatives\/\{\w+\}\/work-items)\/$/.test(path) ||
			(method !== 'GET' && path.endsWith('/milestones/{milestone_id}/work-items/')),
		// Milestones only list their work items there.
		adapt: (_handle, method, path) => () =>
			path.includes('/milestones/') ? wrongMethod(method) : pageNotFound,
	},
	lacksValueLists: {
		concerns: (_method, path) => path.endsWith('/work-item-properties/values/'),
		adapt: always(pageNotFound),
	},
	ownsRecordsInWorkspace: {
		concerns: (method, path) => method !== 'GET' && path.includes('/work-item-types/'),
		adapt: always(managedByWorkspace),
	},
	refusesLabelChanges: {
		concerns: (method, path) =>
			method === 'PATCH' && path.endsWith('/initiatives/labels/{label_id}/'),
		adapt: always(forbidden),
	},
	listsBare: { concerns: isList, adapt: listBare },
	listsLabelsBare: {
		concerns: (method, path) => method === 'GET' && path.endsWith('/project-labels/'),
		adapt: listBare,
	},
	wrapsLists: {
		concerns: (method, path) => isList(method, path) || isSearch(path),
		adapt: adaptList((list) => [list]),
	},
	setsAnswer201: { concerns: isSet, adapt: answer201 },
	valuesAnswer201: {
		concerns: (method, path) => method === 'POST' && isValue(path),
		adapt: answer201,
	},
	valuesAnswerLists: {
		concerns: (method, path) => method !== 'DELETE' && isValue(path),
		adapt: (handle) => async (call) => {
			const answer = await handle(call);

			return { ...answer, body: [answer.body].flat() };
		},
	},
} satisfies Partial<Record<Parameters<HasDifference>[0], Change>>;

/**
 * Returns the function that makes an endpoint for states or labels of a project refuse writes, if the
 * workspace owns them (row 473).
 */
export const adaptToOwner =
	(hasDifference: HasDifference) =>
	([method, path, handle]: Endpoint): Endpoint => {
		const isOwned = method !== 'GET' && hasDifference('ownsRecordsInWorkspace');

		return [method, path, isOwned ? () => managedByWorkspace : handle];
	};

/** Returns the function that makes an endpoint answer as a server with these differences does. */
export const adaptToServer =
	(hasDifference: HasDifference) =>
	([method, path, handle]: Endpoint): Endpoint => {
		const changes = Object.entries<Change>(CHANGES)
			.filter(
				([name, { concerns }]) =>
					isDifference(name) && hasDifference(name) && concerns(method, path),
			)
			.map(([, { adapt }]) => adapt);
		const adapted = changes.reduce((handler, adapt) => adapt(handler, method, path), handle);

		return [method, path, adapted];
	};
