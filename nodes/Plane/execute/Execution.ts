import type { JsonObject, JsonValue } from 'n8n-workflow';

import type { Client } from '../../shared/client/client';
import { valuesNotAccepted } from '../../shared/errors/valueNotTaken';
import { savedWithoutId } from '../../shared/errors/notAdded';
import { asText } from '../../shared/fields/text';
import { members } from '../../shared/lists/lists';
import { readFirstText } from '../../shared/rows/readFirstText';
import type { ServiceCall, WriteCall } from '../../shared/model/call';
import { ListSource } from '../../shared/records/ListSource';
import { Written } from '../../shared/records/Written';
import { AssignablePeople } from '../../shared/resolve/AssignablePeople';
import { FieldAliases } from './write/FieldAliases';
import { CustomProperties } from '../../shared/resolve/CustomProperties';
import { Projects } from '../../shared/resolve/Projects';
import { RecordLists, type Rows } from '../../shared/resolve/RecordLists';
import { chooseMentionNames } from '../../shared/resolve/mentions';
import type { Problem } from '../../shared/result/problem';
import type { Scheduler } from '../../shared/scheduler/Scheduler';
import { Semaphore } from '../../shared/scheduler/Semaphore';
import { findIgnoredValues, listSentValues } from './write/compareRecord';
import { OwnIdCheck } from './write/OwnIdCheck';
import { RecordsByValue } from './write/RecordsByValue';
import { recordKey } from './write/recordRequest';
import { SharedWrites } from './bulk/SharedWrites';
import type { PendingMembership } from './additions/PendingMembership';
import { TargetLists } from './additions/TargetLists';
import { RelatedRecords } from './RelatedRecords';
import { type Saved, savedRecords, type WriteResult } from './write/WriteResult';

/** The state that all calls of one execution share. */
export class Execution {
	/** Limits the files transferred at the same time: their signed addresses expire. */
	readonly fileSemaphore: Semaphore;
	readonly sharedWrites: SharedWrites;
	/** For values that only one record can have: such writes run one at a time. */
	readonly exclusiveWrites = new Semaphore(1);
	/** MIME types that the server has refused (row 70). */
	readonly refusedFileTypes = new Set<string>();
	/** The Problems of targets that accept no additions, by the location of the target. */
	readonly closedTargets = new Map<string, Problem>();
	readonly written = new Written();
	readonly targetLists: TargetLists;
	readonly fieldAliases = new FieldAliases();
	/** People whom the server is known to accept as assignees. */
	readonly assignablePeople = new AssignablePeople();
	readonly projects: Projects;
	readonly ownIdCheck: OwnIdCheck;
	/** The lists that names are looked up in. */
	readonly lists: RecordLists;
	readonly related: RelatedRecords;
	readonly customProperties: CustomProperties;
	/** For records that are recognized by a value that need not be unique. */
	readonly recordsByValue: RecordsByValue;
	/** Whether the next record to create probably exists, because the previous one did. */
	expectsExisting = true;
	/** Whether the server has no list of all values of custom properties (row 470). */
	lacksValueList = false;
	/** Cycles and modules that saved records are added to at the end. */
	readonly pendingMemberships: PendingMembership[] = [];
	/** The items of creates that share a record, by its key. */
	readonly itemsByRecord = new Map<string, readonly number[]>();

	/**
	 * @param continueOnFail whether other calls are still carried out after one has failed
	 * @param listSource the whole lists that were read before
	 */
	constructor(
		readonly client: Client,
		readonly scheduler: Scheduler,
		readonly continueOnFail: boolean,
		readonly listSource = new ListSource(client, toPaging(scheduler)),
	) {
		this.fileSemaphore = new Semaphore(scheduler.settings.concurrency);
		this.sharedWrites = new SharedWrites({ client, scheduler }, continueOnFail);
		this.targetLists = new TargetLists(this.listSource);
		this.projects = new Projects(client);
		this.ownIdCheck = new OwnIdCheck(client);
		this.recordsByValue = new RecordsByValue(this.listSource, this.projects);
		this.lists = new RecordLists(client, this.listSource, this.projects);
		this.related = new RelatedRecords(this.lists);
		this.customProperties = new CustomProperties(this.lists);
	}

	/** The settings for reading lists. */
	get paging() {
		return toPaging(this.scheduler);
	}

	/** The display names of a workspace's users by ID; an empty map if the server does not list them. */
	async loadUserNames(call: ServiceCall): Promise<ReadonlyMap<JsonValue, string>> {
		const rows = await this.loadUsers(call);

		return new Map(
			rows.map((row) => [row.id ?? null, readFirstText(row, 'display_name', 'email')]),
		);
	}

	/** How mentions refer to a workspace's users, by ID; an empty map if the server does not list them. */
	async loadMentionNames(call: ServiceCall): Promise<ReadonlyMap<unknown, string>> {
		return chooseMentionNames(await this.loadUsers(call));
	}

	private async loadUsers(call: ServiceCall): Promise<Rows> {
		return await this.lists.readIfPossible({ target: call, source: members, parents: {} }, members);
	}

	/**
	 * Remembers the cycles and modules that saved records are still to be added to.
	 *
	 * @param sent the part of the call's body that was sent
	 * @returns the records, with a failure if the server has silently dropped a value (row 24), or a Problem if it has
	 *   dropped all of them
	 */
	recordWrite(call: WriteCall, saved: readonly Saved[], sent: JsonObject = call.body): WriteResult {
		const records = saved.map(({ record }) => record);
		if (Object.keys(call.targets).length > 0 && records.some(({ id }) => typeof id !== 'string')) {
			return savedRecords(saved, savedWithoutId(call));
		}

		for (const record of records) this.rememberMemberships(call, record);

		return checkSavedValues(call, saved, sent);
	}

	/** Remembers the cycles and modules to add a record to, and the items that share it. */
	private rememberMemberships(call: WriteCall, record: JsonObject): void {
		const id = asText(record.id) ?? '';
		const key = recordKey(call, id);
		const items = this.itemsByRecord.get(key) ?? [];
		const isFirst = items.length === 0;
		if (call.kind === 'create') this.itemsByRecord.set(key, [...items, call.itemIndex]);

		const isUsed = call.kind === 'create' && call.ifExists === 'use';
		// An earlier item decided where it goes. An archived record is in no list.
		if (isUsed && (!isFirst || isArchived(record))) return;

		const existingState = isUsed ? 'used' : 'changed';
		const recordState = this.written.createdIds.has(id) ? 'new' : existingState;

		for (const { field, operation } of call.operation.body.memberships ?? []) {
			for (const targetId of call.targets[field.wire] ?? []) {
				this.pendingMemberships.push({ call, operation, targetId, recordId: id, recordState });
			}
		}
	}
}

const toPaging = (scheduler: Scheduler) => ({
	concurrency: scheduler.settings.concurrency,
	pause: async (milliseconds: number) => await scheduler.pause(milliseconds),
});

const isArchived = ({ archived_at: at }: JsonObject): boolean => at !== undefined && at !== null;

/** Checks that saved records show the values that were sent (row 24). */
function checkSavedValues(call: WriteCall, saved: readonly Saved[], sent: JsonObject): WriteResult {
	const { body } = call.operation;

	for (const { record } of saved) {
		const values = findIgnoredValues(record, body, sent);
		if (values.length === 0) continue;

		const isRestSaved = call.kind === 'create' || values.length < listSentValues(body, sent).length;

		const failure = valuesNotAccepted(call, values, { id: asText(record.id), isRestSaved });

		return isRestSaved ? savedRecords(saved, failure) : failure;
	}

	return savedRecords(saved);
}
