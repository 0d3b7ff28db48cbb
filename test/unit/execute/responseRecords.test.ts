import { describe, expect, test } from '@jest/globals';
import type { JsonValue } from 'n8n-workflow';

import { getLastPathId, recordsInResponse } from '../../../nodes/Plane/execute/responseRecords';
import type { Call, ServiceCall } from '../../../nodes/shared/model/call';
import { deleteLink, updateProjectFeatures } from '../../../nodes/shared/operations';
import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { create, update } from '../calls';
import { jsonResponse, textResponse, webPage } from '../responses';

// A record as it is, 204 without a body (row 22), arrays as for relations (row 33). No server is
// known to send the rest, which must not lose an item.

const noContent = textResponse('', 204);
const record = { id: 'a', x: { y: [1] } };
const NO_RECORD = 'The response of the server is not a record';
const WEB_PAGE = 'The Base URL of the credential leads to a web page, not to the API of Plane';

const link: Call<'action'> = {
	kind: 'action',
	operation: deleteLink,
	itemIndex: 0,
	workspace: 'acme',
	ignoreMissing: false,
	path: { project_id: 'p1', work_item_id: 'w1', link_id: 'k1' },
};

/** The path of the features of a project ends in `features/`: they have no ID. */
const features = { ...update, operation: updateProjectFeatures };

describe('recordsInResponse', () => {
	test.each<[title: string, response: HttpResponse, call: ServiceCall, records: JsonValue[]]>([
		['the record of the response unchanged', jsonResponse(record), update, [record]],
		['each record of a list', jsonResponse([record, { id: 'b' }]), update, [record, { id: 'b' }]],
		['the ID of the updated record for an empty response', noContent, update, [{ id: 'm1' }]],
		['a success for an empty response to a create', noContent, create, [{ success: true }]],
		['no ID of another record', jsonResponse({ wiki: true }), features, [{ wiki: true }]],
		['a success for an empty response without a record', noContent, features, [{ success: true }]],
	])('returns %s', (_, response, call, records) => {
		expect(recordsInResponse(response, call)).toEqual(records);
	});

	test.each([
		['text', jsonResponse('ok'), NO_RECORD],
		['a list of texts', jsonResponse(['a']), NO_RECORD],
		['a list with a text', jsonResponse([record, 'a']), NO_RECORD],
		['an empty list, which would silently drop the item', jsonResponse([]), NO_RECORD],
		['null', jsonResponse(null), NO_RECORD],
		['plain text', textResponse('ok'), NO_RECORD],
		['a web page', webPage(), WEB_PAGE],
	])('refuses %s', (_, response, message) => {
		expect(recordsInResponse(response, update)).toMatchObject({ message });
	});
});

test.each<[title: string, call: ServiceCall, id: string]>([
	['the last value of its path', link, 'k1'],
	['an empty text if the path has no value for it', { ...link, path: {} }, ''],
	['an empty text if the path takes no ID', create, ''],
])('getLastPathId returns %s', (_, call, id) => {
	expect(getLastPathId(call)).toBe(id);
});
