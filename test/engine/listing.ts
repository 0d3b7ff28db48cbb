import { afterEach, beforeAll } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { newestFirst } from '../service/records';
import { startService, type Service, type ServiceOptions } from '../service/service';
import { idOf, type Row, type ServiceState } from '../service/state';
import { Engine, type Outcome } from './engine';
import { locator, parametersFor } from './samples';
import type { InputItem } from './startNode';
import { credentialFor } from './world';

/** The four lists of the specification, each with the records that it has to give. */
export interface List {
	readonly key: string;
	readonly path: (state: ServiceState) => INodeParameters;
	readonly rows: (state: ServiceState) => readonly Row[];
	/** Adds this many records that the list has to give too. */
	readonly grow: (state: ServiceState, count: number) => void;
}

export const first = <Entry>(entries: readonly Entry[]): Entry => {
	const [entry] = entries;
	if (entry === undefined) throw new Error('The service has no such record');
	return entry;
};

/** Copies of a record with IDs of their own. */
const more = <Entry extends Row>(pattern: Entry, count: number): Entry[] =>
	Array.from({ length: count }, (_, index) => ({
		...pattern,
		id: idOf(`more like ${pattern.id}`, index),
	}));

export const workItemList: List = {
	key: 'workItem.getAll',
	path: (state) => ({ projectId: locator(state.projects) }),
	rows: (state) => state.workItems.filter(({ project }) => project === first(state.projects).id),
	grow: (state, count) => state.workItems.push(...more(first(state.workItems), count)),
};

export const attachmentList: List = {
	key: 'workItemAttachment.getAll',
	path: (state) => ({
		projectId: locator(state.projects),
		workItemId: locator(state.workItems),
	}),
	rows: (state) => state.attachments.filter(({ issue }) => issue === first(state.workItems).id),
	grow: (state, count) => state.attachments.push(...more(first(state.attachments), count)),
};

export const requestList: List = {
	key: 'customerRequest.getAll',
	path: (state) => ({ customerId: locator(state.customers) }),
	rows: (state) =>
		state.customerRequests.filter(({ customer }) => customer === first(state.customers).id),
	grow: (state, count) =>
		state.customerRequests.push(...more(first(state.customerRequests), count)),
};

export const memberList: List = {
	key: 'teamspaceMember.getAll',
	path: (state) => ({ teamspaceId: locator(state.teamspaces) }),
	rows: (state) =>
		state.teamspaceMembers.filter(({ teamspace }) => teamspace === first(state.teamspaces).id),
	grow: (state, count) =>
		state.teamspaceMembers.push(...more(first(state.teamspaceMembers), count)),
};

export const idsOf = (rows: readonly { readonly id?: unknown }[]) => rows.map(({ id }) => id);

/** A kind of server, and what its lists are there. */
export interface ListServer {
	readonly options: ServiceOptions;
	readonly lists: readonly List[];
	/** The rows of a list in the order in which the server gives them. */
	readonly inOrder: <Entry extends Row>(rows: readonly Entry[]) => readonly Entry[];
	/** Whether it heeds filters. */
	readonly filters: boolean;
}

const specified = {
	lists: [workItemList, attachmentList, requestList, memberList],
	inOrder: <Entry>(rows: readonly Entry[]) => rows,
	filters: true,
};

/** Observed rows 4 to 8; the edition has no customers and no teamspaces (row 18). */
export const community: ListServer = {
	options: { face: 'community' },
	lists: [workItemList, attachmentList],
	inOrder: newestFirst,
	filters: false,
};

/** Where limit and offset count, with pages smaller and larger than asked for, and where not. */
export const servers: readonly (readonly [string, ListServer])[] = [
	['a server that pages', { options: {}, ...specified }],
	[
		'a server that pages by 30 without a total',
		{ options: { largestPage: 30, total: false }, ...specified },
	],
	['a server that ignores limit and offset', { options: { paging: 'ignored' }, ...specified }],
	[
		'a server that ignores them and tells no total',
		{ options: { paging: 'ignored', total: false }, ...specified },
	],
	['a server that pages by cursor', community],
];

/** A list with its name in front, for `test.each`. */
export const named = (lists: readonly List[]) => lists.map((list) => [list.key, list] as const);

/** Gives the tests of a file the means to run lists, each test with a service of its own. */
export function useLister(): Pick<Lister, 'use' | 'get'> {
	let lister: Lister | undefined;
	const started = (): Lister => {
		if (lister === undefined) throw new Error('Not started');
		return lister;
	};
	beforeAll(async () => {
		lister = new Lister(await Engine.start());
	});
	afterEach(async () => {
		await lister?.close();
	});
	return {
		use: async (options) => await started().use(options),
		get: async (...given) => await started().get(...given),
	};
}

/** Runs lists against services that start with each test. */
class Lister {
	private service: Service | undefined;

	constructor(private readonly engine: Engine) {}

	/** Starts a service of this kind, in the place of the one before. */
	async use(options: ServiceOptions = {}): Promise<ServiceState> {
		await this.close();
		this.service = await startService(options);
		return this.service.state;
	}

	async close(): Promise<void> {
		await this.service?.close();
		this.service = undefined;
	}

	/** Runs a list and gives what came out and the queries that went out. */
	async get(
		list: List,
		parameters: INodeParameters,
		items: readonly InputItem[] = [{}],
	): Promise<Outcome & { readonly queries: URLSearchParams[] }> {
		const { service } = this;
		if (service === undefined) throw new Error('No service');
		const before = service.requests.length;
		const outcome = await this.engine.run(
			{ parameters: parametersFor(list.key, { ...list.path(service.state), ...parameters }) },
			items,
			credentialFor(service),
		);
		const received = service.requests.slice(before);
		const problems = received.flatMap(({ problem }) => problem ?? []);
		if (problems.length > 0) throw new Error(`Outside the contract: ${problems.join('; ')}`);
		const queries = received.map(({ url }) => new URL(url, service.url).searchParams);
		return { ...outcome, queries };
	}
}

/** Queries as they stand in an address. */
export const texts = (queries: readonly URLSearchParams[]) =>
	queries.map((query) => decodeURIComponent(query.toString()));
