import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';

import { byId } from '../../engine/samples';
import { jsonResponse } from '../../unit/responses';
import { withError } from './lostCreate';
import { oneRecord } from './oneRecord';
import { ADA, GUEST, RECORD, useProject } from './useProject';

const startProject = useProject();

describe('A cycle', () => {
	/** A cycle as a server in Berlin returns it (row 160). */
	const stored = {
		name: 'Week 49',
		owned_by: ADA,
		start_date: '2026-11-29T23:00:01Z',
		end_date: '2026-12-06T22:59:00Z',
	};

	async function update(updateFields: INodeParameters, record: JsonObject = stored) {
		const project = startProject(oneRecord(record));
		const output = await project.run('cycle.update', { cycleId: byId(RECORD), updateFields });

		return { output, bodies: project.writtenBodies() };
	}

	it.each<[title: string, fields: INodeParameters, sent: JsonObject]>([
		[
			'keeps its owner when anything else is changed (row 162)',
			{ description: 'New' },
			{ description: 'New', owned_by: ADA },
		],
		['gets a new owner if only the owner changes', { ownedBy: byId(GUEST) }, { owned_by: GUEST }],
		[
			'is sent its first day with a new last day, so that the last day is complete (row 161)',
			{ endDate: '2026-12-08' },
			{ start_date: '2026-11-30', end_date: '2026-12-08', owned_by: ADA },
		],
		[
			'is sent its last day with a new first day',
			{ startDate: '2026-12-01' },
			{ start_date: '2026-12-01', end_date: '2026-12-06', owned_by: ADA },
		],
		[
			'can lose both days at once',
			{ startDate: '', endDate: '' },
			{ start_date: null, end_date: null, owned_by: ADA },
		],
	])('%s', async (_, fields, sent) => {
		const { output, bodies } = await update(fields);

		expect(output.error).toBeUndefined();
		expect(bodies).toEqual([sent]);
	});

	it('gets a complete last day from the same day if its end was stored as the start of that day', async () => {
		const withWrongEnd = { ...stored, end_date: '2026-12-06T00:00:00Z' };

		const { bodies } = await update({ endDate: '2026-12-06' }, withWrongEnd);

		expect(bodies).toEqual([{ start_date: '2026-11-30', end_date: '2026-12-06', owned_by: ADA }]);
	});

	it('is not written if its days, name and owner do not change', async () => {
		const { output, bodies } = await update({
			name: 'Week 49',
			ownedBy: byId(ADA),
			startDate: '2026-11-30',
			endDate: '2026-12-06',
		});

		expect(bodies).toEqual([]);
		expect(output).toMatchObject({ json: [stored] });
	});

	it.each<[title: string, fields: INodeParameters, message: string]>([
		[
			'its last day would be before the first one',
			{ endDate: '2026-11-29' },
			'End Date: 2026-11-29 is before Start Date 2026-11-30',
		],
		[
			'its first day would be after the last one',
			{ startDate: '2026-12-07' },
			'End Date: 2026-12-06 is before Start Date 2026-12-07',
		],
		[
			'only one of its days would be cleared',
			{ endDate: '' },
			'End Date: it is cleared, but the record keeps its Start Date',
		],
	])('is not written if %s', async (_, fields, message) => {
		const { output, bodies } = await update(fields);

		expect(output).toMatchObject(withError(message));
		expect(bodies).toEqual([]);
	});

	it('without days does not accept one of them alone', async () => {
		const { output, bodies } = await update({ startDate: '2026-12-01' }, { name: 'Draft' });

		expect(output).toMatchObject({
			error: {
				message: expect.stringContaining(
					'Start Date: it is given without End Date, and the record has none',
				),
				description: expect.stringContaining('Add End Date.'),
			},
		});
		expect(bodies).toEqual([]);
	});
});

describe('One date of a work item or module', () => {
	// Servers store an end before the start (row 161).
	it.each(['workItem', 'module'])(
		'is refused if it is before the current start: %s',
		async (resource) => {
			const project = startProject(oneRecord({ start_date: '2026-12-01', target_date: null }));

			const output = await project.run(`${resource}.update`, {
				[`${resource}Id`]: byId(RECORD),
				updateFields: { targetDate: '2026-11-30' },
			});

			expect(output).toMatchObject({
				error: {
					message: expect.stringContaining(': 2026-11-30 is before Start Date 2026-12-01'),
					description: expect.stringContaining('Use a day that is not before Start Date.'),
				},
			});
			expect(project.writtenBodies()).toEqual([]);
		},
	);

	it.each<[title: string, target: string | null, fields: INodeParameters, sent: JsonObject]>([
		[
			'is sent alone if it fits the other one',
			null,
			{ targetDate: '2026-12-01' },
			{ target_date: '2026-12-01' },
		],
		['can be cleared alone', '2026-12-02', { startDate: '' }, { start_date: null }],
	])('%s', async (_, target, updateFields, sent) => {
		const project = startProject(oneRecord({ start_date: '2026-12-01', target_date: target }));

		await project.run('workItem.update', { workItemId: byId(RECORD), updateFields });

		expect(project.writtenBodies()).toEqual([sent]);
	});

	// The editor of Plane stores colors, which Markdown does not show.
	it.each<[title: string, entered: string, sent: JsonObject]>([
		[
			'is sent with a description that differs only in its form',
			'<p>Done</p>',
			{ target_date: '2026-12-01', description_html: '<p>Done</p>' },
		],
		[
			'is sent alone if the description is the same',
			'<p><span data-text-color="peach">Done</span></p>',
			{ target_date: '2026-12-01' },
		],
	])('%s', async (_, description, sent) => {
		const project = startProject(
			oneRecord({
				start_date: null,
				target_date: null,
				description_html: '<p><span data-text-color="peach">Done</span></p>',
			}),
		);

		await project.run('workItem.update', {
			workItemId: byId(RECORD),
			updateFields: { targetDate: '2026-12-01', description, descriptionFormat: 'html' },
		});

		expect(project.writtenBodies()).toEqual([sent]);
	});
});

// This is how servers answer a route that they do not have (row 39). The update itself shows the rest.
it('A date of an initiative is sent unchecked if the server does not show the initiative', async () => {
	const project = startProject(({ route, body }) =>
		route.startsWith('GET')
			? jsonResponse({ error: 'Page not found.' }, 404)
			: jsonResponse({ id: RECORD, ...body }),
	);

	const output = await project.run('initiative.update', {
		initiativeId: byId(RECORD),
		updateFields: { name: 'Launch', endDate: '2026-12-01' },
	});

	expect(output).toMatchObject({ json: [{ id: RECORD }] });
	expect(project.routes()).toEqual([`GET initiatives/${RECORD}/`, `PATCH initiatives/${RECORD}/`]);
	expect(project.writtenBodies()).toEqual([{ name: 'Launch', end_date: '2026-12-01' }]);
});
