import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { readRecord } from '../../../nodes/Plane/execute/readRecords';
import { updateRecord } from '../../../nodes/Plane/execute/write/updateRecord';
import { writeWithCustomValues } from '../../../nodes/Plane/execute/write/writeCustomValues';
import type { Call } from '../../../nodes/shared/model/call';
import { getWorkItem, updateWorkItem } from '../../../nodes/shared/operations';
import { date, type Field, number, text } from '../../../nodes/shared/fields/kinds';
import { isProblem } from '../../../nodes/shared/result/problem';
import { writeDefaults } from '../calls';
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
const version = { id: 'version', display_name: 'Version', property_type: 'TEXT', is_multi: true };

/** Reads a work item with its custom properties from a server that lists them like this. */
async function readItem(
	values: JsonValue,
	{
		record = { type_id: 't1' },
		properties = [severity, version],
	}: {
		readonly record?: JsonObject;
		readonly properties?: JsonValue[];
	} = {},
) {
	const server = createExecution({
		'GET projects/p1/': jsonResponse({ id: 'p1', identifier: 'LNCH' }),
		'GET projects/p1/work-items/w1/': jsonResponse({ id: 'w1', ...record }),
		'GET projects/p1/work-items/w1/work-item-properties/values/': jsonResponse(values),
		'GET projects/p1/work-item-types/': jsonResponse([{ id: 't1' }, { id: 't2' }]),
		'GET projects/p1/work-item-types/t1/work-item-properties/': jsonResponse(properties),
		'GET projects/p1/work-item-types/t2/work-item-properties/': jsonResponse([]),
		'GET projects/p1/work-item-properties/severity/options/': jsonResponse(options),
	});
	const result = await readRecord(getCall, server.execution);
	const output = !isProblem(result) && result.kind === 'outputs' ? result.outputs[0] : undefined;

	return { properties: output?.json.custom_properties, routes: server.routes() };
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

	test('have the names of their options if the list of properties leaves them out (row 480)', async () => {
		const { properties, routes } = await readItem([{ property_id: 'severity', value: 'o1' }], {
			properties: [severityWithoutOptions],
		});

		expect(properties).toEqual({ Severity: 'High' });
		expect(routes).toContain('GET projects/p1/work-item-properties/severity/options/');
	});
});

describe('an update of custom properties', () => {
	const write = async (field: Field, sent: JsonValue, stored: readonly JsonValue[]) => {
		const path = `projects/p1/work-items/w1/work-item-properties/${field.wire}/values/`;
		const server = createExecution({
			'PATCH projects/p1/work-items/w1/': jsonResponse({ id: 'w1' }),
			'GET projects/p1/work-items/w1/work-item-properties/values/': jsonResponse([
				{ property_id: field.wire, values: [...stored] },
			]),
			[`POST ${path}`]: jsonResponse({ value: sent }),
			[`DELETE ${path}`]: jsonResponse({}, 204),
		});
		const call: Call<'update'> = {
			...place,
			...writeDefaults,
			kind: 'update',
			operation: updateWorkItem,
			body: { type_id: 't1' },
			customValues: { timezone: 'UTC', entered: {}, typed: [{ field, sent }] },
		};

		await writeWithCustomValues(
			call,
			server.execution,
			async (own) => await updateRecord(own, server.execution),
		);

		return server.routes().slice(2);
	};

	test.each<[what: string, field: Field, sent: JsonValue, stored: JsonValue[]]>([
		['a number that is stored as text', number('effort', ''), 5, ['5.0']],
		['a day that is stored with a time', date('due', ''), '2026-03-31', ['2026-03-31T00:00:00Z']],
		['several values in another order', text('tags', ''), ['a', 'b'], ['b', 'a']],
		['no value where there is none', text('note', ''), null, []],
	])('sends nothing for %s', async (_, field, sent, stored) => {
		expect(await write(field, sent, stored)).toEqual([]);
	});

	test.each<[what: string, sent: JsonValue, stored: JsonValue[], method: string]>([
		['another value', 'b', ['a'], 'POST'],
		['fewer values', ['a'], ['a', 'b'], 'POST'],
		['no value where there is one', null, ['a'], 'DELETE'],
		[
			'a formatted text, whose text the list does not have',
			{ description_html: '<p>a</p>' },
			['x'],
			'POST',
		],
	])('sends %s', async (_, sent, stored, method) => {
		expect(await write(text('note', ''), sent, stored)).toEqual([
			`${method} projects/p1/work-items/w1/work-item-properties/note/values/`,
		]);
	});
});
