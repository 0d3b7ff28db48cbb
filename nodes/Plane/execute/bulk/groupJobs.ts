import { isObjectEmpty, type JsonObject } from 'n8n-workflow';

import type { Client } from '../../../shared/client/client';
import { isEmpty } from '../../../shared/values/valueChecks';
import type { V2Request } from '../../../shared/client/ApiV2';
import type { Call } from '../../../shared/model/call';
import { toListPath, locationKey, type Place, placeKey } from '../../../shared/model/place';
import { listRules } from '../../../shared/operations/bodyRules';
import type { BulkWrites } from '../../../shared/operations/operation';
import {
	findUniqueFieldsWithValue,
	listKeyFields,
	normalizeKey,
	toImportKey,
} from '../../../shared/operations/shared/external';
import { withValuesAt } from '../../../shared/values/withValuesAt';
import type { Job } from '../additions/planAdditions';
import { countPages } from '../countPages';
import { orderingKey } from '../orderingKey';
import { buildBulkRequest, toV2Body, type WriteAction } from './recordWrite';
import { MAX_ROWS } from './sendTogether';
import { isSortable } from '../../../shared/operations/catalog';

/** Finding out whether the server has the route takes one request, and is worth it if at least this many are saved. */
const MIN_SAVED_REQUESTS = 8;

/** Jobs that are carried out together. */
export interface JobGroup {
	readonly jobs: readonly Job[];
	/** Groups with the same key are carried out one after the other. */
	readonly key: string | undefined;
	/** The route that their writes can share; absent for a job that is carried out by itself. */
	readonly route?: BulkRoute;
}

/** A route of API v2 for several records of a list. */
export interface BulkRoute extends Pick<V2Request, 'method' | 'path'> {
	readonly place: Place;
	readonly createsRecords: boolean;
}

type GroupableCall = Call<'create' | 'upsert' | 'update' | 'action'>;

/** A job whose write can share a request with others. */
interface Candidate {
	readonly job: Job;
	readonly call: GroupableCall;
	readonly bulk: BulkWrites;
	/** A request with an empty list, which changes nothing. */
	readonly emptyRequest: V2Request;
	/** Identifies the list of its record. */
	readonly list: string;
	/** What identifies its record: no two calls of a group may have one of them in common. */
	readonly identities: readonly string[];
}

/** How jobs are carried out. */
export interface Grouping {
	readonly groups: readonly JobGroup[];
	/** The locations of the lists in which API v2 creates records. It does not check their external IDs (row 514). */
	readonly uncheckedLists: readonly string[];
}

/**
 * Groups the jobs whose writes API v2 can carry out with one request, if the server has it and it saves requests. Every
 * other job is a group of its own.
 *
 * Two jobs for the same record are never in the same group, and groups for the same list follow each other, so that
 * the last item wins.
 */
export async function groupJobs(jobs: readonly Job[], client: Client): Promise<Grouping> {
	const ungrouped = { groups: jobs.map(toGroup), uncheckedLists: [] };
	const candidates = findCandidates(jobs);
	const groups = buildGroups(jobs, candidates);
	const [first] = candidates.values();
	const savedRequests = countSavedRequests(groups);
	if (first === undefined || savedRequests < MIN_SAVED_REQUESTS) return ungrouped;

	const acceptsBulk = await client.apiV2.acceptsBulk(first.call, first.emptyRequest);
	if (!acceptsBulk) return ungrouped;

	const lists = listsToRead([...candidates.values()]);
	const pageCount = await sumPages(lists, client);
	if (pageCount >= savedRequests / 2) return ungrouped;

	const listsWithCreates = lists.filter(({ call }) => createsRecord(call));

	return { groups, uncheckedLists: listsWithCreates.map(({ list }) => list) };
}

/** How many requests groups save: each group takes one to write its records, and one to read them. */
function countSavedRequests(groups: readonly JobGroup[]): number {
	let count = 0;

	for (const { jobs } of groups) count += Math.max(0, jobs.length - 2);

	return count;
}

