import { describe, expect, it } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import { jsonResponse } from '../../unit/responses';
import { TYPE, VERSION, workItemWithProperty } from '../reads/customProperties';
import { connectionLost } from './lostCreate';
import { RECORD, useProject } from './useProject';

const startProject = useProject();

describe('A custom property that is set after a change of it that was not answered', () => {
	const property: JsonObject = {
		id: VERSION,
		display_name: 'Version',
		property_type: 'TEXT',
		is_active: true,
	};

	it.each([
		['to the value that it had before', 'one', ['one']],
		['to nothing', null, []],
	])('is set again: %s', async (_, last, expected) => {
		const stored: JsonValue[] = [];
		const values = `work-items/${RECORD}/work-item-properties/${VERSION}/values/`;
		const server = startProject({
			...workItemWithProperty(property),
			[`GET work-items/${RECORD}/work-item-properties/values/`]: () =>
				jsonResponse([{ property_id: VERSION, values: [...stored] }]),
			[`POST ${values}`]: ({ body }) => {
				stored.splice(0, 1, body?.value ?? null);

				return body?.value === 'two' ? connectionLost : jsonResponse({}, 201);
			},
			[`DELETE ${values}`]: () => {
				stored.splice(0);

				return jsonResponse({}, 204);
			},
		});

		const { json } = await server.run(
			'workItem.update',
			{
				workItemId: byId(RECORD),
				updateFields: { typeId: byId(TYPE) },
				setCustomProperties: true,
				customProperties: {
					mappingMode: 'defineBelow',
					value: { [VERSION]: '={{ $json.version }}' },
					schema: [{ id: VERSION, displayName: 'Version' }],
				},
			},
			{
				items: jsonItems(['one', 'two', last].map((version) => ({ version }))),
				onError: 'continueRegularOutput',
			},
		);

		expect(json.map(({ error }) => error !== undefined)).toEqual([false, true, false]);
		expect(stored).toEqual(expected);
	});
});
