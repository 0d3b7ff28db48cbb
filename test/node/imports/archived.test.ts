import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { usePlanes } from '../usePlanes';
import { startImport } from './toolRows';

const startPlane = usePlanes();

const options = {
	setParents: true,
	addComments: true,
	addLinks: true,
	addRelations: true,
	sprintsAsCycles: true,
};

const rows: readonly IDataObject[] = ['A-1', 'A-2'].map((key) => ({
	Summary: `Title of ${key}`,
	'Issue key': key,
	'Parent key': key === 'A-1' ? 'A-2' : '',
	Sprint: 'Week 6',
	Comment: '20/Oct/26 10:00 AM;ada;First',
	Attachment: `20/Oct/26 9:30 AM;ada;plan.png;https://acme.example/${key}/plan.png`,
	'Outward issue link (Relates)': key === 'A-1' ? 'A-2' : '',
}));

describe('A row whose work item is archived', () => {
	it('changes nothing if its values are those of the work item', async () => {
		const { plane, projectId, importRows, addCycle } = await startImport(startPlane);
		const { state } = plane.service;
		const cycle = addCycle('Week 6');

		await importRows(rows, { options });

		for (const item of state.workItems) {
			if (item.project === projectId && item.external_id === 'A-1') item.archived_at = '2026-03-02';
		}

		expect(cycle.issues).toHaveLength(2);

		// Plane takes an archived work item out of its cycle's list (row 143).
		const changes = plane.service.ledger.length;
		const { json } = await importRows(rows, { options });

		expect(json.map(({ outcome, error }) => error ?? outcome)).toEqual(['unchanged', 'unchanged']);
		expect(plane.service.ledger).toHaveLength(changes);
	});
});

describe('What is archived in the other tool', () => {
	const archive = {
		...options,
		archivedRecords: 'createAndArchive',
		unknownStates: 'firstOfGroup',
	};
	const linear = (ID: string, archived: string, more: IDataObject = {}): IDataObject => ({
		ID,
		Team: 'Mill',
		Title: `Title of ${ID}`,
		Status: 'In Progress',
		'Cycle Number': '',
		'Cycle Name': 'Week 6',
		Archived: archived,
		'Parent issue': '',
		...more,
	});
	const exported = [
		linear('ENG-1', 'Sun Apr 12 2026 06:40:10 GMT+0000 (GMT+00:00)', { 'Parent issue': 'ENG-2' }),
		linear('ENG-2', ''),
	];

	it('is created, completed and archived, if the user wishes, and nothing changes the second time', async () => {
		const { plane, importRows, addCycle } = await startImport(startPlane);
		const cycle = addCycle('Week 6');

		const first = await importRows(exported, { options: archive });
		const changes = plane.service.ledger.length;
		const second = await importRows(exported, { options: archive });
		const items = plane.service.state.workItems.slice(-2);

		expect(first.json).toMatchObject([
			{ outcome: 'created', archived_at: '2026-03-03' },
			{ outcome: 'created', archived_at: null },
		]);
		expect(items).toMatchObject([
			{ name: 'Title of ENG-1', archived_at: '2026-03-03', parent: items[1]?.id },
			{ name: 'Title of ENG-2', archived_at: null },
		]);
		expect(cycle.issues).toHaveLength(2);
		expect(second.json.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
		expect(plane.service.ledger).toHaveLength(changes);
	});

	it('is found the second time, although no list has it, and API v2 would create it again (row 514)', async () => {
		const { plane, importRows } = await startImport(startPlane, {
			serverKind: 'commercial',
			differences: { servesApiV2: true, acceptsTakenExternalIds: true },
		});
		const time = 'Sun Apr 12 2026 06:40:10 GMT+0000 (GMT+00:00)';
		const rows = Array.from({ length: 12 }, (_, index) =>
			linear(`ENG-${index}`, index % 3 === 0 ? time : ''),
		);

		await importRows(rows, { options: archive });

		const count = plane.service.state.workItems.length;
		const second = await importRows(rows, { options: archive });

		expect(second.json.map(({ outcome, error }) => error ?? outcome)).toEqual(
			rows.map(() => 'unchanged'),
		);
		expect(plane.service.state.workItems).toHaveLength(count);
	});

	it('is left out otherwise, and a check says what would be archived', async () => {
		const { importRows } = await startImport(startPlane);
		const open = exported.map((row) => ({ ...row, Archived: '' }));

		await importRows(open, { options: { ...archive, archivedRecords: 'leaveOut' } });

		const left = await importRows(exported, { options });
		const check = await importRows(exported, { options: archive, checkOnly: true });
		const later = await importRows(exported, { options: archive });

		expect(left.json).toMatchObject([{ outcome: 'leftOut' }, { outcome: 'unchanged' }]);
		expect(check.json).toMatchObject([{ updated: 1, unchanged: 1, leftOut: 0 }]);
		expect(later.json).toMatchObject([{ outcome: 'updated' }, { outcome: 'unchanged' }]);
	});

	it('is said to be saved if it cannot be archived, or does not get its parent', async () => {
		const { plane, importRows } = await startImport(startPlane);
		const { faults } = plane.service;

		const refuse = (part: string) => {
			faults.plan(
				{ kind: 'status', status: 403 },
				{ when: ({ method, body }) => method === 'PATCH' && body?.includes(part) === true },
			);
		};

		refuse('archived_at');

		const first = await importRows(exported, { options: { ...archive, setParents: false } });

		expect(first.json[0]?.error).toMatch(/^It was saved, but it was not archived: Plane denied/);

		refuse('parent');

		const second = await importRows(exported, { options: archive });

		expect(second.json[0]?.error).toMatch(/^It was saved, but it did not get its parent: Plane/);
	});

	const trello = {
		id: '64b000000000000000005010',
		idList: '1',
		idBoard: '2',
		name: 'Oil',
		desc: '',
		closed: true,
		'List Name': 'Todo',
		Comments: [{ by: 'ada', date: '2026-05-20', text: 'First' }],
	};

	it('is not archived before everything else is done for all of its rows', async () => {
		const { plane, importRows } = await startImport(startPlane);
		const { faults, state } = plane.service;
		const other = { ...trello, Comments: [{ by: 'ada', date: '2026-05-21', text: 'Second' }] };

		faults.plan(
			{ kind: 'status', status: 403 },
			{ when: ({ method, url }) => method === 'POST' && url?.includes('comments') === true },
		);

		const first = await importRows([trello, other], { options: archive });

		expect(first.json[0]?.error).toContain('comments, links and relations');
		expect(first.json[1]).not.toHaveProperty('error');
		expect(state.workItems.at(-1)?.archived_at).toBe(null);

		const second = await importRows([trello, other], { options: archive });

		expect(second.json).toMatchObject([{ outcome: 'updated' }, { outcome: 'updated' }]);
		expect(state.workItems.at(-1)?.archived_at).toBe('2026-03-03');
	});

	it('is not archived before everything else is done', async () => {
		const { plane, importRows } = await startImport(startPlane);
		const { faults, state } = plane.service;

		faults.plan(
			{ kind: 'status', status: 403 },
			{ when: ({ method, url }) => method === 'POST' && url?.includes('comments') === true },
		);

		const first = await importRows([trello], { options: archive });

		expect(first.json[0]?.error).toContain('comments, links and relations');
		expect(state.workItems.at(-1)?.archived_at).toBe(null);

		const second = await importRows([trello], { options: archive });

		expect(second.json).toMatchObject([{ outcome: 'updated' }]);
		expect(state.workItems.at(-1)?.archived_at).toBe('2026-03-03');
	});
});