const toGroup = (job: Job): JobGroup => ({ jobs: [job], key: orderingKey(job.call) });

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
				listRules(call.operation.body, 'onlyMissing').length === 0 &&
				canBeSent(call, withValuesAt(call.body, readInitialValues(call)))
			);
		case 'update':
			// A list that entries are added to or removed from is sent as a whole, and must not grow old while the
			// other records of a group are read (row 25).
			return (
				!isObjectEmpty(call.body) && isObjectEmpty(call.listActions) && canBeSent(call, call.body)
			);
		case 'action':
			return call.operation.bulk !== undefined && call.operation.resultKey === 'deleted';
		default:
			return false;
	}
}

const readInitialValues = ({ initialValues }: Call<'create' | 'upsert'>) => initialValues ?? {};

/** Whether API v2 takes a body. */
const canBeSent = (
	{ operation }: Call<'create' | 'upsert' | 'update'>,
	body: JsonObject,
): boolean => operation.bulk !== undefined && toV2Body(body, operation.bulk) !== undefined;

function toCandidate(job: Job, call: GroupableCall, bulk: BulkWrites): Candidate {
	const emptyRequest = buildBulkRequest(bulk, findAction(call), []);
	if (createsRecord(call)) {
		return {
			job,
			call,
			bulk,
			emptyRequest,
			list: locationKey(call),
			identities: listIdentities(call),
		};
	}

	const { path } = call.operation.request;

	return {
		job,
		call,
		bulk,
		emptyRequest,
		list: placeKey(call, toListPath(path)),
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
 * The lists that are read, with one of their candidates: before records with an external ID are created, because API v2
 * may create a second one (row 514); and after changes in a list that is not sorted by them.
 */
function listsToRead(candidates: readonly Candidate[]): readonly Candidate[] {
	const lists = new Map<string, Candidate>();

	for (const candidate of candidates) {
		const { call, list, bulk } = candidate;
		const isCreate = call.kind === 'create' || call.kind === 'upsert';
		const isUnsorted = call.kind === 'update' && !isSortable(bulk.path);
		if (isUnsorted || (isCreate && toImportKey(call.body) !== undefined)) {
			lists.set(list, candidate);
		}
	}

	return [...lists.values()];
}

/** Counts the pages of lists. Changed records on further pages would be read one by one. */
async function sumPages(lists: readonly Candidate[], client: Client): Promise<number> {
	let sum = 0;

	for (const { call, bulk } of lists) {
		const count = await countPages(call, bulk.path, client);

		sum += call.kind === 'update' && count > 1 ? Infinity : count;
	}

	return sum;
}

/** A group that is being filled. */
interface OpenGroup extends JobGroup {
	readonly jobs: Job[];
	readonly identities: Set<string>;
}

function buildGroups(jobs: readonly Job[], candidates: ReadonlyMap<Job, Candidate>): JobGroup[] {
	const groups: JobGroup[] = [];
	const openGroups = new Map<string, OpenGroup>();

	for (const job of jobs) {
		const candidate = candidates.get(job);

		if (candidate === undefined) {
			const group = toGroup(job);

			groups.push(group);
			// Later items create their records after this one, so they must not join the open group.
			openGroups.delete(group.key ?? '');
			continue;
		}

		const { list, identities, call, emptyRequest } = candidate;
		const open = openGroups.get(list);

		if (open !== undefined && hasRoom(open, identities)) {
			open.jobs.push(job);
			for (const identity of identities) open.identities.add(identity);
		} else {
			const group = {
				jobs: [job],
				key: list,
				identities: new Set(identities),
				route: { ...emptyRequest, place: call, createsRecords: createsRecord(call) },
			};

			groups.push(group);
			openGroups.set(list, group);
		}
	}

	return groups;
}

const hasRoom = (group: OpenGroup, identities: readonly string[]): boolean =>
	group.jobs.length < MAX_ROWS && !identities.some((identity) => group.identities.has(identity));
