import type { INodeParameters } from 'n8n-workflow';

import { newestFirst } from '../service/serializers';
import type { ServiceOptions } from '../service/service';
import { stableId, type Row, type ServiceState } from '../service/state';
import type { Outcome } from './engine';
import { locateFirst } from './samples';
import type { InputItem } from './startNode';
import { useWorlds } from './useWorld';

/** One of the four lists of the specification, and the records that it must return. */
export interface List {
	readonly operation: string;
	readonly path: (state: ServiceState) => INodeParameters;
	readonly rows: (state: ServiceState) => readonly Row[];
	/** Adds this many records to the list. */
	readonly addRecords: (state: ServiceState, count: number) => void;
}

export const first = <Entry>(entries: readonly Entry[]): Entry => {
	const [entry] = entries;
	if (entry === undefined) throw new Error('The service has no such record');

	return entry;
};

/** Whether a field of a record has this value. */
export const hasValue = (row: Row, field: string, value: unknown): boolean =>
	Object.entries(row).some((entry) => entry[0] === field && entry[1] === value);

/** The kinds of record that the parameters of a path choose. */
const recordsByParameter = {
	projectId: 'projects',
	workItemId: 'workItems',
	customerId: 'customers',
	teamspaceId: 'teamspaces',
} as const;

/**
 * Creates a list of records that belong to another record.
 *
 * @param path the parameters that choose the other records, the owner last
 * @param field the field of a record that has the ID of the owner
 */
const createList = (
	operation: string,
	kind: 'workItems' | 'attachments' | 'customerRequests',
	path: readonly (keyof typeof recordsByParameter)[],
	field: string,
): List => {
	const rows = (state: ServiceState) => {
		const all: Row[] = state[kind];
		const owners: readonly Row[] = state[recordsByParameter[path.at(-1) ?? 'projectId']];

		return all.filter((row) => hasValue(row, field, first(owners).id));
	};

	const addRecords = (state: ServiceState, count: number) => {
		const all: Row[] = state[kind];
		const template = first(rows(state));

		for (let number = 0; number < count; number++) {
			all.push({ ...template, id: stableId(`more like ${template.id}`, number) });
		}
	};

	return {
		operation,
		path: (state) =>
			Object.fromEntries(path.map((name) => [name, locateFirst(state[recordsByParameter[name]])])),
		rows,
		addRecords,
	};
};

export const workItemList = createList('workItem.getAll', 'workItems', ['projectId'], 'project');
export const attachmentList = createList(
	'workItemAttachment.getAll',
	'attachments',
	['projectId', 'workItemId'],
	'issue',
);
export const requestList = createList(
	'customerRequest.getAll',
	'customerRequests',
	['customerId'],
	'customer',
);
export const getIds = (rows: readonly { readonly id?: unknown }[]) => rows.map(({ id }) => id);

/** A kind of server and its lists. */
export interface ListServer {
	readonly options: ServiceOptions;
	readonly lists: readonly List[];
	/** Sorts the rows of a list as the server does. */
	readonly inOrder: <Entry extends Row>(rows: readonly Entry[]) => readonly Entry[];
	/** Whether it applies filters. */
	readonly appliesFilters: boolean;
}

const createSpecificationServer = (options: ServiceOptions): ListServer => ({
	options,
	lists: [workItemList, attachmentList, requestList],
	inOrder: (rows) => rows,
	appliesFilters: true,
});

/** Observed rows 4 to 8; the edition has no customers and no teamspaces (row 18). */
export const communityServer: ListServer = {
	options: { serverKind: 'community' },
	lists: [workItemList, attachmentList],
	inOrder: newestFirst,
	appliesFilters: false,
};

/** Servers that apply limit and offset, with different sizes of pages, and servers that ignore them. */
export const servers: readonly (readonly [string, ListServer])[] = [
	['a server that pages', createSpecificationServer({})],
	[
		'a server that pages by 30 without a total',
		createSpecificationServer({ largestPage: 30, total: false }),
	],
	['a server that ignores limit and offset', createSpecificationServer({ paging: 'ignored' })],
	[
		'a server that ignores them and sends no total',
		createSpecificationServer({ paging: 'ignored', total: false }),
	],
	['a server that pages by cursor', communityServer],
];

/** Every list of every server, after the names of both, for `test.each`. */
export const listsOfServers = servers.flatMap(([name, server]) =>
	server.lists.map((list) => [list.operation, name, server, list] as const),
);

/** Creates functions with which each test starts a service and runs lists. */
export function useLists() {
	const { world, start } = useWorlds();

	/** Starts a service. @returns its records */
	const startServer = async (options: ServiceOptions = {}): Promise<ServiceState> =>
		(await start(options)).service.state;

	/** Runs a list. @returns its outcome, and the queries of its requests */
	async function runList(
		list: List,
		parameters: INodeParameters,
		items: readonly InputItem[] = [{}],
	): Promise<Outcome & { readonly queries: URLSearchParams[] }> {
		const { requests, state, url: base } = world.service;
		const before = requests.length;
		const outcome = await world.run(
			list.operation,
			{ ...list.path(state), ...parameters },
			{ items },
		);
		const received = requests.slice(before);
		const problems = received.flatMap(({ problem }) => problem ?? []);
		if (problems.length > 0) throw new Error(`Outside the contract: ${problems.join('; ')}`);

		// The record of the project, which gives raw work items their keys, is not part of the list.
		const ofList = received.filter(({ url }) => !/\/projects\/[\da-f-]+\/$/.test(url));

		return { ...outcome, queries: ofList.map(({ url }) => new URL(url, base).searchParams) };
	}

	return { startServer, runList, world };
}
