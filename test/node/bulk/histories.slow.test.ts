import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { byId, matchByTitle } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import { withApiV2 } from '../../service/testing/v2Client';
import type { WorkItem } from '../../service/state';
import { random, randomTimeout, runs } from '../../unit/random';
import type { Plane } from '../plane';
import { withPlane } from '../withPlane';
import { refuseRows } from './refuseRows';

/**
 * Items that change the same few work items, found by different values. API v2 changes several with one request, and
 * refuses some of the rows; the last item wins, as without it. `RUNS=30` tries 3,000 cases of each kind.
 */

const COUNT = 4;

const LABELS = ['bug', 'text', 'design'] as const;

/** API v2 refuses it, and API v1 accepts it. */
const REFUSED_PRIORITY = 'urgent';

const anyPriority = fc.constantFrom('low', 'high', REFUSED_PRIORITY);

const anyDay = fc.constantFrom('2026-01-01', '2026-01-02');

interface Surroundings {
	readonly seed: number;
	readonly apiVersion: 'automatic' | 'v1';
}

/** Starts a server with the work items LNCH-1 to LNCH-4, called Item 1 to Item 4, whose external IDs are row-1 to row-4. */
const withItems = async <Value>(
	{ seed, apiVersion }: Surroundings,
	work: (plane: Plane, items: readonly WorkItem[]) => Promise<Value>,
): Promise<Value> => {
	const nextRandom = random(seed);
	const options = withApiV2({ workItems: COUNT });

	return await withPlane(
		{
			...options,
			latency: () => 1 + Math.floor(nextRandom() * 40),
			carryOut: refuseRows(({ priority }) => priority === REFUSED_PRIORITY),
		},
		async (plane) => {
			const { projects, workItems } = plane.service.state;
			const items = workItems.filter(({ project }) => project === projects[0]?.id);

			for (const [index, item] of items.entries()) {
				Object.assign(item, {
					name: `Item ${index + 1}`,
					external_source: 'sheet',
					external_id: `row-${index + 1}`,
					priority: 'low',
					start_date: '2026-01-01',
					labels: [],
					assignees: [],
				});
			}

			return await work({ ...plane, credential: { ...plane.credential, apiVersion } }, items);
		},
		nextRandom,
	);
};

const bothVersions = ['automatic', 'v1'] as const;

/** What an update says. */
interface Change {
	readonly number: number;
	readonly form: 'ID' | 'key' | 'lower-case key';
	readonly priority: string;
	readonly day: string;
	readonly labels: readonly string[];
}

const anyChange: fc.Arbitrary<Change> = fc.record({
	number: fc.integer({ min: 1, max: COUNT }),
	form: fc.constantFrom<Change['form'][]>('ID', 'key', 'lower-case key'),
	priority: anyPriority,
	day: anyDay,
	labels: fc.uniqueArray(fc.constantFrom<string[]>(...LABELS), { minLength: 1, maxLength: 2 }),
});

const anyAction = fc.constantFrom('add', 'remove', 'replace');

/** The labels of a work item after a change. */
function changeLabels(
	labels: readonly string[],
	change: readonly string[],
	action: string,
): readonly string[] {
	if (action === 'replace') return change;

	const others = labels.filter((label) => !change.includes(label));

	return action === 'remove' ? others : [...others, ...change];
}

