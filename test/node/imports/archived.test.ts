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
