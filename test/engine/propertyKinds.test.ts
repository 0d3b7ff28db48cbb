import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { expectProblem } from '../expectProblem';
import { causes } from '../nodeTexts';
import { locateFirst } from './samples';
import { useWorld } from './useWorld';

const world = useWorld({ workItems: 2 }, true);

describe.each(['customerProperty.create', 'workItemProperty.create'])('%s', (operation) => {
	const create = async (kind: string, additionalFields: INodeParameters = {}) =>
		await world.run(operation, {
			projectId: locateFirst(world.service.state.projects),
			typeId: locateFirst(world.service.state.types),
			displayName: 'Note',
			propertyType: kind,
			additionalFields,
		});

	it.each([
		['TEXT', 'single-line'],
		['DATETIME', 'MMM dd, yyyy'],
		["={{ 'text' }}", 'single-line'],
	])('sends the first display format for the kind %s if none was chosen', async (kind, format) => {
		const { error } = await create(kind);

		expect(error).toBeUndefined();
		expect(world.service.ledger).toMatchObject([
			{ body: { settings: { display_format: format } } },
		]);
	});

	it('sends the display format that was chosen, and none for any other kind', async () => {
		await create('DATETIME', { displayFormat: 'yyyy/MM/dd' });
		await create('DECIMAL');

		expect(
			world.service.ledger.map(({ body }) => (body as { settings?: unknown }).settings),
		).toEqual([{ display_format: 'yyyy/MM/dd' }, undefined]);
	});

	it.each<[what: string, kind: string, fields: INodeParameters, message: string | RegExp]>([
		[
			'a date format for texts',
			'TEXT',
			{ displayFormat: 'dd/MM/yyyy' },
			/^Display Format: "?dd\/MM\/yyyy"? does not fit, because Kind is Text/,
		],
		[
			'a text format for dates',
			'DATETIME',
			{ displayFormat: 'readonly' },
			/^Display Format: "?readonly"? does not fit, because Kind is Datetime/,
		],
		[
			'an unknown format',
			'TEXT',
			{ displayFormat: "={{ 'bold' }}" },
			/^Display Format: "?bold"? does not fit/,
		],
		['a relation to nothing', 'RELATION', {}, `Relation Type: ${causes.noValue}`],
		[
			'a relation that is empty',
			'RELATION',
			{ relationType: '' },
			`Relation Type: ${causes.noValue}`,
		],
	])('refuses %s before it sends anything', async (_, kind, fields, message) => {
		const { error } = await create(kind, fields);

		expectProblem(error, { cause: message });
		expect(world.service.ledger).toEqual([]);
	});
});
