import { isObjectEmpty, type JsonObject } from 'n8n-workflow';

import { isEmpty } from '../../../shared/fields/valueChecks';
import type { V2Request } from '../../../shared/client/ApiV2';
import type { Call, RecordLocation } from '../../../shared/model/call';
import type { BulkWrites } from '../../../shared/operations/operation';
import {
	findUniqueFieldsWithValue,
	listKeyFields,
	normalizeKey,
	toImportKey,
} from '../../../shared/operations/shared/external';
import { withValuesAt } from '../../../shared/rows/withValuesAt';
import type { Job } from '../additions/batchAdditions';
import type { Execution } from '../Execution';
import { locationKey, orderingKey } from '../orderingKey';
import { listBodyFields } from '../write/compareRecord';
import { buildBulkRequest, toV2Body, type WriteAction } from './recordWrite';
import { MAX_ROWS } from './sendTogether';

/** From so many saved requests on, it is worth one to find out whether the server has the route. */
const MIN_SAVED_REQUESTS = 8;

/** Jobs that are carried out together. */
export interface Task {
	readonly jobs: readonly Job[];
	/** Tasks with the same key are carried out one after the other. */
	readonly key: string | undefined;
	/** The route that their writes can share; absent for a job that is carried out by itself. */
	readonly route?: BulkRoute;
}

/** A route of API v2 for several records of a list. */
export interface BulkRoute extends Pick<V2Request, 'method' | 'path'> {
	readonly place: RecordLocation;
	readonly createsRecords: boolean;
}

type GroupableCall = Call<'create' | 'upsert' | 'update' | 'action'>;

/** A job whose write can share a request with others. */
interface Candidate {
	readonly job: Job;
	readonly call: GroupableCall;
	/** A request for no record at all. */
	readonly emptyRequest: V2Request;
	/** Identifies the list of its record. */
	readonly list: string;
	/** What identifies its record: no two calls of a group may have one of them in common. */
	readonly identities: readonly string[];
}

/**
 * Groups jobs whose writes API v2 can carry out with one request, if the server has it and it saves requests. Every
 * other job is a task of its own.
 *
 * Two jobs for the same record are never in the same group, and groups for the same list follow each other, so that
 * the last item wins.
 */
export async function groupJobs(jobs: readonly Job[], execution: Execution): Promise<Task[]> {
	const candidates = findCandidates(jobs);
	const tasks = buildTasks(jobs, candidates);
	const [first] = candidates.values();
	const savedRequests = countSavedRequests(tasks);
	const isWorthwhile =
		first !== undefined &&
		savedRequests >= MIN_SAVED_REQUESTS &&
		(await execution.client.apiV2.acceptsBulk(first.call, first.emptyRequest)) &&
		(await countPagesToRead([...candidates.values()], execution)) < savedRequests / 2;

	if (!isWorthwhile) return jobs.map(toTask);

	execution.writesTogether = true;

	return tasks;
}

/** How many requests tasks save: each group takes one to write its records, and one to read them. */
function countSavedRequests(tasks: readonly Task[]): number {
	let count = 0;

	for (const { jobs } of tasks) count += Math.max(0, jobs.length - 2);

	return count;
}

const toTask = (job: Job): Task => ({ jobs: [job], key: orderingKey(job.call) });

/** The jobs whose writes can share requests. */
function findCandidates(jobs: readonly Job[]): ReadonlyMap<Job, Candidate> {
	const candidates = new Map<Job, Candidate>();
	/** Records with a write that only API v1 can carry out. */
	const otherRecords = new Set<string>();

	for (const job of jobs) {
		const { call } = job;

		if (isGroupable(call) && call.operation.bulk !== undefined) {
			candidates.set(job, toCandidate(job, call, call.operation.bulk));
		} else if (call.kind !== 'upload') {
			otherRecords.add(locationKey(call));
		}
	}

	// The writes to one record keep their order only if all of them go the same way.
	for (const [job, { call }] of candidates) {
		if (!createsRecord(call) && otherRecords.has(locationKey(call))) candidates.delete(job);
	}

	return candidates;
}

const createsRecord = ({ kind }: GroupableCall): boolean => kind === 'create' || kind === 'upsert';

