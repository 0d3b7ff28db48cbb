import {
	type IHookFunctions,
	type IWebhookFunctions,
	type JsonObject,
	type JsonValue,
	sleep,
} from 'n8n-workflow';

import { Client } from '../shared/client/client';
import { sendWithCredential } from '../shared/client/sendWithCredential';
import type { NameFilter } from '../shared/events/eventParameters';
import { findName } from '../shared/events/findName';
import { readCurrentUserId, readMembersById } from '../shared/events/readPeople';
import { isJsonObject } from '../shared/values/json';
import { toTextList } from '../shared/values/asText';
import { hasNoAccess } from '../shared/values/hasNoAccess';
import { isArchived } from '../shared/values/isArchived';
import { readTime } from '../shared/values/instant';
import { readFirstText } from '../shared/values/readFirstText';
import { projects as projectList } from '../shared/lists/lists';
import { readWorkItemKey } from '../shared/lists/workItems';
import type { ReadTarget, RequestTarget } from '../shared/model/call';
import {
	getComment,
	getCycle,
	getLabel,
	getModule,
	getProject,
	getProjects,
	getState,
	getWorkItem,
	searchWorkItems,
} from '../shared/operations';
import type { Operation } from '../shared/operations/operation';
import { parseListPage } from '../shared/pagination/envelope';
import { buildPageQuery } from '../shared/pagination/pageQuery';
import { NameResolver } from '../shared/resolve/NameResolver';
import { Projects } from '../shared/resolve/Projects';
import { ListSource } from '../shared/records/ListSource';
import { REPLICA_DELAYS_MS } from '../shared/records/serverTimes';
import { RecordLists } from '../shared/resolve/RecordLists';
import { explainAbsence, type NameInPlaces } from '../shared/resolve/resolveInAny';
import { isProblem, type Problem, problem, type Result } from '../shared/result/problem';
import { Scheduler } from '../shared/scheduler/Scheduler';
import { TimeBudget, type TimeLimit } from '../shared/scheduler/TimeBudget';
import { type RequestLimits, tightenLimits } from '../shared/transport/limits';
import type { Send } from '../shared/transport/send';
import type { LookupCache } from './LookupCache';
import type { OpenWorkspace } from './openWorkspace';

/**
 * Requests are few and short, because Plane waits 30 seconds for the response to a delivery (row 45).
 * Times are in milliseconds.
 */
const OWN_LIMITS: RequestLimits = {
	concurrency: 1,
	maxWaitMs: 8_000,
	retries: 2,
	timeoutMs: 5_000,
};

/** While Plane waits for the answer to a delivery. */
export const LIMIT_OF_DELIVERY: TimeLimit = {
	timeMs: 12_000,
	problem: problem({
		cause: 'stopped',
		message: 'Plane answered too slowly to look everything up',
		description:
			'Plane waits for the answer to a delivery, so the node looks nothing up for longer.',
	}),
};

/** While a person waits for the workflow to be published. */
export const LIMIT_OF_PUBLISHING: TimeLimit = {
	timeMs: 30_000,
	problem: problem({
		cause: 'stopped',
		message: 'Plane answered too slowly to look up all names in the filters',
		description: 'Publish the workflow again. If it fails again, use IDs in the filters.',
	}),
};

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

export interface LookupOptions {
	/** The values that Plane returned to earlier deliveries. */
	readonly cache: LookupCache;
	readonly limit: TimeLimit;
}

/** What the names in a filter stand for. */
export interface ResolvedNames {
	/** The IDs of the records. A name that no record has is left out. */
	readonly ids: readonly string[];
	/** Why it is unknown what other names stand for: Plane did not say, or several records have one. */
	readonly problems: readonly Problem[];
}

/** Reads records that deliveries lack from Plane, with the credential of the trigger for Plane's API. */
export class PlaneLookup {
	/** Slug of the workspace. */
	readonly workspace: string;
	private readonly budget: TimeBudget;
	private readonly client: Client;
	/** The lists that names are looked up in. Each is read once. */
	private readonly lists: RecordLists;
	private readonly resolver: NameResolver;
	private readonly warn: (message: string) => void;
	/** The work items that were read, by the IDs of project and work item. */
	private readonly workItems = new Map<string, Promise<Result<JsonObject>>>();
	private members: ReturnType<typeof readMembersById> | undefined;

	private readonly cache: LookupCache;

	constructor(
		context: IHookFunctions | IWebhookFunctions,
		{ connection, workspace }: OpenWorkspace,
		{ cache, limit }: LookupOptions,
	) {
		const budget = new TimeBudget(limit);
		const limits = tightenLimits(OWN_LIMITS, connection.limits);
		const sendNow = sendWithCredential(context, connection, limits.timeoutMs);

		const sendInTime: Send = async (request) =>
			budget.isOver ? budget.notSent : await sendNow(request);

		const sendScheduled = new Scheduler(limits).wrap(sendInTime);

		const send: Send = async (request) => budget.record(await sendScheduled(request));

		const paging = {
			concurrency: limits.concurrency,
			pause: async (time: number) => await sleep(time),
		};

		this.workspace = workspace;
		this.budget = budget;
		this.cache = cache;

		this.warn = (message) => {
			context.logger.warn(message);
		};

		this.client = new Client(connection, send, send);
		const lists = new ListSource(this.client, paging);

		this.lists = new RecordLists(this.client, lists, new Projects(this.client));
		this.resolver = new NameResolver({
			client: this.client,
			paging,
			lists: this.lists,
		});
	}

