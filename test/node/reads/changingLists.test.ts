import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { locateFirst, matchByTitle } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import type { ServerKind } from '../../service/differences';
import type { WorkItem } from '../../service/state';
import { usePlanes } from '../usePlanes';

const startPlane = usePlanes();

const now = () => new Date().toISOString();

interface ChangingList {
	readonly serverKind?: ServerKind;
	/** After which page of work items somebody changes others, counted from 1. */
	readonly page?: number;
	/** Changes the work items of the first project, the newest first. */
	readonly change: (items: readonly WorkItem[], all: WorkItem[]) => void;
}

/** Starts a Plane in which somebody changes work items after a page of them was read. */
async function start({ serverKind = 'community', page = 1, change }: ChangingList) {
	let pages = 0;
	let items: readonly WorkItem[] = [];
	const plane = await startPlane({
		serverKind,
		workItems: 400,
		carryOut: async ({ method, url }, inject) => {
			const answer = await inject();
			const isList = method === 'GET' && url.includes('/work-items/?');

			if (isList && ++pages === page) change(items, plane.service.state.workItems);

			return answer;
		},
	});
	const { projects, workItems } = plane.service.state;

	items = workItems
		.filter(({ project }) => project === projects[0]?.id)
		.toSorted((a, b) => b.created_at.localeCompare(a.created_at));

	/** Finds those of some work items that a list does not return. */
	const findMissing = async (
		operation: string,
		lasting: readonly WorkItem[],
		parameters: INodeParameters,
	) => {
		const { json, hints, error } = await plane.run(operation, { returnAll: true, ...parameters });
		const returnedIds = new Set(json.map(({ id }) => id));

		expect(error).toBeUndefined();
		expect(hints).toEqual([]);
		expect(lasting.length).toBeGreaterThan(100);

		return lasting.filter(({ id }) => !returnedIds.has(id)).map((item) => items.indexOf(item));
	};

	return { plane, items, project: { projectId: locateFirst(projects) }, findMissing };
}

const archive = (item: WorkItem | undefined) => {
	Object.assign(item ?? {}, { archived_at: now(), updated_at: now() });
};

const restore = (item: WorkItem | undefined) => {
	Object.assign(item ?? {}, { archived_at: null, updated_at: now() });
};

/** Lets a work item be in the archive from the beginning. */
const beginArchived = (item: WorkItem | undefined) => {
	Object.assign(item ?? {}, { archived_at: '2026-01-01T00:00:00Z' });
};

describe('A list is complete although, between its first two pages, the newest work item leaves it and', () => {
	const archiveNewestAndRestoreOldest: ChangingList['change'] = (items) => {
		archive(items[0]);
		restore(items.at(-1));
	};

	it('an old one is restored from the archive', async () => {
		const { items, project, findMissing } = await start({ change: archiveNewestAndRestoreOldest });

		beginArchived(items.at(-1));

		expect(await findMissing('workItem.getAll', items.slice(1, -1), project)).toEqual([]);
	});

	it('an old one is restored, so that no work item is created a second time', async () => {
		const { plane, items, project } = await start({ change: archiveNewestAndRestoreOldest });
		const rows = Array.from({ length: 20 }, (_, index) => ({
			Title: `Item ${index + 95}`,
			Priority: 'High',
		}));

		beginArchived(items.at(-1));
		for (const [index, item] of items.entries()) item.name = `Item ${index}`;

		const { json } = await plane.run(
			'workItem.upsert',
			{ ...project, columns: matchByTitle },
			{ items: jsonItems(rows) },
		);

		expect(json).toHaveLength(rows.length);
		expect(json.filter(({ outcome }) => outcome === 'created')).toEqual([]);
	});

	// An import sets the time of creation (row 68).
	it('one is created with a time in the past', async () => {
		const { items, project, findMissing } = await start({
			change([newest, second], all) {
				archive(newest);
				if (second === undefined) return;

				all.push({
					...second,
					id: '0c7da278-21b6-4225-9d30-000000000001',
					sequence_id: 999,
					created_at: '2026-01-01T00:00:00Z',
					updated_at: now(),
				});
			},
		});

		expect(await findMissing('workItem.getAll', items.slice(1), project)).toEqual([]);
	});

	it('an old one matches the query of the user (row 479)', async () => {
		const { plane, items, findMissing } = await start({
			serverKind: 'commercial',
			change(all) {
				Object.assign(all[0] ?? {}, { priority: 'low', updated_at: now() });
				Object.assign(all.at(-1) ?? {}, { priority: 'high', updated_at: now() });
			},
		});

		for (const item of plane.service.state.workItems) item.priority = 'low';
		for (const item of items.slice(0, -1)) item.priority = 'high';

		expect(
			await findMissing('workItem.searchByQuery', items.slice(1, -1), {
				pql: 'priority = "high"',
			}),
		).toEqual([]);
	});
});

it('Created After has each work item that was there all the time, although one leaves the second page and an old one is restored', async () => {
	const { items, project, findMissing } = await start({
		page: 2,
		change(all) {
			archive(all[150]);
			restore(all.at(-1));
		},
	});

	for (const [index, item] of items.entries()) {
		item.created_at = new Date(Date.parse('2026-02-01T00:00:00Z') - index * 60_000).toISOString();
	}

	beginArchived(items.at(-1));

	const lasting = items.slice(0, 251).filter((_, index) => index !== 150);
	const createdAfter = items[250]?.created_at ?? '';

	expect(
		await findMissing('workItem.getAll', lasting, { ...project, filters: { createdAfter } }),
	).toEqual([]);
});
