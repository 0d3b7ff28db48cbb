import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { sortRows } from '../service/serializers';
import type { ServiceOptions } from '../service/service';
import { stableId, type Project, type ServiceState, type WorkItem } from '../service/state';
import { withApiV2 } from '../service/testing/v2Client';
import { random, runs } from '../unit/random';
import { useWorlds } from './useWorld';

const { world, start } = useWorlds();

const START = Date.parse('2026-01-01T00:00:00Z');
const MINUTE_MS = 60_000;

/**
 * Spreads the work items over four projects and gives them values at random. No two are created or changed at the
 * same time, and the order of the changes is not that of the creation.
 */
function mixWorkItems(state: ServiceState, seed: number): void {
	const [launch] = state.projects;
	if (launch === undefined) throw new Error('The service has no projects');

	for (const [index, name] of ['Operations', 'Support'].entries()) {
		const project: Project = {
			...launch,
			id: stableId('project', 20 + index),
			name,
			identifier: name.slice(0, 3).toUpperCase(),
		};

		state.projects.push(project);
	}

	const next = random(seed);
	const pick = <Entry>(entries: readonly Entry[]): Entry | undefined =>
		entries[Math.floor(next() * entries.length)];

	for (const [index, item] of state.workItems.entries()) {
		const minutes = Math.floor(next() * 1_000) * 1_000 + index;

		item.project = pick(state.projects)?.id ?? launch.id;
		item.priority = pick(['urgent', 'high', 'none']) ?? 'none';
		item.archived_at = next() < 0.05 ? '2026-01-01T00:00:00.000Z' : null;
		item.created_at = new Date(START + index * MINUTE_MS).toISOString();
		item.updated_at = new Date(START + minutes * MINUTE_MS).toISOString();
	}
}

interface RandomList {
	readonly projectCount: number | 'all';
	/** The share of the work items that were changed before the time of Updated After. */
	readonly updatedAfter: number | undefined;
	readonly createdAfter: number | undefined;
	readonly limit: number | undefined;
	readonly offset: number;
	readonly orderBy: string | undefined;
	readonly isUrgentOnly: boolean;
	readonly simple: boolean;
}

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) =>
	fc.option(arbitrary, { nil: undefined });
const share = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);

const lists: fc.Arbitrary<RandomList> = fc.record({
	projectCount: fc.constantFrom<RandomList['projectCount']>(1, 2, 3, 'all'),
	updatedAfter: optional(share),
	createdAfter: optional(share),
	limit: optional(fc.integer({ min: 1, max: 60 })),
	offset: fc.oneof(fc.constant(0), fc.nat(30)),
	orderBy: optional(
		fc.constantFrom('-created_at', 'created_at', '-updated_at', 'updated_at', 'priority', 'name'),
	),
	isUrgentOnly: fc.boolean(),
	simple: fc.boolean(),
});

/** The time by which this share of the times has passed. */
function findTime(times: readonly string[], part: number): string {
	const sorted = times.toSorted();

	return sorted[Math.floor(part * (sorted.length - 1))] ?? '';
}

/** The parameters of a list, and the work items of the state that it has to return, in their order. */
function readState(list: RandomList, state: ServiceState) {
	const chosen = state.projects.slice(0, list.projectCount === 'all' ? 99 : list.projectCount);
	const [first] = chosen;
	const updatedAfter =
		list.updatedAfter === undefined
			? undefined
			: findTime(
					state.workItems.map((item) => item.updated_at),
					list.updatedAfter,
				);
	const createdAfter =
		list.createdAfter === undefined
			? undefined
			: findTime(
					state.workItems.map((item) => item.created_at),
					list.createdAfter,
				);
	const matching = state.workItems.filter(
		(item) =>
			chosen.some(({ id }) => id === item.project) &&
			item.archived_at === null &&
			(updatedAfter === undefined || item.updated_at >= updatedAfter) &&
			(createdAfter === undefined || item.created_at >= createdAfter) &&
			(!list.isUrgentOnly || item.priority === 'urgent'),
	);
	// Without a Sort, the last changes come first with Updated After, and the newest work items otherwise.
	const order = list.orderBy ?? (list.updatedAfter === undefined ? '-created_at' : '-updated_at');
	const { limit = Infinity, offset } = list;
	const parameters: INodeParameters = {
		...readScope(list, chosen),
		...(list.projectCount === 1 && {
			projectId: { __rl: true, mode: 'id', value: first?.id ?? '' },
		}),
		returnAll: list.limit === undefined,
		...(list.limit !== undefined && { limit: list.limit }),
		simple: list.simple,
		filters: {
			...(updatedAfter !== undefined && { updatedAfter }),
			...(createdAfter !== undefined && { createdAfter }),
			...(list.isUrgentOnly && { priority: ['urgent'] }),
		},
		options: { offset, ...(list.orderBy !== undefined && { orderBy: list.orderBy }) },
	};

	return {
		parameters,
		matching,
		field: order.replace(/^-/, ''),
		expected: sortRows(matching, order).slice(offset, offset + limit),
	};
}

