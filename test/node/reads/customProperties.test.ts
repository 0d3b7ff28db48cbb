import { describe, expect, it } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import type { Outcome } from '../../../nodes/shared/transport/response';
import { byId } from '../../engine/samples';
import type { Routes } from '../../unit/fakePlane';
import { jsonResponse } from '../../unit/responses';
import { useAnswers } from '../useAnswers';
import { listOf } from '../writes/lostCreate';
import { PROJECT, RECORD } from '../writes/useProject';
import { formattedText, NOTES, SEVERITY, showFormattedText, VERSION } from './customProperties';

const startServer = useAnswers();

const inProject = `GET projects/${PROJECT}/`;
const allValues = `${inProject}work-items/${RECORD}/work-item-properties/values/`;
const optionsRoute = `${inProject}work-item-properties/${SEVERITY}/options/`;
const notFound = jsonResponse({ detail: 'Not found.' }, 404);

/** Properties as the list of a type has them (row 480). */
const severityWithoutOptions = {
	id: SEVERITY,
	display_name: 'Severity',
	property_type: 'OPTION',
};
const options = [{ id: 'o1', name: 'High' }];
const severity = { ...severityWithoutOptions, options };
const version = { id: VERSION, display_name: 'Version', property_type: 'TEXT', is_multi: true };

interface TypedItem {
	readonly record?: JsonObject;
	/** The properties of the type of the work item. */
	readonly properties?: JsonValue[];
	/** Those of another type. */
	readonly otherProperties?: JsonValue[];
	/** The response to a request for the value of a single property. */
	readonly single?: Outcome;
}

/** Reads a work item with its custom properties, from a server that lists these values. */
async function readItem(
	values: JsonValue,
	{
		record = { type_id: 't1' },
		properties = [severity, version],
		otherProperties = [],
		single = notFound,
	}: TypedItem = {},
) {
	const routes: Routes = {
		[inProject]: jsonResponse({ id: PROJECT, identifier: 'LNCH' }),
		[`${inProject}work-items/${RECORD}/`]: jsonResponse({ id: RECORD, ...record }),
		[allValues]: jsonResponse(values),
		[`${inProject}work-items/${RECORD}/work-item-properties/*/values/`]: single,
		[`${inProject}work-item-types/`]: jsonResponse([{ id: 't1' }, { id: 't2' }]),
		[`${inProject}work-item-types/t1/work-item-properties/`]: jsonResponse(properties),
		[`${inProject}work-item-types/t2/work-item-properties/`]: jsonResponse(otherProperties),
		[optionsRoute]: jsonResponse(options),
	};
	const server = startServer(routes);

	const { json, error } = await server.run('workItem.get', {
		projectId: byId(PROJECT),
		workItemId: byId(RECORD),
		options: { includeCustomProperties: true },
	});

	expect(error).toBeUndefined();

	return { properties: json[0]?.custom_properties, routes: server.routes() };
}

describe('The custom properties of a work item', () => {
	const [high, versions] = [
		{ property_id: SEVERITY, values: ['o1'] },
		{ property_id: VERSION, values: ['1.4', '1.5'] },
	];

	// Sources differ in the form of the list (row 470), and of a value (row 468).
	it.each<[form: string, values: JsonValue]>([
		['a row for each property', [high, versions]],
		[
			'a row for each value',
			[
				{ property_id: SEVERITY, value: 'o1' },
				{ property_id: VERSION, value: '1.4' },
				{ property_id: VERSION, value: '1.5' },
			],
		],
		[
			'values in objects',
			[
				{ property_id: SEVERITY, values: [{ value: 'o1' }] },
				{ property_id: VERSION, values: [{ value: '1.4' }, { value: '1.5' }] },
			],
		],
		['a list in a list', [[high, versions]]],
		['a page', { results: [high, versions] }],
	])('are read from %s', async (_, values) => {
		const { properties } = await readItem(values);

		expect(properties).toEqual({ Severity: 'High', Version: ['1.4', '1.5'] });
	});

	it('leave out those without a value', async () => {
		const { properties } = await readItem([
			{ property_id: SEVERITY, values: [] },
			{ property_id: VERSION, value: null },
		]);

		expect(properties).toEqual({});
	});

	it('are those of all types of the project if the record shows no type', async () => {
		const { properties, routes } = await readItem([high], { record: {} });

		expect(properties).toEqual({ Severity: 'High' });
		expect(routes).toContain(`${inProject}work-item-types/`);
	});

	it('have one entry for a property that two types share', async () => {
		const { properties } = await readItem([high], { record: {}, otherProperties: [severity] });

		expect(properties).toEqual({ Severity: 'High' });
	});

	it('have the names of their options if the list of properties leaves them out (row 480)', async () => {
		const { properties, routes } = await readItem([high], { properties: [severityWithoutOptions] });

		expect(properties).toEqual({ Severity: 'High' });
		expect(routes).toContain(optionsRoute);
	});

	describe('with a formatted text, of which the list of all values has only the ID (row 468),', () => {
		const notes = [{ property_id: NOTES, values: ['d1'] }];

		it('have its HTML, with one more request', async () => {
			const { properties, routes } = await readItem(notes, {
				properties: [formattedText, { ...formattedText, id: 'unset', display_name: 'Unset' }],
				single: jsonResponse(showFormattedText('<p>a</p>')),
			});

			expect(properties).toEqual({ Notes: '<p>a</p>' });
			expect(routes.filter((route) => route.endsWith('/values/'))).toEqual([
				allValues,
				allValues.replace('values', `${NOTES}/values`),
			]);
		});

		it('have its ID if the server does not show the text', async () => {
			const { properties } = await readItem(notes, {
				properties: [formattedText],
				single: jsonResponse({ id: 'v1', property_id: NOTES, value: 'd1' }),
			});

			expect(properties).toEqual({ Notes: 'd1' });
		});
	});
});

describe('The custom properties of a list of several projects', () => {
	const OTHER = '591af7ba-0000-4000-8000-000000000002';
	const inOther = `GET projects/${OTHER}/`;
	const row = (id: string, minute: number): JsonObject => ({
		id,
		type_id: 't1',
		created_at: `2026-01-01T00:0${minute}:00Z`,
	});

	it('stay with their work items if one was deleted after the list was read', async () => {
		const server = startServer({
			'GET projects/': listOf(
				{ id: PROJECT, identifier: 'LNCH', is_member: true },
				{ id: OTHER, identifier: 'OPS', is_member: true },
			),
			[inProject]: jsonResponse({ id: PROJECT, identifier: 'LNCH' }),
			[inOther]: jsonResponse({ id: OTHER, identifier: 'OPS' }),
			[`${inProject}work-items/`]: listOf(row('a', 5), row('b', 4), row('d', 2)),
			[`${inOther}work-items/`]: listOf(row('c', 3), row('e', 1)),
			'GET projects/*/work-item-types/t1/work-item-properties/': jsonResponse([version]),
			'GET projects/*/work-items/*/work-item-properties/values/': ({ route }) =>
				jsonResponse([{ property_id: VERSION, values: [route.split('/')[3] ?? ''] }]),
			[`${inProject}work-items/b/work-item-properties/values/`]: notFound,
			[`${inProject}work-items/b/`]: notFound,
		});

		const { json } = await server.run('workItem.getAll', {
			projectScope: 'several',
			projects: [PROJECT, OTHER],
			options: { includeCustomProperties: true },
		});

		expect(json).toMatchObject(
			['a', 'c', 'd', 'e'].map((id) => ({ id, custom_properties: { Version: [id] } })),
		);
		expect(json).toHaveLength(4);
	});
});
