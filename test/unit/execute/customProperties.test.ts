import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { readAcrossProjects } from '../../../nodes/Plane/execute/readAcrossProjects';
import { readRecord } from '../../../nodes/Plane/execute/readRecords';
import { writeRecord } from './inside';
import type { Call } from '../../../nodes/shared/model/call';
import { getWorkItem, getWorkItems, updateWorkItem } from '../../../nodes/shared/operations';
import { date, type Field, number, text } from '../../../nodes/shared/fields/kinds';
import { isProblem } from '../../../nodes/shared/result/problem';
import { list, writeDefaults } from '../calls';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse } from '../responses';
import { createExecution } from './testExecution';

const place = {
	itemIndex: 0,
	workspace: 'acme',
	path: { project_id: 'p1', work_item_id: 'w1' },
};

const getCall: Call<'get'> = {
	...place,
	kind: 'get',
	operation: getWorkItem,
	queryParameters: {},
	binaryField: '',
	includesCustomProperties: true,
	simplify: false,
};

/** Properties as the list of a type has them (row 480). */
const severityWithoutOptions = {
	id: 'severity',
	display_name: 'Severity',
	property_type: 'OPTION',
};
const options = [{ id: 'o1', name: 'High' }];
const severity = { ...severityWithoutOptions, options };
const notes = {
	id: 'notes',
	display_name: 'Notes',
	property_type: 'RELATION',
	relation_type: 'RICH_TEXT',
};
const version = { id: 'version', display_name: 'Version', property_type: 'TEXT', is_multi: true };

/** The value of a property with a formatted text (row 468). */
const showFormattedText = (html: string): JsonObject => ({
	id: 'v1',
	property_id: 'notes',
	value: 'd1',
	value_detail: { id: 'd1', description_html: html, description_stripped: 'a' },
});

/** Reads a work item with its custom properties from a server that lists them like this. */
async function readItem(
	values: JsonValue,
	{
		record = { type_id: 't1' },
		properties = [severity, version],
		propertiesOfOther = [],
		single = jsonResponse({}, 404),
	}: {
		readonly record?: JsonObject;
		readonly properties?: JsonValue[];
		/** Those of another type. */
		readonly propertiesOfOther?: JsonValue[];
		/** The response for the value of a single property. */
		readonly single?: Outcome;
	} = {},
) {
	const server = createExecution({
		'GET projects/p1/': jsonResponse({ id: 'p1', identifier: 'LNCH' }),
		'GET projects/p1/work-items/w1/': jsonResponse({ id: 'w1', ...record }),
		'GET projects/p1/work-items/w1/work-item-properties/values/': jsonResponse(values),
		'GET projects/p1/work-item-types/': jsonResponse([{ id: 't1' }, { id: 't2' }]),
		'GET projects/p1/work-item-types/t1/work-item-properties/': jsonResponse(properties),
		'GET projects/p1/work-item-types/t2/work-item-properties/': jsonResponse(propertiesOfOther),
		'GET projects/p1/work-items/w1/work-item-properties/*/values/': single,
		'GET projects/p1/work-item-properties/severity/options/': jsonResponse(options),
	});
	const result = await readRecord(getCall, server.execution);
	const row = !isProblem(result) && result.kind === 'rows' ? result.rows[0] : undefined;

	return { properties: row?.custom_properties, routes: server.routes() };
}