/** Whether API v2 can carry out the write of a call, as far as it is known before the record was read. */
function isGroupable(call: Call): call is GroupableCall {
	switch (call.kind) {
		case 'create':
		case 'upsert':
			return (
				call.operation.newRecords === undefined &&
				canBeSent(call, withValuesAt(call.body, readInitialValues(call)))
			);
		case 'update':
			return !isObjectEmpty(call.body) && canBeSent(call, call.body);
		case 'action':
			return call.operation.bulk !== undefined && call.operation.resultKey === 'deleted';
		default:
			return false;
	}
}

const readInitialValues = (call: Call<'create' | 'upsert'>) =>
	(call.kind === 'create' ? call.initialValues : undefined) ?? {};

/** Whether API v2 takes a body, and the write need not run alone. */
function canBeSent({ operation }: Call<'create' | 'upsert' | 'update'>, body: JsonObject): boolean {
	const { bulk, body: declaration } = operation;
	const isExclusive = listBodyFields(declaration).some(
		({ wire, onlyOneInList }) => onlyOneInList === true && body[wire] === true,
	);

	return bulk !== undefined && !isExclusive && toV2Body(body, bulk) !== undefined;
}

function toCandidate(job: Job, call: GroupableCall, bulk: BulkWrites): Candidate {
	const emptyRequest = buildBulkRequest(bulk, findAction(call), []);
	if (createsRecord(call)) {
		return { job, call, emptyRequest, list: locationKey(call), identities: listIdentities(call) };
	}

	const { workspace, path } = call;
	const places = Object.values(path).slice(0, -1);

	return {
		job,
		call,
		emptyRequest,
		list: ['list', workspace, ...places].join('\n'),
		identities: [locationKey(call)],
	};
}

function findAction(call: GroupableCall): WriteAction {
	if (createsRecord(call)) return 'create';

	return call.kind === 'update' ? 'update' : 'delete';
}

/** The values by which a new record would be recognized. */
function listIdentities(call: GroupableCall): readonly string[] {
	if (call.kind !== 'create' && call.kind !== 'upsert') return [];

	const { body, operation } = call;
	const fields = findUniqueFieldsWithValue(operation.naturalKey, body);
	const matchFields =
		call.kind === 'upsert' && !isEmpty(body[call.matchField]) ? [call.matchField] : [];

	return [...new Set([...fields, ...matchFields])].map((field) =>
		[field, ...listKeyFields(field).map((name) => normalizeKey(body[name]).toLowerCase())].join(
			'\n',
		),
	);
}

/**
 * Counts the pages of the lists that have to be read before records with an external ID are created: API v2 may create
 * a second one (row 514).
 */
async function countPagesToRead(
	candidates: readonly Candidate[],
	{ recordsByValue }: Execution,
): Promise<number> {
	const lists = new Map<string, Call<'create' | 'upsert'>>();

	for (const { call, list } of candidates) {
		const isCreate = call.kind === 'create' || call.kind === 'upsert';
		if (isCreate && toImportKey(call.body) !== undefined) lists.set(list, call);
	}

	const pageCounts = await Promise.all(
		[...lists.values()].map(async (call) => await recordsByValue.countPages(call)),
	);

	return pageCounts.reduce((sum, count) => sum + count, 0);
}

/** A task that is being filled. */
interface OpenTask extends Task {
	readonly jobs: Job[];
	readonly identities: Set<string>;
}

function buildTasks(jobs: readonly Job[], candidates: ReadonlyMap<Job, Candidate>): Task[] {
	const tasks: Task[] = [];
	const openTasks = new Map<string, OpenTask>();

	for (const job of jobs) {
		const candidate = candidates.get(job);

		if (candidate === undefined) {
			const task = toTask(job);

			tasks.push(task);
			// A new record is created before those of later items.
			openTasks.delete(task.key ?? '');
			continue;
		}

		const { list, identities, call, emptyRequest } = candidate;
		const open = openTasks.get(list);

		if (open !== undefined && hasRoom(open, identities)) {
			open.jobs.push(job);
			for (const identity of identities) open.identities.add(identity);
		} else {
			const task = {
				jobs: [job],
				key: list,
				identities: new Set(identities),
				route: { ...emptyRequest, place: call, createsRecords: createsRecord(call) },
			};

			tasks.push(task);
			openTasks.set(list, task);
		}
	}

	return tasks;
}

const hasRoom = (task: OpenTask, identities: readonly string[]): boolean =>
	task.jobs.length < MAX_ROWS && !identities.some((identity) => task.identities.has(identity));
