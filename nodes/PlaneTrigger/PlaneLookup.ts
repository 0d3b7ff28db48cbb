import { type IHookFunctions, type IWebhookFunctions, type JsonObject, sleep } from 'n8n-workflow';

import { Client } from '../shared/client/client';
import { isJsonObject } from '../shared/fields/json';
import type { Field } from '../shared/fields/kinds';
import { textsIn } from '../shared/fields/text';
import { members, states } from '../shared/lists/lists';
import { firstText } from '../shared/rows/firstText';
import { keyOf } from '../shared/lists/workItems';
import type { ReadTarget } from '../shared/model/call';
import {
	getComment,
	getMembers,
	getProject,
	getProjects,
	getWorkItem,
	getWorkItems,
	searchWorkItems,
} from '../shared/operations';
import type { Operation } from '../shared/operations/operation';
import { listIn } from '../shared/pagination/envelope';
import { pageQuery } from '../shared/pagination/pageQuery';
import { paginate } from '../shared/pagination/paginate';
import { NameResolver } from '../shared/resolve/resolveNames';
import { isProblem, problem, type Result } from '../shared/result/problem';
import { Scheduler } from '../shared/scheduler/Scheduler';
import type { Connection } from '../shared/transport/connection';
import { isFault, succeeded } from '../shared/transport/response';
import { type Send, sendWithKey } from '../shared/transport/send';
import type { LookupCache } from './LookupCache';
import type { NamedFilter } from './readFilters';
import { webhookFields as fields } from './webhookPanel';

/**
 * How requests are sent while Plane waits for the answer to a delivery, which it does for 30 seconds
 * (row 45).
 */
const SETTINGS = {
	concurrency: 1,
	maxWait: 8_000,
	retries: 2,
	timeout: 5_000,
} as const;

/** Milliseconds after which no further request is begun. */
const LONGEST = 12_000;

const ENDED = problem({
	tag: 'notSent',
	message: 'Plane answered too slowly to look everything up',
	description: 'The delivery is used as Plane sent it.',
});

/** The lists that the names of filters are looked up in. */
const LISTS: Readonly<Record<Exclude<NamedFilter, 'projects'>, Field>> = {
	ignored: { ...fields.ignoreUsers, source: members },
	toStates: { ...fields.toStates, source: states },
	assignedTo: { ...fields.assignedTo, source: members },
};

/** What is sent whole in a work item, as the Polling Trigger has it. */
const EXPANDED = { expand: 'state,assignees,labels' } as const;

/** A work item that was found in the workspace. */
export interface FoundWorkItem {
	readonly projectId: string;
	readonly key: string;
}

/** Looks up in Plane what deliveries leave out, by the Plane API credential. */
export class PlaneLookup {
	private readonly client: Client;
	/** Whether the last request came to anything but a success. */
	hasFailed = false;

	constructor(
		context: IHookFunctions | IWebhookFunctions,
		connection: Connection,
		readonly workspace: string,
		private readonly cache: LookupCache,
	) {
		const until = performance.now() + LONGEST;
		const sendNow = sendWithKey(context, connection, SETTINGS.timeout);

		const send: Send = async (request) => {
			if (performance.now() >= until) return { fault: 'notSent', problem: ENDED };

			const outcome = await sendNow(request);

			this.hasFailed = isFault(outcome) || !succeeded(outcome);

			return outcome;
		};

		const scheduled = new Scheduler(SETTINGS).wrap(send);

		this.client = new Client(connection, scheduled, scheduled);
	}

	/** The address of the web app; undefined if it cannot be known. */
	get web(): string | undefined {
		return this.client.web;
	}

	/** The identifier of a project, e.g. `LNCH`; `''` if there is no such project. */
	async identifierOf(projectId: string): Promise<Result<string>> {
		const identifier = await this.cache.answer(`identifier ${projectId}`, async () => {
			const project = await this.record(getProject, { project_id: projectId });
			if (isProblem(project)) return project.status === 404 ? '' : project;

			return firstText(project, 'identifier');
		});

		return isProblem(identifier) ? identifier : firstText({ identifier }, 'identifier');
	}

	/** A member of the workspace; undefined if the user is none. */
	async personOf(id: string): Promise<Result<JsonObject | undefined>> {
		const person = await this.cache.answer(`person ${id}`, async () => {
			const target = this.targetOf(getMembers);
			const response = await this.client.read(target, getMembers.request.path);
			const list = isProblem(response) ? response : listIn(response);
			if (isProblem(list)) return list;

			return list.records.find((row) => row.id === id) ?? null;
		});
		if (isProblem(person)) return person;

		return isJsonObject(person) ? person : undefined;
	}

