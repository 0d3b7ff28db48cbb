import type { IDataObject, INodeExecutionData, JsonObject, JsonValue } from 'n8n-workflow';

import type { Client } from '../../shared/client/client';
import { valuesNotTaken } from '../../shared/errors/valueNotTaken';
import { savedWithoutId } from '../../shared/errors/notAdded';
import { isSameJson } from '../../shared/fields/sameValue';
import { asText } from '../../shared/fields/text';
import { members } from '../../shared/lists/lists';
import { firstText } from '../../shared/rows/firstText';
import type { Call, ServiceCall } from '../../shared/model/call';
import { momentIn } from '../../shared/pagination/Completeness';
import { listIn } from '../../shared/pagination/envelope';
import type { ListStatistics } from '../../shared/pagination/RowCollector';
import { AssignablePeople } from '../../shared/resolve/AssignablePeople';
import { FormerMembers } from './FormerMembers';
import { FieldAliases } from './write/FieldAliases';
import { Projects } from '../../shared/resolve/Projects';
import { isProblem, type Problem, type Result } from '../../shared/result/problem';
import type { Scheduler } from '../../shared/scheduler/Scheduler';
import { Semaphore } from '../../shared/scheduler/Semaphore';
import { recordKey } from './write/changeRecord';
import { ignoredValues, sentValues } from './write/compareRecord';
import type { PendingMembership } from './additions/PendingMembership';
import { TargetLists } from './additions/TargetLists';

/** What all calls of one execution share. */
export class Execution {
	/** Files at the same time, those of all items: their signed addresses hold for some time only. */
	readonly fileSemaphore: Semaphore;
	/** Writes of what only one record can have. */
	readonly exclusiveWrites = new Semaphore(1);
	/** MIME types of files that the server has refused (row 70). */
	readonly unknownFileTypes = new Set<string>();
	/** Why nothing can be added to a target, by its place. */
	readonly closedTargets = new Map<string, Problem>();
	/** What cycles and modules held when they were read. */
	readonly targetLists: TargetLists;
	/** The IDs that this execution has added to a target: what was read before may be over. */
	readonly addedIds = new Set<string>();
	readonly fieldAliases = new FieldAliases();
	/** People whom the server is known to assign. */
	readonly assignablePeople = new AssignablePeople();
	readonly projects: Projects;
	readonly formerMembers: FormerMembers;
	/** Whether the next record to be created is expected to be there already. */
	expectsExisting = true;
	/** The IDs of records that this execution has made: what is found later is not another item's. */
	readonly createdIds = new Set<string | undefined>();
	/** What records are to be added to when all of them are written. */
	readonly pendingMemberships: PendingMembership[] = [];
	/** The items of creates that have come to be one record, by its place. */
	readonly itemsByRecord = new Map<string, readonly number[]>();
	private readonly users = new Map<string, Promise<ReadonlyMap<JsonValue, string>>>();
	/** What the last write of a record in this execution answered, by its place. */
	private readonly latestRecords = new Map<string, JsonObject>();

	/** The user of the API key, as records that this execution has made show it. */
	private apiKeyUser: JsonValue | undefined;

	/** @param continueOnFail whether anything is tried after something has failed */
	constructor(
		readonly client: Client,
		readonly scheduler: Scheduler,
		readonly continueOnFail: boolean,
	) {
		this.fileSemaphore = new Semaphore(scheduler.settings.concurrency);
		this.targetLists = new TargetLists(client, this.paging);
		this.projects = new Projects(client);
		this.formerMembers = new FormerMembers(client, this.paging);
	}

	/** What reading a list takes. */
	get paging() {
		return {
			concurrency: this.scheduler.settings.concurrency,
			pause: async (time: number) => await this.scheduler.pause(time),
		};
	}

	/** The names of the users of a workspace by their IDs; nothing where the server does not tell. */
	async userNames(call: ServiceCall): Promise<ReadonlyMap<JsonValue, string>> {
		const loading = this.users.get(call.workspace) ?? this.loadUsers(call);

		this.users.set(call.workspace, loading);

		return await loading;
	}

	private async loadUsers(call: ServiceCall): Promise<ReadonlyMap<JsonValue, string>> {
		const response = await this.client.read(call, members.path);
		const list = isProblem(response) ? response : listIn(response);
		const rows = isProblem(list) ? [] : list.records;

		return new Map(rows.map((row) => [row.id ?? null, firstText(row, 'display_name', 'email')]));
	}

	/** Notes what a write of a record answered: a read that follows may be older. */
	rememberRecord(place: string, record: JsonObject): void {
		this.latestRecords.set(place, { ...this.latestRecords.get(place), ...record });
	}

