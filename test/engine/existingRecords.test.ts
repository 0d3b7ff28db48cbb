import { beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { ServiceState } from '../service/state';
import { locateFirst } from './samples';
import { useWorld } from './useWorld';

const world = useWorld({ differences: { refusesTakenNames: true } });
const state = () => world.service.state;

const USE = { ifItAlreadyExists: 'useExisting' };
const UPDATE = { ifItAlreadyExists: 'updateExisting' };
const imported = { externalSource: 'sheet', externalId: 'row-1' };

/** A create that is run again. */
interface Repetition {
	/** The rows of the kind of record that it creates. */
	readonly rows: (state: ServiceState) => readonly object[];
	readonly parameters: INodeParameters;
	/** What somebody sets in Plane afterwards, in fields that the create does not fill in. */
	readonly setInPlane: object;
	/** What the item of the next run has in place of the first one. */
	readonly change: INodeParameters;
	readonly changed: object;
}

const inFirstProject = () => ({ projectId: locateFirst(state().projects) });

const repetitions: Readonly<Record<string, () => Repetition>> = {
	'epic.create': () => ({
		rows: ({ epics }) => epics,
		parameters: { ...inFirstProject(), name: 'New checkout', additionalFields: imported },
		setInPlane: { priority: 'high', description_html: '<p>In three steps</p>' },
		change: { name: 'Newer checkout' },
		changed: { name: 'Newer checkout' },
	}),
	'milestone.create': () => ({
		rows: ({ milestones }) => milestones,
		parameters: { ...inFirstProject(), title: 'First release', additionalFields: imported },
		setInPlane: { target_date: '2026-06-30' },
		change: { title: 'Second release' },
		changed: { title: 'Second release' },
	}),
	'page.create': () => ({
		rows: ({ pages }) => pages,
		parameters: { ...inFirstProject(), name: 'Guide', additionalFields: imported },
		setInPlane: { description_html: '<p>How to print</p>', access: 1 },
		change: { name: 'Handbook' },
		changed: { name: 'Handbook' },
	}),
	'wikiPage.create': () => ({
		rows: ({ pages }) => pages,
		parameters: { name: 'House rules', additionalFields: imported },
		setInPlane: { description_html: '<p>Be kind</p>', access: 1 },
		change: { name: 'Rules' },
		changed: { name: 'Rules' },
	}),
	'workItemType.create': () => ({
		rows: ({ types }) => types,
		parameters: { ...inFirstProject(), name: 'Incident' },
		setInPlane: { is_active: false, level: 2 },
		change: { additionalFields: { description: 'Something broke' } },
		changed: { description: 'Something broke' },
	}),
	'workItemProperty.create': () => ({
		rows: ({ workItemProperties }) => workItemProperties,
		parameters: {
			...inFirstProject(),
			typeId: locateFirst(state().types),
			displayName: 'Steps',
			propertyType: 'TEXT',
		},
		setInPlane: { is_active: false, settings: { display_format: 'multi-line' } },
		change: { additionalFields: { description: 'How to see it' } },
		changed: { description: 'How to see it' },
	}),
	'workItemPropertyOption.create': () => ({
		rows: ({ workItemPropertyOptions }) => workItemPropertyOptions,
		parameters: {
			...inFirstProject(),
			propertyId: locateFirst(state().workItemProperties),
			name: 'Medium',
		},
		setInPlane: { is_active: false },
		change: { additionalFields: { description: 'Neither high nor low' } },
		changed: { description: 'Neither high nor low' },
	}),
	'customerProperty.create': () => ({
		rows: ({ customerProperties }) => customerProperties,
		parameters: { displayName: 'Notes', propertyType: 'TEXT' },
		setInPlane: { is_active: false, settings: { display_format: 'multi-line' } },
		change: { additionalFields: { description: 'What they said' } },
		changed: { description: 'What they said' },
	}),
	'estimate.create': () => ({
		rows: ({ estimates }) => estimates,
		parameters: { projectId: locateFirst(state().projects.slice(1)), name: 'Points' },
		setInPlane: { description: 'In hours' },
		change: { name: 'Effort' },
		changed: { name: 'Effort' },
	}),
};

/** The writes that the server has received since the last call. */
const takeWrites = () => world.service.requests.splice(0).filter(({ method }) => method !== 'GET');

beforeEach(() => {
	takeWrites();
});

describe('A record that exists before its create', () => {
	it.each(Object.entries(repetitions))(
		'fails, is used, or gets nothing but what the item has (%s)',
		async (operation, build) => {
			const { rows, parameters, setInPlane, change, changed } = build();
			const created = await world.run(operation, parameters);
			const count = rows(state()).length;
			const row = rows(state()).at(-1) ?? {};

			// A list with new rows is read twice.
			Object.assign(row, { created_at: '2026-01-01T00:00:00Z', ...setInPlane });
			takeWrites();

			const failed = await world.run(operation, parameters);
			const used = await world.run(operation, { ...parameters, options: USE });
			const isUnchanged = takeWrites().every(
				({ method, status }) => method === 'POST' && status >= 400,
			);
			const updated = await world.run(operation, { ...parameters, ...change, options: UPDATE });
			const again = await world.run(operation, { ...parameters, ...change, options: UPDATE });
			const accepted = takeWrites().filter(({ status }) => status < 400);
			const { id } = created.json[0] ?? {};

			expect(created.error).toBeUndefined();
			expect(failed.error?.message).toMatch(/already/);
			expect([used.error, used.json[0]?.id]).toEqual([undefined, id]);
			expect(isUnchanged).toBe(true);
			expect([updated.error, updated.json[0]?.id]).toEqual([undefined, id]);
			expect([again.error, again.json[0]?.id]).toEqual([undefined, id]);
			expect(accepted).toHaveLength(1);
			expect(row).toMatchObject({ ...setInPlane, ...changed });
			expect(rows(state())).toHaveLength(count);
		},
	);
});
