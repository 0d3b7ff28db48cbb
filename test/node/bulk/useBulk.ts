import { expect } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import { stableId, type ServiceState, type WorkItem } from '../../service/state';
import { withApiV2 } from '../../service/testing/v2Client';
import type { FaultedRequest } from '../../service/faults';
import type { OutgoingRequest } from '../inProcessHttp';
import type { NodeRun, PlaneOptions } from '../plane';
import { usePlanes } from '../usePlanes';
import { outcomes } from '../../nodeTexts';
import { isBulk } from './refuseRows';

/** A request to API v2 for no record at all, which shows whether the server has the route. */
export const PROBE = 'probe';
export const BULK_CREATE = 'bulk-create';
export const BULK_UPDATE = 'bulk-update';
export const BULK_DELETE = 'bulk-delete';
/** Requests to API v1. */
export const READ_PROJECT = 'GET project';
export const READ_LIST = 'GET list';
export const READ_ONE = 'GET work item';
export const CREATE_ONE = 'POST list';
export const UPDATE_ONE = 'PATCH work item';
export const DELETE_ONE = 'DELETE work item';

const READS: readonly string[] = [PROBE, READ_PROJECT, READ_LIST, READ_ONE];

/** An item whose write may have been carried out. */
export const UNKNOWN_OUTCOME = { error: expect.stringContaining(outcomes.unknown) };

export const isV2 = ({ url = '' }: FaultedRequest): boolean => url.includes('/api/v2/');

/** Rows for items that create work items, which are called Item 0, Item 1 and so on. */
export const newRows = (
	count: number,
	more: (index: number) => IDataObject = () => ({}),
): readonly IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ name: `Item ${index}`, ...more(index) }));

/**
 * Lets each test of a file write work items in the first project of a server with API v2, which writes many of them
 * with one request.
 */
export function useBulk() {
	const startPlane = usePlanes();

	return async ({ workItems = 1, ...options }: PlaneOptions = {}) => {
		const sent: OutgoingRequest[] = [];
		const plane = await startPlane({
			...withApiV2({ workItems, ...options }),
			...(options.carryOut && { carryOut: options.carryOut }),
			// Unlike the service, it sees what does not arrive as well.
			latency: (request) => {
				sent.push(request);

				return 0;
			},
		});
		const { state, faults } = plane.service;
		const [project] = state.projects;
		const projectId = byId(project?.id);
		const listRequests = () => sent.map(describeRequest);
		const listWorkItems = () => state.workItems.filter((item) => item.project === project?.id);

		const run = async (
			operation: string,
			rows: readonly IDataObject[],
			parameters: INodeParameters,
			more: NodeRun = {},
		) =>
			await plane.run(
				`workItem.${operation}`,
				{ projectId, ...parameters },
				{ items: jsonItems(rows), onError: 'continueRegularOutput', ...more },
			);

		return {
			state,
			faults,
			run,
			listRequests,
			listWorkItems,
			/** Adds projects with the states of the first one. @returns their IDs */
			addProjects: (count: number) => addProjects(state, count),
			/** The names of the new work items, in the order in which the server has created them. */
			listNewNames: () =>
				state.workItems.map(({ name }) => name).filter((name) => /^Item \d+$/.test(name)),
			/** How often each kind of request was sent. */
			countRequests: () => count(listRequests()),
			countWrites: () => count(listRequests().filter((request) => !READS.includes(request))),
			/** Creates a work item for each row. */
			create: async (
				rows: readonly IDataObject[],
				additionalFields: INodeParameters = {},
				more?: NodeRun & { readonly parameters?: INodeParameters },
			) =>
				await run(
					'create',
					rows,
					{ name: '={{ $json.name }}', additionalFields, ...more?.parameters },
					more,
				),
			/** Changes the work item with the ID of each row. */
			update: async (rows: readonly IDataObject[], updateFields: INodeParameters) =>
				await run('update', rows, { workItemId: byId('={{ $json.id }}'), updateFields }),
		};
	};
}

/** A server of a test, and what was sent to it. */
export type BulkServer = Awaited<ReturnType<ReturnType<typeof useBulk>>>;

/** Names the work items of a server Item 1, Item 2 and so on. @returns them */
export function nameWorkItems(server: BulkServer): readonly WorkItem[] {
	const workItems = server.listWorkItems();

	for (const [index, item] of workItems.entries()) {
		Object.assign(item, { name: `Item ${index + 1}`, external_source: null, external_id: null });
	}

	return workItems;
}

function addProjects({ projects, states }: ServiceState, count: number): readonly string[] {
	const [first] = projects;
	if (first === undefined) throw new Error('The service has no project');

	const ownStates = states.filter(({ project }) => project === first.id);

	return Array.from({ length: count }, (_, index) => {
		const id = stableId('project of the test', index);

		projects.push({ ...first, id, name: `Project ${index}`, identifier: `P${index}` });

		for (const state of ownStates) {
			const stateId = stableId(`state ${state.name} of the test`, index);

			states.push({ ...state, id: stateId, project: id });
		}

		return id;
	});
}

function describeRequest(request: OutgoingRequest): string {
	const { method, url } = request;
	const [path = ''] = url.split('?');
	if (isV2(request)) return isBulk(request) ? (path.split('/').at(-2) ?? '') : PROBE;

	const [, list, record] = /\/projects\/[^/]+\/(?:([^/]+)\/)?(?:([^/]+)\/)?$/.exec(path) ?? [];
	if (list === undefined) return `${method} project`;
	if (list !== 'work-items') return `${method} ${list}`;

	return `${method} ${record === undefined ? 'list' : 'work item'}`;
}

function count(names: readonly string[]): Readonly<Record<string, number>> {
	const counts: Record<string, number> = {};

	for (const name of names) counts[name] = (counts[name] ?? 0) + 1;

	return counts;
}
