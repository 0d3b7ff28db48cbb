import { type IHookFunctions, type IWebhookFunctions, type JsonObject, sleep } from 'n8n-workflow';

import { Client } from '../shared/client/client';
import { sendWithCredential } from '../shared/client/sendWithCredential';
import { nameFields } from '../shared/events/filters';
import { isJsonObject } from '../shared/fields/json';
import { toTextList } from '../shared/fields/text';
import { readFirstText } from '../shared/rows/readFirstText';
import { readWorkItemKey } from '../shared/lists/workItems';
import type { ReadTarget } from '../shared/model/call';
import {
	getComment,
	getCurrentUser,
	getCycle,
	getLabel,
	getMembers,
	getModule,
	getProject,
	getProjects,
	getState,
	getWorkItem,
	getWorkItems,
	searchWorkItems,
} from '../shared/operations';
import type { Operation } from '../shared/operations/operation';
import { type ListPage, parseListPage } from '../shared/pagination/envelope';
import { buildPageQuery } from '../shared/pagination/pageQuery';
import { paginate } from '../shared/pagination/paginate';
import { NameResolver } from '../shared/resolve/NameResolver';
import { isProblem, problem, type Result } from '../shared/result/problem';
import { Scheduler } from '../shared/scheduler/Scheduler';
import type { Connection } from '../shared/transport/connection';
import { isFault, succeeded } from '../shared/transport/response';
import type { Send } from '../shared/transport/send';
import type { LookupCache } from './LookupCache';
import { isWithinProject, type NameFilter } from './readParameters';

/**
 * Requests are few and short, because Plane waits 30 seconds for the response to a delivery (row 45).
 * Times are in milliseconds.
 */
const REQUEST_SETTINGS = {
	concurrency: 1,
	maxWaitMs: 8_000,
	retries: 2,
	timeoutMs: 5_000,
} as const;

/** No further request is started after this time. */
const TIME_LIMIT_MS = 12_000;

const TOO_SLOW = problem({
	tag: 'notSent',
	message: 'Plane answered too slowly to look everything up',
	description: 'The delivery is used as Plane sent it.',
});

/** Records that are embedded in a work item, as the Polling Trigger requests them. */
const WITH_RECORDS = { expand: 'state,assignees,labels' } as const;

type ReadName = (lookup: PlaneLookup, projectId: string, id: string) => Promise<Result<string>>;

/** How to read the names of the records that a field of a work item refers to. */
const NAME_READERS: Readonly<Partial<Record<string, ReadName>>> = {
	state: async (lookup, project_id, state_id) =>
		await lookup.readRecordName(getState, { project_id, state_id }),
	labels: async (lookup, project_id, label_id) =>
		await lookup.readRecordName(getLabel, { project_id, label_id }),
	cycles: async (lookup, project_id, cycle_id) =>
		await lookup.readRecordName(getCycle, { project_id, cycle_id }),
	modules: async (lookup, project_id, module_id) =>
		await lookup.readRecordName(getModule, { project_id, module_id }),
	parent: async (lookup, projectId, id) => await lookup.readKey(projectId, id),
};

/** A work item that a search found. */
export interface FoundWorkItem {
	readonly projectId: string;
	readonly key: string;
}

/** Reads records that deliveries lack from Plane, with the credential of the trigger for Plane's API. */
export class PlaneLookup {
	private readonly client: Client;
	/** Whether the last request was not successful. */
	lastRequestFailed = false;
	/** The work items that were read, by the IDs of project and work item. */
	private readonly workItems = new Map<string, Promise<Result<JsonObject>>>();
	private members: Promise<Result<ListPage>> | undefined;

	constructor(
		context: IHookFunctions | IWebhookFunctions,
		connection: Connection,
		readonly workspace: string,
		private readonly cache: LookupCache,
	) {
		const deadline = performance.now() + TIME_LIMIT_MS;
		const sendNow = sendWithCredential(context, connection, REQUEST_SETTINGS.timeoutMs);

		const send: Send = async (request) => {
			if (performance.now() >= deadline) return { fault: 'notSent', problem: TOO_SLOW };

			const outcome = await sendNow(request);

			this.lastRequestFailed = isFault(outcome) || !succeeded(outcome);

			return outcome;
		};

		const sendScheduled = new Scheduler(REQUEST_SETTINGS).wrap(send);

		this.client = new Client(connection, sendScheduled, sendScheduled);
	}

