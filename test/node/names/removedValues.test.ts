import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { UPDATE_EXISTING } from '../../../nodes/shared/operations/shared/choices';
import { byId } from '../../engine/samples';
import { jsonResponse } from '../../unit/responses';
import { expectProblem } from '../../expectProblem';
import { causes } from '../../nodeTexts';
import { PROJECT_PATH, WORK_ITEM_ID } from './useNames';
import { tags, TYPE_ID, useProperties } from './useProperties';

const startServer = useProperties();

const requiredTags = { ...tags, is_required: true };

/** The value of the property, which a work item may have. */
const valuePlace: INodeParameters = {
	workItemId: byId(WORK_ITEM_ID),
	typeId: byId(TYPE_ID),
	propertyId: byId(tags.id),
};

describe('An empty list', () => {
	it('is no value of a new work item', async () => {
		const server = startServer([tags]);

		const { error } = await server.createWithValues({ Tags: '[]' });

		expect(error).toBeUndefined();
		expect(server.sentValues()).toEqual({});
	});

	it('is no value for a property that is required', async () => {
		const server = startServer([requiredTags]);

		const { error } = await server.createWithValues({ Tags: '[]' });

		expectProblem(error, { about: 'Tags', cause: causes.noValue });
	});

	it('is not set as the value of one property', async () => {
		const server = startServer([tags]);

		const { error } = await server.run('workItemPropertyValue.set', { ...valuePlace, value: '[]' });

		expectProblem(error, { about: 'Tags', cause: causes.empty });
		expect(server.writes()).toEqual([]);
	});
});

describe('The values of a customer', () => {
	it('are removed by an empty list', async () => {
		const server = startServer([tags]);

		await server.updateCustomerValues({ Tags: '[]' });

		expect(server.writes()).toMatchObject([
			{ body: { customer_property_values: { [tags.id]: [] } } },
		]);
	});

	it('are not removed by an empty list if they are required', async () => {
		const server = startServer([requiredTags]);

		const { error } = await server.updateCustomerValues({ Tags: '[]' });

		expect(error?.message).toContain('Tags: the values cannot be removed');
		expect(server.writes()).toEqual([]);
	});
});

describe('A value that the type requires', () => {
	const external = { typeId: byId(TYPE_ID), externalSource: 'sheet', externalId: 'row-1' };

	it.each([
		['an empty list', '[]'],
		['an expression without a value', '={{ null }}'],
	])('is not removed by %s', async (_, value) => {
		const server = startServer([requiredTags]);

		const results = [
			await server.updateValues({ Tags: value }),
			await server.createWithValues(
				{ Tags: value },
				{ additionalFields: external, options: { ifItAlreadyExists: UPDATE_EXISTING } },
			),
		];

		expect(results.map(({ error }) => error?.message)).toEqual([
			expect.stringContaining('Tags: the values cannot be removed'),
			expect.stringContaining('Tags: the values cannot be removed'),
		]);
		expect(server.writes()).toEqual([]);
	});

	it.each([
		['a value', requiredTags],
		// New work items have the default. An existing one would have nothing.
		['a value with a default', { ...requiredTags, default_value: ['red'] }],
	])('is not removed by Delete: %s', async (_, property) => {
		const server = startServer([property]);

		const { error } = await server.run('workItemPropertyValue.delete', valuePlace);

		expect(error?.message).toContain('Tags: the values cannot be removed');
		expect(server.writes()).toEqual([]);
	});
});

describe('Delete', () => {
	const deleted = { 'DELETE *': jsonResponse({}, 204) };
	const deletion = {
		route: `DELETE work-items/${WORK_ITEM_ID}/work-item-properties/${tags.id}/values/`,
	};

	it.each([
		['a value that the type does not require', [tags]],
		['the value of a property that the type does not have, which Plane has to judge', []],
	])('removes %s', async (_, properties) => {
		const server = startServer(properties, deleted);

		const { error } = await server.run('workItemPropertyValue.delete', valuePlace);

		expect(error).toBeUndefined();
		expect(server.writes()).toMatchObject([deletion]);
	});

	it.each([
		['removes nothing', 'fail', []],
		['removes the value', 'continue', [deletion]],
	])('%s if the type is not found and If Not Found is %s', async (_, ifNotFound, writes) => {
		const server = startServer([], {
			...deleted,
			[`GET ${PROJECT_PATH}/work-item-types/${TYPE_ID}/work-item-properties/`]: jsonResponse(
				{ error: 'Not found' },
				404,
			),
		});

		const { error } = await server.run('workItemPropertyValue.delete', {
			...valuePlace,
			options: { ifNotFound },
		});

		expect(error === undefined).toBe(writes.length > 0);
		expect(server.writes()).toMatchObject(writes);
	});
});
