import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, JsonObject, JsonValue, NodeParameterValueType } from 'n8n-workflow';

import { byId } from '../../engine/samples';
import { jsonResponse } from '../../unit/responses';
import { RECORD, useProject } from '../writes/useProject';
import {
	formattedText,
	showFormattedText,
	TYPE,
	VERSION,
	workItemWithProperty,
} from './customProperties';

const startProject = useProject();

const property = (kind: string, more: JsonObject = {}): JsonObject & { id: string } => ({
	id: VERSION,
	display_name: 'Value',
	property_type: kind,
	is_active: true,
	...more,
});
const texts = property('TEXT', { is_multi: true });

/**
 * Updates a property of a work item from a server that has these values of it.
 *
 * @param single the response to a request for the value of this property alone
 * @returns the requests that set or remove values
 */
async function update(
	definition: JsonObject & { id: string },
	value: NodeParameterValueType,
	stored: readonly JsonValue[],
	single: JsonObject = {},
) {
	const { id } = definition;
	const values = `work-items/${RECORD}/work-item-properties/values/`;
	const own = `work-items/${RECORD}/work-item-properties/${id}/values/`;
	const server = startProject({
		...workItemWithProperty(definition),
		[`GET ${values}`]: jsonResponse([{ property_id: id, values: [...stored] }]),
		[`GET ${own}`]: jsonResponse(single),
		[`POST ${own}`]: jsonResponse({}, 201),
		[`DELETE ${own}`]: jsonResponse({}, 204),
	});
	const parameters: INodeParameters = {
		workItemId: byId(RECORD),
		updateFields: { typeId: byId(TYPE) },
		setCustomProperties: true,
		customProperties: {
			mappingMode: 'defineBelow',
			value: { [id]: value },
			schema: [{ id, displayName: 'Value' }],
		},
	};

	const { error } = await server.run('workItem.update', parameters);

	expect(error).toBeUndefined();

	return server
		.requests()
		.filter(({ route }) => /^(POST|DELETE)/.test(route))
		.map(({ route, body }) => ({ method: route.split(' ')[0], value: body?.value }));
}

describe('An update of a custom property', () => {
	it.each<
		[what: string, definition: JsonObject & { id: string }, NodeParameterValueType, JsonValue[]]
	>([
		['a number that is stored as text', property('DECIMAL'), 5, ['5.0']],
		[
			'a day that is stored with a time',
			property('DATETIME'),
			'2026-03-31',
			['2026-03-31T00:00:00Z'],
		],
		['several values in another order', texts, 'a, b', ['b', 'a']],
		['a value twice that is stored once', texts, 'a, a', ['a']],
		['no value where there is none', property('TEXT'), '={{ null }}', []],
	])('sends nothing for %s', async (_, definition, value, stored) => {
		expect(await update(definition, value, stored)).toEqual([]);
	});

	it.each<
		[
			what: string,
			definition: JsonObject & { id: string },
			value: NodeParameterValueType,
			stored: JsonValue[],
			request: object,
		]
	>([
		['another value', property('TEXT'), 'b', ['a'], { method: 'POST', value: 'b' }],
		['fewer values', texts, 'a', ['a', 'b'], { method: 'POST', value: ['a'] }],
		[
			'the removal of a value',
			property('TEXT'),
			'={{ null }}',
			['a'],
			{ method: 'DELETE', value: undefined },
		],
		[
			'a formatted text if the server does not show the stored one',
			formattedText,
			'<p>a</p>',
			['d1'],
			{ method: 'POST', value: { description_html: '<p>a</p>' } },
		],
	])('sends %s', async (_, definition, value, stored, request) => {
		expect(await update(definition, value, stored)).toEqual([request]);
	});

	it.each([
		['sends nothing for the same formatted text in another form (row 180)', '<p>"a"</p>', []],
		[
			'sends another formatted text',
			'<p>b</p>',
			[{ method: 'POST', value: { description_html: '<p>b</p>' } }],
		],
	])('%s', async (_, html, expected) => {
		const single = showFormattedText('<p>&quot;a&quot;</p>');

		expect(await update(formattedText, html, ['d1'], single)).toEqual(expected);
	});
});
