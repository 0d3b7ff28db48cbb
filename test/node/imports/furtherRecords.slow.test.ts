import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../service/faults';
import { usePlanes } from '../usePlanes';
import { startImport } from './toolRows';

const startPlane = usePlanes();

const options = { setParents: true, addComments: true, addLinks: true, addRelations: true };

const ROWS: readonly IDataObject[] = ['A-1', 'A-2', 'A-3'].map((key, index) => ({
	Summary: `Title of ${key}`,
	'Issue key': key,
	'Parent key': key === 'A-1' ? '' : 'A-1',
	Comment: [`20/Oct/26 10:0${index} AM;ada;First`, `20/Oct/26 10:0${index} AM;ada;Second`],
	Attachment: `20/Oct/26 9:30 AM;ada;plan.png;https://acme.example/${key}/plan.png`,
	'Outward issue link (Blocks)': key === 'A-3' ? 'A-2' : '',
}));

/** More than an import of the rows sends. */
const MOST_REQUESTS = 45;

const FAULTS: readonly Fault[] = [
	{ kind: 'dropBeforeReading' },
	{ kind: 'dropBeforeAnswering' },
	{ kind: 'status', status: 403 },
	{ kind: 'status', status: 500, carriedOut: true },
];

/** From this request on, nothing arrives: as if the run had been killed. */
const KILLED: Fault = { kind: 'dropBeforeReading' };

test.each([...FAULTS.map((fault) => ({ fault, times: 1 })), { fault: KILLED, times: Infinity }])(
	'An import that is disturbed at any request ($fault.kind $fault.status, $times times) is completed by the next one, and nothing is doubled',
	async ({ fault, times }) => {
		for (let skip = 0; skip < MOST_REQUESTS; skip += 1) {
			const { plane, projectId, importRows } = await startImport(startPlane);
			const { state, faults } = plane.service;
			const isOwn = (row: { readonly project: string }) => row.project === projectId;

			state.comments.splice(0);
			state.links.splice(0);
			state.relations.splice(0);
			faults.plan(fault, { skip, times });

			await importRows(ROWS, { options });
			faults.clear();
			await importRows(ROWS, { options });

			const changes = plane.service.ledger.length;
			const again = await importRows(ROWS, { options });
			const items = state.workItems.filter(isOwn);

			expect({ skip, outcomes: again.json.map(({ outcome, error }) => error ?? outcome) }).toEqual({
				skip,
				outcomes: ['unchanged', 'unchanged', 'unchanged'],
			});
			expect(plane.service.ledger).toHaveLength(changes);
			expect(items).toHaveLength(3);
			expect(items.filter(({ parent }) => parent !== null)).toHaveLength(2);
			expect(state.comments).toHaveLength(6);
			expect(state.links).toHaveLength(3);
			expect(state.relations).toHaveLength(1);
		}
	},
	300_000,
);
