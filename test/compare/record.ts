import { AsyncLocalStorage } from 'node:async_hooks';
import type { IDataObject } from 'n8n-workflow';

import type { NodeTypes } from '../node/contexts';
import { InProcessHttp } from '../node/inProcessHttp';
import { startPlane, type NodeResult } from '../node/plane';
import { VirtualTime } from '../node/virtualTime';
import type { FaultedRequest } from '../service/faults';
import { stableId, type ServiceState } from '../service/state';
import { hashToUnit } from './dice';
import { ListReads, type RepeatedRead } from './listReads';
import { prepareState } from './prepareState';
import type { Workflow } from './workflow';

/** What a build has done with a workflow, in forms that can be compared. */
export interface Recording {
	readonly steps: readonly StepRecording[];
	/** The records of the service at the end, by kind and ID, as JSON: mostly, both builds leave the same. */
	readonly state: string;
	/** What went wrong outside the node, or an error of the node that is not one of n8n's, or null. */
	readonly crash: string | null;
	/** The whole lists that each node has read more than once, as `workItem.create: projects/{id}/labels/`. */
	readonly repeatedReads: readonly string[];
}

/** What one node has done. */
export interface StepRecording {
	readonly items: readonly IDataObject[];
	/** By their texts, so that one that is missing does not make the others different. */
	readonly hints: Readonly<Record<string, string>>;
	readonly error: NodeResult['error'] | null;
	/** The requests in the order in which they arrived, by the record that they are about. */
	readonly requests: Readonly<Record<string, readonly string[]>>;
}

const ORIGIN = 'http://plane.test';

/** After a run, the workers of the service and its replica have this many milliseconds. */
const SETTLING_MS = 5000;

/**
 * Runs a workflow with a build, on a service of its own. How long a request takes, which fault it has, and which IDs
 * the records get that it creates depend on nothing but the request itself and how often it was sent before. So
 * builds that send the same requests in another order have the same recording.
 */
export async function recordRun(workflow: Workflow, types: NodeTypes): Promise<Recording> {
	const time = VirtualTime.start();
	const http = new InProcessHttp(time);
	const currentRequest = new AsyncLocalStorage<string>();
	const toUnit = (text: string) => hashToUnit(`${workflow.seed} ${text}`);
	const { random } = Math;
	const countArrival = countOccurrences();
	let canceling = new AbortController();
	let listReads = new ListReads();

	http.use();
	// The pauses of retries. Builds may ask for them in another order.
	Math.random = () => toUnit('pause');

	const plane = await startPlane(
		{ time, http, types },
		{
			...workflow.service,
			origin: ORIGIN,
			createId: createIds(currentRequest),
			latency: (request) => 1 + Math.floor(toUnit(`latency ${identify(request)}`) * 40),
			carryOut: async (request, inject) => {
				const text = identify(request);
				if (toUnit(`cancel ${countArrival(text)}`) < workflow.cancelChance) canceling.abort();

				const answer = await currentRequest.run(text, inject);

				listReads.note(request, answer);

				return answer;
			},
		},
	);

	prepareState(plane.service.state, workflow.hasHiddenProject);
	spreadWorkItems(plane.service.state, workflow.moreProjects);

	for (const [index, { fault, chance }] of workflow.faults.entries()) {
		const count = countOccurrences();

		plane.service.faults.plan(fault, {
			times: Infinity,
			when: (request) => toUnit(`fault ${index} ${count(identify(request))}`) < chance,
		});
	}

	const steps: StepRecording[] = [];
	const repeatedReads: string[] = [];
	let crash: string | null = null;

	try {
		for (const { operation, parameters, items, continues, isTool } of workflow.steps) {
			canceling = new AbortController();
			listReads = new ListReads();

			const result = await plane.run(operation, parameters, {
				items: items.map((json) => ({ json })),
				credential: {
					...plane.credential,
					apiVersion: workflow.allowsApiV2 ? 'automatic' : 'v1',
				},
				...(continues && { onError: 'continueRegularOutput' }),
				isTool,
				signal: canceling.signal,
			});

			steps.push(toStepRecording(result));

			// What was lost is rightly read again.
			if (workflow.faults.length === 0) {
				repeatedReads.push(...listReads.repeated.map((read) => describeRead(operation, read)));
			}

			await plane.wait(SETTLING_MS);
		}

		await plane.close();
	} catch (error) {
		crash = String(error);
		await plane.close().catch(() => undefined);
	} finally {
		Math.random = random;
		time.stop();
	}

	const state = toComparableState(plane.service.state);

	return { steps, state, crash, repeatedReads };
}