	/** URL of the web app; undefined if it is unknown. */
	get webRoot(): string | undefined {
		return this.client.webRoot;
	}

	/** Reads the identifier of a project, e.g. `LNCH`; `''` if the project does not exist. */
	async readProjectIdentifier(projectId: string): Promise<Result<string>> {
		const identifier = await this.cache.getOrLoad(`identifier ${projectId}`, async () => {
			const project = await this.readRecord(getProject, { project_id: projectId });
			if (isProblem(project)) return project.status === 404 ? '' : project;

			return readFirstText(project, 'identifier');
		});

		return isProblem(identifier) ? identifier : readFirstText({ identifier }, 'identifier');
	}

	/**
	 * Reads what people read for a record that a field of a work item refers to, such as the name of a state
	 * or the key of a parent.
	 *
	 * @param field as `canonicalFieldName` returns it
	 * @returns `''` if the record does not exist any more, or if the field refers to nothing that has a name
	 */
	async readName(field: string, projectId: string, id: string): Promise<Result<string>> {
		const read = NAME_READERS[field];
		if (read === undefined) return '';

		const name = await this.cache.getOrLoad(`name ${field} ${projectId} ${id}`, async () => {
			const found = await read(this, projectId, id);

			return isProblem(found) && found.status === 404 ? '' : found;
		});

		return isProblem(name) ? name : readFirstText({ name }, 'name');
	}

	/** Reads the name of a record. */
	async readRecordName(
		operation: Operation<'get'>,
		path: ReadTarget['path'],
	): Promise<Result<string>> {
		const record = await this.readRecord(operation, path);

		return isProblem(record) ? record : readFirstText(record, 'name');
	}

	/** Reads the key of a work item, e.g. `LNCH-12`; `''` if its number or its project is unknown. */
	async readKey(projectId: string, workItemId: string): Promise<Result<string>> {
		const workItem = await this.readWorkItem(projectId, workItemId);
		if (isProblem(workItem)) return workItem;

		const number = readFirstText(workItem, 'sequence_id');
		const identifier = await this.readProjectIdentifier(projectId);
		if (isProblem(identifier)) return identifier;

		return identifier === '' || number === '' ? '' : `${identifier}-${number}`;
	}

	/** Reads the ID of the user of the credential. */
	async readCurrentUserId(): Promise<Result<string>> {
		const id = await this.cache.getOrLoad('user of the credential', async () => {
			const user = await this.readRecord(getCurrentUser, {});

			return isProblem(user) ? user : readFirstText(user, 'id');
		});

		return isProblem(id) ? id : readFirstText({ id }, 'id');
	}

	/** Finds a member of the workspace; undefined if the user is not a member. */
	async findMember(id: string): Promise<Result<JsonObject | undefined>> {
		const user = await this.cache.getOrLoad(`member ${id}`, async () => {
			this.members ??= this.readMembers();
			const list = await this.members;
			if (isProblem(list)) return list;

			return list.records.find((row) => row.id === id) ?? null;
		});
		if (isProblem(user)) return user;

		return isJsonObject(user) ? user : undefined;
	}

	private async readMembers(): Promise<Result<ListPage>> {
		const response = await this.client.read(this.createTarget(getMembers), getMembers.request.path);

		return isProblem(response) ? response : parseListPage(response);
	}

	/** Reads a work item, once, with its state, assignees and labels as embedded records. */
	async readWorkItem(projectId: string, workItemId: string): Promise<Result<JsonObject>> {
		const key = `${projectId} ${workItemId}`;
		const workItem =
			this.workItems.get(key) ??
			this.readRecord(
				getWorkItem,
				{ project_id: projectId, work_item_id: workItemId },
				WITH_RECORDS,
			);

		this.workItems.set(key, workItem);

		return await workItem;
	}

	/** Reads a comment on a work item. */
	async readComment(
		projectId: string,
		workItemId: string,
		commentId: string,
	): Promise<Result<JsonObject>> {
		return await this.readRecord(getComment, {
			project_id: projectId,
			work_item_id: workItemId,
			comment_id: commentId,
		});
	}