	/** What the last write of a record in this execution answered; undefined: there was none. */
	latestRecord(place: string): JsonObject | undefined {
		return this.latestRecords.get(place);
	}

	/** Notes who has made the records in the response to a create. */
	rememberApiKeyUser([record]: readonly JsonObject[]): void {
		this.apiKeyUser ??= record?.created_by;
	}

	/** Whether the user of the API key may have made a record, as far as that is known. */
	mayHaveCreated({ created_by: by }: JsonObject): boolean {
		return this.apiKeyUser === undefined || by === undefined || isSameJson(this.apiKeyUser, by);
	}

	/**
	 * A record that was read, as it is now: servers read from replicas, which may lag behind what this
	 * execution has written (row 166).
	 */
	withLatestValues(place: string, record: JsonObject): JsonObject {
		const answer = this.latestRecords.get(place);
		if (answer === undefined) return record;

		const isOlder = (momentIn(record.updated_at) ?? 0) > (momentIn(answer.updated_at) ?? Infinity);

		return isOlder ? record : { ...record, ...answer };
	}

	/**
	 * Records that were written as output items. What they are to be added to is noted.
	 *
	 * @param sent what the requests have sent of the body of the call
	 * @returns why the item fails, if a record does not show what was sent (row 24)
	 */
	recordWrite(
		call: Call<'create' | 'update'>,
		records: Result<readonly JsonObject[]>,
		sent: JsonObject = call.body,
	) {
		if (isProblem(records)) return records;

		if (Object.keys(call.targets).length > 0 && records.some(({ id }) => typeof id !== 'string')) {
			return savedWithoutId(call);
		}

		for (const record of records) this.rememberMemberships(call, record);

		return findIgnoredValues(call, records, sent) ?? toOutputs(records);
	}

	/** Notes what a record is to be added to, and which items have come to be one record. */
	private rememberMemberships(call: Call<'create' | 'update'>, record: JsonObject): void {
		const id = asText(record.id) ?? '';
		const place = recordKey(call, call.kind === 'create' ? id : undefined);
		const items = this.itemsByRecord.get(place) ?? [];
		const isFirst = items.length === 0;
		if (call.kind === 'create') this.itemsByRecord.set(place, [...items, call.itemIndex]);

		const isUsed = call.kind === 'create' && call.ifTaken === 'use';
		// The item before has made or used it, and now it stays as it is. An archived one is in no list.
		if (isUsed && (!isFirst || isArchived(record))) return;

		const before = isUsed ? 'used' : 'changed';
		const was = this.createdIds.has(id) ? 'new' : before;

		for (const { field, operation: addition } of call.operation.body.memberships ?? []) {
			for (const target of call.targets[field.wire] ?? []) {
				this.pendingMemberships.push({
					call,
					operation: addition,
					targetId: target,
					recordId: id,
					recordState: was,
				});
			}
		}
	}
}

const isArchived = ({ archived_at: at }: JsonObject): boolean => at !== undefined && at !== null;

/** Why an item fails whose records do not show what was sent; undefined: they do. */
function findIgnoredValues(
	call: Call<'create' | 'update'>,
	records: readonly JsonObject[],
	sent: JsonObject,
): Problem | undefined {
	const { body } = call.operation;

	for (const record of records) {
		const values = ignoredValues(record, body, sent);
		if (values.length === 0) continue;

		const isRestSaved = call.kind === 'create' || values.length < sentValues(body, sent).length;

		return valuesNotTaken(call, values, { id: asText(record.id), isRestSaved });
	}

	return undefined;
}

/** An output item, before it is paired with its input item. */
export type Output = Pick<INodeExecutionData, 'json' | 'binary'>;

/** Output items, and of a list what became of its rows. */
interface Outputs {
	readonly outputs: Output[];
	readonly statistics?: ListStatistics;
}

/** What became of one ID of an addition: its record, or why it was not added. */
export type AdditionOutcome = Result<JsonObject>;

/** What a job came to: output items, of an addition what became of each ID, or why it failed. */
export type JobResult = Result<Outputs | { readonly added: ReadonlyMap<string, AdditionOutcome> }>;

/** What an item came to. */
export type ItemResult = Result<Output[]>;

/** Records as output items. */
export const toOutputs = (records: Result<readonly IDataObject[]>): Result<Outputs> =>
	isProblem(records) ? records : { outputs: records.map((json) => ({ json })) };

/** Whether anything of a job failed. */
export const hasFailed = (result: JobResult): boolean =>
	isProblem(result) || ('added' in result && [...result.added.values()].some(isProblem));
