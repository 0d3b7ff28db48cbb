import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';

import type { Outcome } from '../../../nodes/shared/transport/response';
import { byId } from '../../engine/samples';
import { jsonResponse, textResponse, webPage } from '../../unit/responses';
import { RECORD, useProject } from '../writes/useProject';
import { causes, outcomes } from '../../nodeTexts';

// A record as it is, 204 without a body (row 22), arrays as for relations (row 33). No server is known to send the
// rest, which must not lose an item.

const startProject = useProject();

const noContent = textResponse('', 204);
const record = { id: 'a', x: { y: [1] } };

const UPDATE = 'module.update';
const moduleName = { moduleId: byId(RECORD), updateFields: { name: 'Release 2' } };

describe('A change returns', () => {
	it.each<
		[
			title: string,
			operation: string,
			parameters: INodeParameters,
			response: Outcome,
			records: JsonObject[],
		]
	>([
		['the record of the response, unchanged', UPDATE, moduleName, jsonResponse(record), [record]],
		[
			'each record of a list',
			UPDATE,
			moduleName,
			jsonResponse([record, { id: 'b' }]),
			[record, { id: 'b' }],
		],
		[
			'a record with the ID of the item if the response has none (row 14)',
			UPDATE,
			moduleName,
			jsonResponse({ name: 'Release 2' }),
			[{ id: RECORD, name: 'Release 2' }],
		],
		['the ID of the item for an empty response', UPDATE, moduleName, noContent, [{ id: RECORD }]],
		[
			'a success for an empty response to a create',
			'customer.create',
			{ name: 'Ada' },
			noContent,
			[{ success: true }],
		],
		[
			'no ID of another record',
			'project.updateFeatures',
			{ updateFields: { epics: true } },
			jsonResponse({ epics: true }),
			[{ epics: true }],
		],
		[
			'a success for an empty response about no record',
			'project.updateFeatures',
			{ updateFields: { epics: true } },
			noContent,
			[{ success: true }],
		],
	])('%s', async (_, operation, parameters, response, records) => {
		const server = startProject(() => response);

		const { json, error } = await server.run(operation, parameters);

		expect(error).toBeUndefined();
		expect(json).toEqual(records);
	});
});

describe('A change is an error, because it may have been saved,', () => {
	const NO_RECORD = causes.notARecord;

	it.each<[title: string, response: Outcome, message: string]>([
		['text', jsonResponse('ok'), NO_RECORD],
		['a list of texts', jsonResponse(['a']), NO_RECORD],
		['a list with a text', jsonResponse([record, 'a']), NO_RECORD],
		['an empty list, which would silently drop the item', jsonResponse([]), NO_RECORD],
		['null', jsonResponse(null), NO_RECORD],
		['plain text', textResponse('ok'), NO_RECORD],
		['a web page', webPage(), causes.webPage],
	])('if the response is %s', async (_, response, message) => {
		const server = startProject(() => response);

		const { error } = await server.run(UPDATE, moduleName);

		expect(error?.message).toMatch(message);
		expect(error?.description).toContain(outcomes.maybeSaved);
	});
});