function readScope(
	{ projectCount }: RandomList,
	chosen: readonly Project[],
): Readonly<Record<string, string | string[]>> {
	if (projectCount === 'all') return { projectScope: 'all' };
	if (projectCount === 1) return { projectScope: 'one' };

	return { projectScope: 'several', projects: chosen.map(({ id }) => id) };
}

const readIds = (rows: readonly (IDataObject | WorkItem)[]) => rows.map(({ id }) => id);

describe('Work Item → Get Many in one, several or all projects', () => {
	const servers: [what: string, options: ServiceOptions][] = [
		['a Community Edition', { serverKind: 'community' }],
		['a commercial edition', { serverKind: 'commercial' }],
		['a commercial edition with API v2', withApiV2()],
	];

	it.each(servers)(
		'returns from %s what its state says, for random filters, orders, limits and offsets',
		async (_, options) => {
			const { service } = await start({ workItems: 150, timeZone: 'UTC', ...options });

			mixWorkItems(service.state, Number(process.env.SEED ?? 1));

			await fc.assert(
				fc.asyncProperty(lists, async (list) => {
					const { parameters, matching, field, expected } = readState(list, service.state);

					const { json, error } = await world.run('workItem.getAll', parameters);

					expect(error).toBeUndefined();

					const byId = new Map(matching.map((item) => [item.id, item]));
					const returned = readIds(json).map((id) => byId.get(typeof id === 'string' ? id : ''));
					const valuesOf = (rows: readonly (WorkItem | undefined)[]) =>
						rows.map((row): unknown => row && Reflect.get(row, field));

					expect(new Set(returned).size).toBe(returned.length);
					expect(valuesOf(returned)).toEqual(valuesOf(expected));
					// Rows of the same priority or name may come in any order.
					if (field.endsWith('_at')) expect(readIds(json)).toEqual(readIds(expected));
				}),
				{ numRuns: runs(30), seed: Number(process.env.SEED ?? 1) },
			);

			// No real server has shown how API v2 filters (row 507).
			expect(service.requests.filter(({ url }) => url.startsWith('/api/v2/'))).toEqual([]);
		},
		600_000,
	);

	it('returns the last changes of two projects with Updated After, a Limit and no Sort', async () => {
		const { service } = await start({ serverKind: 'community', workItems: 12, timeZone: 'UTC' });
		const [launch, website] = service.state.projects;
		if (launch === undefined || website === undefined) throw new Error('There are no projects');

		// The older a work item is, the later it was changed.
		for (const [index, item] of service.state.workItems.entries()) {
			item.project = index % 2 === 0 ? launch.id : website.id;
			item.created_at = new Date(START + index * MINUTE_MS).toISOString();
			item.updated_at = new Date(START + (1_000 - index) * MINUTE_MS).toISOString();
		}

		const { json } = await world.run('workItem.getAll', {
			projectScope: 'several',
			projects: [launch.id, website.id],
			returnAll: false,
			limit: 6,
			filters: { updatedAfter: '2026-01-01T00:00:00Z' },
		});

		expect(readIds(json)).toEqual(readIds(service.state.workItems.slice(0, 6)));
	});
});
