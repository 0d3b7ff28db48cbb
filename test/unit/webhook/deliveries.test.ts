import { describe, expect, it, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { readDelivery } from '../../../nodes/PlaneTrigger/deliveries/readDelivery';
import { hasValidSignature, extractSecret } from '../../../nodes/PlaneTrigger/deliveries/signature';
import { documented } from '../../service/documented/deliveries';
import { deliveries, secret } from '../../service/observed/webhooks';
import { firstText } from '../../../nodes/shared/rows/firstText';

/** What a real server sent, and what is documented of version 2. Bodies that no server sends are named so. */
const parsed = (body: string) => JSON.parse(body) as JsonObject;

describe.each(deliveries)('the recorded delivery of "$what"', ({ body, signature }) => {
	const bytes = Buffer.from(body);

	it('is signed with the secret, to the last byte', () => {
		expect(hasValidSignature(bytes, signature, secret)).toBe(true);

		for (const at of [0, Math.floor(bytes.length / 2), bytes.length - 1]) {
			const other = Buffer.from(bytes);

			other[at] = (other[at] ?? 0) ^ 1;
			expect(hasValidSignature(other, signature, secret)).toBe(false);
		}

		expect(hasValidSignature(Buffer.from(JSON.stringify(parsed(body))), signature, secret)).toBe(
			false,
		);
	});

	it('has its record as it was sent, whatever the spelling of the server (row 41)', () => {
		const delivery = readDelivery(parsed(body));
		const older = { ...parsed(body), action: firstText(parsed(body), 'action').replace(/d$/, '') };

		expect(delivery?.event.record).toMatchObject(parsed(body).data as JsonObject);
		expect(delivery?.event.workspaceId).toBe(parsed(body).workspace_id);
		expect(delivery?.version).toBe(1);
		expect(readDelivery(older)?.event).toEqual(delivery?.event);
	});
});

test.each([...documented])('the documented delivery %s is signed with its secret', (_, sample) => {
	expect(hasValidSignature(Buffer.from(sample.rawBody), sample.signature, sample.secret)).toBe(
		true,
	);
});

test.each([
	['no signature', undefined],
	['an empty one', ''],
	['one of another length', 'ab'],
	['no digits', 'x'.repeat(64)],
	['several', ['a', 'b']],
])('nothing is signed with %s', (_, signature) => {
	expect(hasValidSignature(Buffer.from('{}'), signature, secret)).toBe(false);
});

test.each([
	['another secret', `${secret}0`],
	['none', ''],
])('nothing is signed with %s', (_, other) => {
	const [{ body, signature } = { body: '', signature: '' }] = deliveries;

	expect(hasValidSignature(Buffer.from(body), signature, other)).toBe(false);
});

describe('a signing secret', () => {
	const SECRET = 'plane_wh_0123456789abcdef0123456789abcdef';

	test.each([
		['alone', SECRET],
		['with a line break at its end', `${SECRET}\n`],
		['in quotes (case P58)', `"${SECRET}"`],
		['in single quotes (case P58)', `'${SECRET}'`],
		['in the whole line of the CSV file (case P58)', `Acme,${SECRET}`],
		['in a line with quotes and its heading (case P58)', `"secret_key"\r\n"${SECRET}"\r\n`],
		['twice', `${SECRET} ${SECRET}`],
	])('is found %s', (_, pasted) => {
		expect(extractSecret(pasted)).toBe(SECRET);
	});

	test.each([
		['text of another kind', ' a\n', 'a'],
		['two secrets', 'plane_wh_01234567,plane_wh_89abcdef', 'plane_wh_01234567,plane_wh_89abcdef'],
		['one within another word', 'xplane_wh_01234567', 'xplane_wh_01234567'],
		['no text', undefined, ''],
		['a number', 5, ''],
		['a list', ['a'], ''],
	])('is taken as it was entered where that is %s', (_, given, expected) => {
		expect(extractSecret(given)).toBe(expected);
	});
});

describe('a recorded delivery', () => {
	/** The values of what is reported of a step. */
	const report = (what: string, index = 0) => {
		const { body = '' } = deliveries.filter((each) => each.what === what)[index] ?? {};
		const { event, action, field, oldValue, newValue, previous } =
			readDelivery(parsed(body))?.event ?? {};

		return { event, action, field, oldValue, newValue, previous };
	};

	const ADA = '7d04ea1f-68d1-4521-8814-f5dd4e8c2e91';
	const BUG = 'a515253b-d81d-4936-aed7-8d9342f72b46';
	const TODO = 'c505f829-31c7-49e8-aab9-c5d8192af6f6';
	const DOING = 'afc28be6-b53c-41a3-bdee-7187d4d71cbf';
	const SAME = 'name and priority changed in one request';
	const CLEARED = 'assignees and labels cleared';

	test.each<[string, number, string, string, string | null, JsonValue, JsonValue]>([
		['work item created', 0, 'workItem', 'created', null, null, null],
		['state changed', 0, 'workItem', 'updated', 'state', TODO, DOING],
		[SAME, 0, 'workItem', 'updated', 'name', 'First', 'First, changed'],
		[SAME, 1, 'workItem', 'updated', 'priority', 'low', 'high'],
		[CLEARED, 0, 'workItem', 'updated', 'assignees', [ADA], []],
		[CLEARED, 1, 'workItem', 'updated', 'labels', [BUG], []],
		['days set', 1, 'workItem', 'updated', 'target_date', null, '2026-12-24'],
		['comment created', 0, 'workItemComment', 'created', null, null, null],
		['comment updated', 0, 'workItemComment', 'updated', 'comment', '<p>Good</p>', '<p>Better</p>'],
		['project deleted', 0, 'project', 'deleted', null, null, null],
	])(
		'of "%s" (%i) is reported as %s %s',
		(what, index, event, action, field, oldValue, newValue) => {
			const previous = field === null ? {} : { [field]: oldValue };

			expect(report(what, index)).toEqual({ event, action, field, oldValue, newValue, previous });
		},
	);

	it('of a comment has its words and names its work item', () => {
		const { body = '' } = deliveries.find(({ what }) => what === 'comment created') ?? {};

		expect(readDelivery(parsed(body))?.event).toMatchObject({
			workItem: { id: '5c71a261-ff0c-40d3-8c68-79f283ee0b0a' },
			record: { comment_html: '<p>Good</p>', comment_stripped: 'Good' },
		});
	});
});

test.each(['constructor', '__proto__'])('a field or an event called %s is a text', (name) => {
	const activity = { field: name, old_value: 'a', new_value: 'b' };
	const delivery = readDelivery({ event: name, action: 'updated', data: { id: 'i1' }, activity });

	expect(delivery?.event).toMatchObject({ event: name, action: 'updated', field: name });
});

test.each([
	null,
	[],
	'text',
	{},
	{ event: 'issue' },
	{ event: 'issue', action: 'x', data: 'y' },
	{ event: 'issue', data: {} },
	{ action: 'created', data: {} },
	{ version: 'v2', event: 'workitem', data: {} },
	{ version: 'v2', event: 'workitem.updated!', data: {} },
	{ version: 'v2', event: 'workitem.updated', data: 'text' },
	{ version: 'v2', event: 'workitem.updated' },
	{ version: 'v2', event: '.updated', data: {} },
	{ version: 'v2', event: 5, data: {} },
])('%j is no delivery', (body) => {
	expect(readDelivery(body)).toBeUndefined();
});