	/**
	 * Whether Plane did not answer one of the requests so far, could not, or answered with an outdated work item: the
	 * same request may succeed later.
	 */
	get isServerUnavailable(): boolean {
		return this.budget.serverUnavailable || this.budget.lacksResponse;
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
		const id = await this.cache.getOrLoad(
			'user of the credential',
			async () => await readCurrentUserId(this.client, this.workspace),
		);

		return isProblem(id) ? id : readFirstText({ id }, 'id');
	}

	/** Finds a member of the workspace; undefined if the user is not a member. */
	async findMember(id: string): Promise<Result<JsonObject | undefined>> {
		const user = await this.cache.getOrLoad(`member ${id}`, async () => {
			this.members ??= readMembersById(this.client, this.workspace);
			const members = await this.members;

			return isProblem(members) ? members : (members.get(id) ?? null);
		});
		if (isProblem(user)) return user;

		return isJsonObject(user) ? user : undefined;
	}

	/**
	 * Reads a work item, once, with its state, assignees and labels as embedded records.
	 *
	 * @param updatedAt `updated_at` in the delivery about it, if there is one: an older record is no answer
	 */
	async readWorkItem(
		projectId: string,
		workItemId: string,
		updatedAt?: JsonValue,
	): Promise<Result<JsonObject>> {
		const key = `${projectId} ${workItemId}`;
		const path = { project_id: projectId, work_item_id: workItemId };
		const workItem = this.workItems.get(key) ?? this.readWorkItemSince(path, updatedAt);

		this.workItems.set(key, workItem);

		return await workItem;
	}

	/** Reads a work item again while a replica is behind the delivery (row 166). */
	private async readWorkItemSince(
		path: ReadTarget['path'],
		updatedAt: JsonValue | undefined,
	): Promise<Result<JsonObject>> {
		const delays = [...REPLICA_DELAYS_MS];

		for (;;) {
			const workItem = await this.readRecord(getWorkItem, path, WITH_RECORDS);
			if (isProblem(workItem) || !isOlder(workItem, updatedAt)) return workItem;

			const delay = delays.shift();

			if (delay === undefined || !this.budget.hasTimeFor(delay)) {
				this.budget.lacksResponse = true;

				return OUTDATED_WORK_ITEM;
			}

			await sleep(delay);
		}
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

	/** Lists the IDs of the projects in which the user of the credential may see records. */
	async listProjectIds(): Promise<Result<readonly string[]>> {
		const target = this.createTarget(getProjects);
		const rows = await this.lists.read({ target, source: projectList, parents: {} });
		if (isProblem(rows)) return rows;

		// The list includes projects without the user, and archived ones, whose lists are empty (rows 405 and 73).
		const open = (rows ?? []).filter((row) => !isArchived(row) && !hasNoAccess(row));

		return open.flatMap(({ id }) => toTextList(id));
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
	 */
	async resolveAll(
		filter: NameFilter,
		names: readonly string[],
		projectId = '',
	): Promise<ResolvedNames> {
		const ids: string[] = [];
		const problems: Problem[] = [];

		for (const name of names) {
			const id = await this.resolveCached(filter, name, projectId);

			if (isProblem(id)) {
				problems.push(id);
			} else {
				ids.push(...toTextList(id));
			}
		}

		return { ids, problems };
	}

	/** Resolves a name to an ID, from the cache if possible; null if no record has it. */
	private async resolveCached(
		filter: NameFilter,
		name: string,
		projectId: string,
	): Promise<Result<JsonValue>> {
		const key = JSON.stringify(['id', filter, projectId, name]);

		return await this.cache.getOrLoad(key, async () => {
			const result = await this.findName(filter, name, [projectId]);
			const [id] = result.found.values();
			const [hiddenProject] = result.hidden.values();
			const problem = result.failed ?? hiddenProject;
			if (problem !== undefined) return problem;

			const absence = explainAbsence([result]);

			// Nobody sees otherwise that a record was renamed or deleted, and that the filter no longer means anything.
			const isNew = id === undefined && typeof this.cache.peek(key) === 'string';
			if (absence !== undefined && isNew) this.warn(describeLostName(absence));

			return id ?? null;
		});
	}

	/**
	 * Looks for a name in projects.
	 *
	 * @param projectIds for states, labels and work items; others are looked up in the workspace
	 */
	async findName(
		filter: NameFilter,
		name: string,
		projectIds: readonly string[] = [],
	): Promise<NameInPlaces<RequestTarget>> {
		const { resolver, workspace } = this;

		return await findName(resolver, { filter, name, workspace, projectIds });
	}

	private createTarget(
		operation: ReadTarget['operation'],
		path: ReadTarget['path'] = {},
	): ReadTarget {
		return { kind: 'read', workspace: this.workspace, operation, path };
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

const OUTDATED_WORK_ITEM = problem({
	cause: 'stopped',
	message: 'Plane returned the work item as it was before the delivery',
	description:
		'Plane reads it from a copy of its database, which is behind. If this happens often, tell whoever runs the server.',
});

/**
 * Whether a record is older than a time; false if one of the times is missing or has no time zone. One without a
 * fraction may be of any moment of its second.
 */
function isOlder({ updated_at: updatedAt }: JsonObject, since: JsonValue | undefined): boolean {
	const instant = readInstant(updatedAt) ?? Infinity;
	const latest = instant % 1000 === 0 ? instant + 999 : instant;

	return latest < (readInstant(since) ?? -Infinity);
}

function readInstant(value: JsonValue | undefined): number | undefined {
	const time = readTime(value);

	return time.kind === 'instant' ? time.instant : undefined;
}

/** A name in a filter that a record had ten minutes ago. */
const describeLostName = ({ message, description }: Problem): string =>
	`A filter of the Plane Trigger has a name that its record no longer has, so nothing starts the workflow by it: ${message}. ${description}`;