describe('the custom properties of a work item', () => {
	const expected = { Severity: 'High', Version: ['1.4', '1.5'] };

	// Sources differ in the form of the list (row 470), and of a value (row 468).
	test.each<[form: string, values: JsonValue]>([
		[
			'a row for each property',
			[
				{ property_id: 'severity', values: ['o1'] },
				{ property_id: 'version', values: ['1.4', '1.5'] },
			],
		],
		[
			'a row for each value',
			[
				{ property_id: 'severity', value: 'o1' },
				{ property_id: 'version', value: '1.4' },
				{ property_id: 'version', value: '1.5' },
			],
		],
		[
			'values in objects',
			[
				{ property_id: 'severity', values: [{ value: 'o1' }] },
				{ property_id: 'version', values: [{ value: '1.4' }, { value: '1.5' }] },
			],
		],
		[
			'a list in a list',
			[
				[
					{ property_id: 'severity', values: ['o1'] },
					{ property_id: 'version', values: ['1.4', '1.5'] },
				],
			],
		],
		[
			'a page',
			{
				results: [
					{ property_id: 'severity', values: ['o1'] },
					{ property_id: 'version', values: ['1.4', '1.5'] },
				],
			},
		],
	])('are read from %s', async (_, values) => {
		expect((await readItem(values)).properties).toEqual(expected);
	});

	test('leave out those without a value', async () => {
		const { properties } = await readItem([
			{ property_id: 'severity', values: [] },
			{ property_id: 'version', value: null },
		]);

		expect(properties).toEqual({});
	});

	test('are read from all types of the project if the record shows none', async () => {
		const { properties, routes } = await readItem([{ property_id: 'severity', value: 'o1' }], {
			record: {},
		});

		expect(properties).toEqual({ Severity: 'High' });
		expect(routes).toContain('GET projects/p1/work-item-types/');
	});

	test('have one entry for a property that two types share', async () => {
		const { properties } = await readItem([{ property_id: 'severity', value: 'o1' }], {
			record: {},
			propertiesOfOther: [severity],
		});

		expect(properties).toEqual({ Severity: 'High' });
	});

	// The list of all values has the ID of a formatted text, the value itself the text (row 468).
	test('have the HTML of a formatted text, with one more request', async () => {
		const { properties, routes } = await readItem([{ property_id: 'notes', values: ['d1'] }], {
			properties: [notes, { ...notes, id: 'unset', display_name: 'Unset' }],
			single: jsonResponse(showFormattedText('<p>a</p>')),
		});

		expect(properties).toEqual({ Notes: '<p>a</p>' });
		expect(routes.filter((route) => route.endsWith('/values/'))).toEqual([
			'GET projects/p1/work-items/w1/work-item-properties/values/',
			'GET projects/p1/work-items/w1/work-item-properties/notes/values/',
		]);
	});

	test('have the ID of a formatted text if the server does not show the text', async () => {
		const { properties } = await readItem([{ property_id: 'notes', values: ['d1'] }], {
			properties: [notes],
			single: jsonResponse({ id: 'v1', property_id: 'notes', value: 'd1' }),
		});

		expect(properties).toEqual({ Notes: 'd1' });
	});

	test('have the names of their options if the list of properties leaves them out (row 480)', async () => {
		const { properties, routes } = await readItem([{ property_id: 'severity', value: 'o1' }], {
			properties: [severityWithoutOptions],
		});

		expect(properties).toEqual({ Severity: 'High' });
		expect(routes).toContain('GET projects/p1/work-item-properties/severity/options/');
	});
});

describe('the custom properties of a list of several projects', () => {
	const part = (project: string): Call<'list'> => ({
		...list,
		operation: getWorkItems,
		path: { project_id: project },
		includesCustomProperties: true,
	});
	const row = (id: string, minute: number): JsonObject => ({
		id,
		type_id: 't1',
		created_at: `2026-01-01T00:0${minute}:00Z`,
	});
	/** A list in its envelope (row 5). */
	const page = (...rows: JsonObject[]) =>
		jsonResponse({ results: rows, total_count: rows.length, next_page_results: false });
	const missing = jsonResponse({ detail: 'Not found.' }, 404);

	test('stay with their work items if one was deleted after the list was read', async () => {
		const { execution } = createExecution({
			'GET projects/p1/': jsonResponse({ id: 'p1', identifier: 'LNCH' }),
			'GET projects/p2/': jsonResponse({ id: 'p2', identifier: 'OPS' }),
			'GET projects/p1/work-items/': page(row('a', 5), row('b', 4), row('d', 2)),
			'GET projects/p2/work-items/': page(row('c', 3), row('e', 1)),
			'GET projects/*/work-item-types/t1/work-item-properties/': jsonResponse([version]),
			'GET projects/*/work-items/*/work-item-properties/values/': ({ route }) =>
				jsonResponse([{ property_id: 'version', values: [route.split('/')[3] ?? ''] }]),
			'GET projects/p1/work-items/b/work-item-properties/values/': missing,
			'GET projects/p1/work-items/b/': missing,
		});
		const parts = [part('p1'), part('p2')];

		const result = await readAcrossProjects(part('p1'), { parts, closedProjects: [] }, execution);

		expect(!isProblem(result) && result.kind === 'rows' && result.rows).toEqual(
			['a', 'c', 'd', 'e'].map((id) =>
				expect.objectContaining({ id, custom_properties: { Version: [id] } }),
			),
		);
	});
});