	/** A work item with its state, assignees and labels as records. */
	async workItem(projectId: string, workItemId: string): Promise<Result<JsonObject>> {
		return await this.record(
			getWorkItem,
			{ project_id: projectId, work_item_id: workItemId },
			EXPANDED,
		);
	}

	/** A comment on a work item. */
	async comment(
		projectId: string,
		workItemId: string,
		commentId: string,
	): Promise<Result<JsonObject>> {
		return await this.record(getComment, {
			project_id: projectId,
			work_item_id: workItemId,
			comment_id: commentId,
		});
	}

	/**
	 * Finds a work item whose project is not known, by its name.
	 *
	 * @returns undefined if the search does not find it
	 */
	async findWorkItem(id: string, name: string): Promise<Result<FoundWorkItem | undefined>> {
		const target = this.targetOf(searchWorkItems);
		const query = { search: name, workspace_search: 'true', limit: '100' };
		const response = await this.client.read(target, searchWorkItems.request.path, query);
		const list = isProblem(response) ? response : listIn(response);
		if (isProblem(list)) return list;

		const found = list.records.find((row) => row.id === id);

		return found && { projectId: firstText(found, 'project_id'), key: keyOf(found) };
	}

	/** All projects that the user of the key may see: their IDs. */
	async projectIds(): Promise<Result<readonly string[]>> {
		const target = this.targetOf(getProjects);
		const list = await paginate(
			{ search: {}, offset: 0 },
			{
				concurrency: SETTINGS.concurrency,
				pause: async (time) => await sleep(time),
				fetch: async (page) =>
					await this.client.read(target, getProjects.request.path, { ...page }),
			},
		);

		return isProblem(list) ? list : list.records.flatMap(({ id }) => textsIn(id));
	}

	/** Reads one project, which shows whether the key and the workspace are right. */
	async check(): Promise<Result<unknown>> {
		const target = this.targetOf(getProjects);

		return await this.client.read(target, getProjects.request.path, { ...pageQuery(1, 0) });
	}

	/**
	 * The IDs of the records that these names refer to.
	 *
	 * @param projectId the project in which states are looked up
	 * @returns none for a name that no record has; a Problem if that could not be found out
	 */
	async idsCalled(
		filter: NamedFilter,
		names: readonly string[],
		projectId = '',
	): Promise<Result<readonly string[]>> {
		const ids: string[] = [];

		for (const name of names) {
			const question = JSON.stringify([filter, projectId, name]);
			const answer = await this.cache.answer(question, async () => {
				const found = await this.resolve(filter, name, projectId);
				if (!isProblem(found)) return [found];

				return this.hasFailed ? found : [];
			});
			if (isProblem(answer)) return answer;

			ids.push(...textsIn(answer));
		}

		return ids;
	}

	/** The ID of the one record that has a name, or why there is none. */
	async resolve(filter: NamedFilter, name: string, projectId = ''): Promise<Result<string>> {
		this.hasFailed = false;
		const resolver = new NameResolver({
			client: this.client,
			continueOnFail: true,
			paging: {
				concurrency: SETTINGS.concurrency,
				pause: async (time) => await sleep(time),
			},
		});
		if (filter === 'projects') {
			const target = this.targetOf(getWorkItems, { project_id: name });
			const resolved = await resolver.resolvePath(target);

			return isProblem(resolved) ? resolved : (resolved.path.project_id ?? name);
		}

		const target = this.targetOf(
			getWorkItems,
			filter === 'toStates' ? { project_id: projectId } : {},
		);

		return await resolver.resolveText(target, LISTS[filter], name);
	}

	private targetOf(operation: ReadTarget['operation'], path: ReadTarget['path'] = {}): ReadTarget {
		return { workspace: this.workspace, operation, path };
	}

	private async record(
		operation: Operation<'get'>,
		path: ReadTarget['path'],
		query: Readonly<Record<string, string>> = {},
	): Promise<Result<JsonObject>> {
		const target = this.targetOf(operation, path);
		const response = await this.client.read(target, operation.request.path, query);
		if (isProblem(response)) return response;

		return isJsonObject(response.json) ? response.json : {};
	}
}

/** Whether a record is not there, or is not for the user of the key. */
export const isHidden = (status: number | undefined): boolean => status === 403 || status === 404;