/** Adds projects, and spreads the work items over all of them. Then few are urgent, and no two have the same times. */
function spreadWorkItems(state: ServiceState, projectCount: number): void {
	const [first] = state.projects;
	if (first === undefined || projectCount === 0) return;

	for (let number = 1; number <= projectCount; number++) {
		state.projects.push({
			...first,
			id: stableId('further project', number),
			name: `Further ${number}`,
			identifier: `FUR${number}`,
		});
	}

	const start = Date.parse('2026-01-01T00:00:00Z');

	for (const [index, item] of state.workItems.entries()) {
		const project = state.projects[index % state.projects.length] ?? first;

		item.project = project.id;
		item.priority = index % 90 === 7 ? 'urgent' : 'none';
		item.created_at = new Date(start + index * 60_000).toISOString();
		item.updated_at = new Date(start + ((index * 7_919_000) % 8_000_000_000)).toISOString();
	}
}

const describeRead = (operation: string, { list, afterWrite }: RepeatedRead): string =>
	`${operation}: ${list}${afterWrite ? ', after a write' : ''}`;

/** What a request asks for. */
const identify = ({ method = '', url = '', body = '' }: FaultedRequest): string =>
	`${method} ${url} ${body}`;

/** Returns a function that adds to a text how often it was called with it. */
function countOccurrences(): (text: string) => string {
	const counts = new Map<string, number>();

	return (text) => {
		const count = (counts.get(text) ?? 0) + 1;

		counts.set(text, count);

		return `${text} #${count}`;
	};
}

/** Creates IDs from the requests that create the records. */
function createIds(currentRequest: AsyncLocalStorage<string>) {
	const count = countOccurrences();

	return (kind: string) => stableId(count(`new ${kind} ${currentRequest.getStore() ?? ''}`), 0);
}

function toStepRecording({ items, hints, error, requests }: NodeResult): StepRecording {
	const byRecord: Record<string, string[]> = {};

	for (const { method, url, body } of requests) {
		const text = body === undefined ? '' : ` ${JSON.stringify(body)}`;

		(byRecord[findRecord(url)] ??= []).push(`${method} ${url}${text}`);
	}

	for (const list of Object.values(byRecord)) sortReads(list);

	return {
		items: items.map(({ json, pairedItem }) => withoutTimes({ json, pairedItem }) as IDataObject),
		hints: Object.fromEntries(hints.map(({ message }) => [message, message])),
		error: error ?? null,
		requests: withoutTimes(byRecord) as StepRecording['requests'],
	};
}

/**
 * Finds what a request is about: the innermost record of its path below a project, or else the list.
 */
function findRecord(url: string): string {
	const [path = ''] = url.split('?');
	const parts = path.split('/').filter((part) => part !== '');
	const isId = (part: string) => /^[0-9a-f]{8}-/.test(part);
	const inner = parts.findLastIndex((part, index) => isId(part) && parts[index - 1] !== 'projects');

	return parts.slice(4, inner === -1 ? undefined : inner + 1).join('/');
}

/** Sorts the reads between two writes: they do not change what the other ones return. */
function sortReads(requests: string[]): void {
	for (let start = 0; start < requests.length; ) {
		let end = start;

		while (requests[end]?.startsWith('GET ') === true) end += 1;
		const reads = requests.slice(start, end).sort();

		requests.splice(start, reads.length, ...reads);
		start = end + 1;
	}
}

/** The times at which the run took place: they depend on how many requests came before. */
const TIME = /\b2026-03-03T[\d:.]+(Z|[+-]\d\d:\d\d)/g;

/** Writes data as JSON, with `now` for each time of the run. */
const writeWithoutTimes = (data: unknown): string =>
	JSON.stringify(data)
		.replaceAll(TIME, 'now')
		.replaceAll(/"epoch":\d+/g, '"epoch":0');

/** Copies data, with `now` for each time of the run. */
const withoutTimes = (data: unknown): unknown => JSON.parse(writeWithoutTimes(data));

function toComparableState(state: ServiceState): string {
	const records: Record<string, unknown> = {};

	for (const [kind, rows] of Object.entries(state)) {
		for (const row of Array.isArray(rows) ? (rows as { id: string }[]) : []) {
			records[`${kind}/${row.id}`] = row;
		}
	}

	return writeWithoutTimes(records);
}