describe('an update of custom properties', () => {
	const write = async (
		field: Field,
		sent: JsonValue,
		stored: readonly JsonValue[],
		single: JsonObject = {},
	) => {
		const path = `projects/p1/work-items/w1/work-item-properties/${field.wire}/values/`;
		const server = createExecution({
			'PATCH projects/p1/work-items/w1/': jsonResponse({ id: 'w1' }),
			'GET projects/p1/work-items/w1/work-item-properties/values/': jsonResponse([
				{ property_id: field.wire, values: [...stored] },
			]),
			[`GET ${path}`]: jsonResponse(single),
			[`POST ${path}`]: jsonResponse({ value: sent }),
			[`DELETE ${path}`]: jsonResponse({}, 204),
		});
		const call: Call<'update'> = {
			...place,
			...writeDefaults,
			kind: 'update',
			operation: updateWorkItem,
			body: { type_id: 't1' },
			customValues: { timezone: 'UTC', input: {}, values: [{ field, valueToSend: sent }] },
		};

		await writeRecord(call, server.execution);

		return server.routes().filter((route) => /^(POST|DELETE)/.test(route));
	};

	test.each<[what: string, field: Field, sent: JsonValue, stored: JsonValue[]]>([
		['a number that is stored as text', number('effort', ''), 5, ['5.0']],
		['a day that is stored with a time', date('due', ''), '2026-03-31', ['2026-03-31T00:00:00Z']],
		['several values in another order', text('tags', ''), ['a', 'b'], ['b', 'a']],
		['a value twice that is stored once', text('tags', ''), ['a', 'a'], ['a']],
		['no value where there is none', text('note', ''), null, []],
	])('sends nothing for %s', async (_, field, sent, stored) => {
		expect(await write(field, sent, stored)).toEqual([]);
	});

	test.each<[what: string, sent: JsonValue, stored: JsonValue[], method: string]>([
		['another value', 'b', ['a'], 'POST'],
		['fewer values', ['a'], ['a', 'b'], 'POST'],
		['a value twice where there are two', ['a', 'a'], ['a', 'b'], 'POST'],
		['no value where there is one', null, ['a'], 'DELETE'],
		[
			'a formatted text, whose text the server does not show',
			{ description_html: '<p>a</p>' },
			['x'],
			'POST',
		],
	])('sends %s', async (_, sent, stored, method) => {
		expect(await write(text('note', ''), sent, stored)).toEqual([
			`${method} projects/p1/work-items/w1/work-item-properties/note/values/`,
		]);
	});

	test.each([
		['sends nothing for the same formatted text in another form (row 180)', '<p>"a"</p>', []],
		[
			'sends another formatted text',
			'<p>b</p>',
			['POST projects/p1/work-items/w1/work-item-properties/notes/values/'],
		],
	])('%s', async (_, html, expected) => {
		const field = text('notes', '');
		const single = showFormattedText('<p>&quot;a&quot;</p>');

		expect(await write(field, { description_html: html }, ['d1'], single)).toEqual(expected);
	});
});