	/**
	 * Searches for a work item whose project is unknown.
	 *
	 * @param name of the work item, which Plane can search for, unlike the ID
	 * @returns undefined if the search does not find it
	 */
	async findWorkItem(id: string, name: string): Promise<Result<FoundWorkItem | undefined>> {
		const target = this.createTarget(searchWorkItems);
		const query = { search: name, workspace_search: 'true', limit: '100' };
		const response = await this.client.read(target, searchWorkItems.request.path, query);
		const list = isProblem(response) ? response : parseListPage(response);
		if (isProblem(list)) return list;

		const found = list.records.find((row) => row.id === id);

		return found && { projectId: readFirstText(found, 'project_id'), key: readWorkItemKey(found) };
	}

	/** Lists the IDs of all projects that the user of the credential may see. */
	async listProjectIds(): Promise<Result<readonly string[]>> {
		const target = this.createTarget(getProjects);
		const list = await paginate(
			{ queryParameters: {}, offset: 0 },
			{
				concurrency: REQUEST_SETTINGS.concurrency,
				pause: async (time) => await sleep(time),
				fetch: async (page) =>
					await this.client.read(target, getProjects.request.path, { ...page }),
			},
		);

		return isProblem(list) ? list : list.records.flatMap(({ id }) => toTextList(id));
	}

	/** Reads one project. Fails if the key or the workspace is wrong. */
	async testConnection(): Promise<Result<unknown>> {
		const target = this.createTarget(getProjects);

		return await this.client.read(target, getProjects.request.path, { ...buildPageQuery(1, 0) });
	}

	/**
	 * Resolves the names in a filter.
	 *
	 * @param projectId the project in which states, labels and work items are looked up
	 * @returns the IDs, without those of names that do not exist; a Problem if a request failed
	 */
	async resolveAll(
		filter: NameFilter,
		names: readonly string[],
		projectId = '',
	): Promise<Result<readonly string[]>> {
		const ids: string[] = [];

		for (const name of names) {
			const key = JSON.stringify([filter, projectId, name]);
			const found = await this.cache.getOrLoad(key, async () => {
				const id = await this.resolve(filter, name, projectId);
				if (!isProblem(id)) return [id];

				// That a name does not exist is cached as well; a failed request is not.
				return this.lastRequestFailed ? id : [];
			});
			if (isProblem(found)) return found;

			ids.push(...toTextList(found));
		}

		return ids;
	}

	/** Resolves a name to an ID. Returns a Problem if no record, or more than one, has the name. */
	async resolve(filter: NameFilter, name: string, projectId = ''): Promise<Result<string>> {
		this.lastRequestFailed = false;
		const resolver = new NameResolver({
			client: this.client,
			continueOnFail: true,
			paging: {
				concurrency: REQUEST_SETTINGS.concurrency,
				pause: async (time) => await sleep(time),
			},
		});
		if (filter === 'projects') {
			const target = this.createTarget(getWorkItems, { project_id: name });
			const resolved = await resolver.resolvePath(target);

			return isProblem(resolved) ? resolved : (resolved.path.project_id ?? name);
		}

		const target = this.createTarget(
			getWorkItems,
			isWithinProject(filter) ? { project_id: projectId } : {},
		);

		return await resolver.resolveText(target, nameFields[filter], name);
	}

	private createTarget(
		operation: ReadTarget['operation'],
		path: ReadTarget['path'] = {},
	): ReadTarget {
		return { workspace: this.workspace, operation, path };
	}

	/** Reads one record; an empty one if the response is not a record. */
	private async readRecord(
		operation: Operation<'get'>,
		path: ReadTarget['path'],
		query: Readonly<Record<string, string>> = {},
	): Promise<Result<JsonObject>> {
		const target = this.createTarget(operation, path);
		const response = await this.client.read(target, operation.request.path, query);
		if (isProblem(response)) return response;

		return isJsonObject(response.json) ? response.json : {};
	}
}

/** Whether a status says that a record does not exist, or that the user of the credential may not see it. */
export const isHidden = (status: number | undefined): boolean => status === 403 || status === 404;