describe('Updates of the same work items, found by ID and by key,', () => {
	test.each(bothVersions)(
		'leave behind what the last item says, and each returns what it says (API version: %s)',
		async (apiVersion) => {
			const property = fc.asyncProperty(
				fc.noBias(fc.nat()),
				fc.array(anyChange, { minLength: 10, maxLength: 14 }),
				anyAction,
				async (seed, changes, action) => {
					await withItems({ seed, apiVersion }, async (plane, items) => {
						const { labels } = plane.service.state;
						const labelsOf = (item: WorkItem | undefined) =>
							(item?.labels ?? []).map((id) => labels.find((row) => row.id === id)?.name).sort();

						const writeNumber = (number: number, form: Change['form']) => {
							if (form === 'ID') return items[number - 1]?.id;

							return form === 'key' ? `LNCH-${number}` : `lnch-${number}`;
						};

						const { json, error } = await plane.run(
							'workItem.update',
							{
								projectId: byId(items[0]?.project),
								workItemId: byId('={{ $json.item }}'),
								updateFields: {
									priority: '={{ $json.priority }}',
									startDate: '={{ $json.day }}',
									labels: '={{ $json.labels }}',
									labelsAction: action,
								},
							},
							{
								credential: plane.credential,
								items: jsonItems(
									changes.map(({ number, form, ...values }) => ({
										...values,
										labels: values.labels.join(', '),
										item: writeNumber(number, form),
									})),
								),
							},
						);

						expect(error).toBeUndefined();
						expect(json).toMatchObject(
							changes.map(({ number, priority, day }) => ({
								id: items[number - 1]?.id,
								priority,
								start_date: day,
							})),
						);

						for (const [index, item] of items.entries()) {
							const own = changes.filter(({ number }) => number === index + 1);
							const last = own.at(-1);
							let expected: readonly string[] = [];

							for (const change of own) expected = changeLabels(expected, change.labels, action);

							expect(item.priority).toBe(last?.priority ?? 'low');
							expect(item.start_date).toBe(last?.day ?? '2026-01-01');
							expect(labelsOf(item)).toEqual([...expected].sort());
						}
					});
				},
			);

			await fc.assert(property, { numRuns: runs(25) });
		},
		randomTimeout,
	);
});

/** A row that finds its work item by the title or, if it has another one, by the external ID. */
const anyRow: fc.Arbitrary<IDataObject> = fc
	.record({
		number: fc.integer({ min: 1, max: 3 }),
		hasNewTitle: fc.boolean(),
		values: fc.record({ 'Start Date': anyDay, Priority: anyPriority }, { requiredKeys: [] }),
	})
	.map(({ number, hasNewTitle, values }) => ({
		Title: hasNewTitle ? `New ${number}` : `Item ${number}`,
		...(hasNewTitle && { ID: `row-${number}` }),
		...values,
	}));

/** What a run has returned or left behind, without what differs between two runs. */
const withoutRun = (record: object): unknown =>
	Object.fromEntries(
		Object.entries(record).filter(
			([name]) => !/^(id|url|key|sequence_id|sort_order|updated_by)$|_at$/.test(name),
		),
	);

test(
	'Rows that find the same work items by title and by external ID leave behind, and return, with API v2 what they do without it',
	async () => {
		const importRows = async (
			rows: readonly IDataObject[],
			seed: number,
			apiVersion: Surroundings['apiVersion'],
		) =>
			await withItems({ seed, apiVersion }, async (plane, items) => {
				const { json, error } = await plane.run(
					'workItem.upsert',
					{
						projectId: byId(items[0]?.project),
						externalSource: 'sheet',
						columns: matchByTitle,
					},
					{
						credential: plane.credential,
						items: jsonItems(rows),
						onError: 'continueRegularOutput',
					},
				);
				const { workItems } = plane.service.state;

				return {
					error,
					json: json.map(withoutRun),
					items: workItems
						.map(withoutRun)
						.map((item) => JSON.stringify(item))
						.sort(),
				};
			});

		const property = fc.asyncProperty(
			fc.noBias(fc.nat()),
			fc.array(anyRow, { minLength: 10, maxLength: 14 }),
			async (seed, rows) => {
				const together = await importRows(rows, seed, 'automatic');
				const oneByOne = await importRows(rows, seed, 'v1');

				expect(together).toEqual(oneByOne);
			},
		);

		await fc.assert(property, { numRuns: runs(50) });
	},
	randomTimeout,
);
