import { describe, expect, it, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { readDelivery } from '../../../nodes/PlaneTrigger/deliveries/readDelivery';
import { hasValidSignature, extractSecret } from '../../../nodes/PlaneTrigger/deliveries/signature';
import { documentedDeliveries } from '../../service/documented/deliveries';
import { recordedDeliveries, recordedSecret } from '../../service/observed/webhooks';
import { readFirstText } from '../../../nodes/shared/values/readFirstText';

// Deliveries are recorded (version 1) or documented (version 2); comments say where no server sends a body.

const parse = (body: string) => JSON.parse(body) as JsonObject;

describe.each(recordedDeliveries)('the recorded delivery of "$what"', ({ body, signature }) => {
	const bytes = Buffer.from(body);

	it('the signature is valid, and invalid if a byte is changed', () => {
		expect(hasValidSignature(bytes, signature, recordedSecret)).toBe(true);

		for (const at of [0, Math.floor(bytes.length / 2), bytes.length - 1]) {
			const changed = Buffer.from(bytes);

			changed[at] = (changed[at] ?? 0) ^ 1;

			expect(hasValidSignature(changed, signature, recordedSecret)).toBe(false);
		}

		const reserialized = Buffer.from(JSON.stringify(parse(body)));

		expect(hasValidSignature(reserialized, signature, recordedSecret)).toBe(false);
	});

	it('the event has the record as it was sent, however the server spells the action (row 41)', () => {
		const delivery = readDelivery(parse(body));
		const fromOldServer = {
			...parse(body),
			action: readFirstText(parse(body), 'action').replace(/d$/, ''),
		};

		expect(delivery?.event.record).toMatchObject(parse(body).data as JsonObject);
		expect(delivery?.event.workspaceId).toBe(parse(body).workspace_id);
		expect(delivery?.version).toBe(1);
		expect(readDelivery(fromOldServer)?.event).toEqual(delivery?.event);
	});
});

test.each([...documentedDeliveries])(
	'the documented delivery %s has a valid signature',
	(_, { rawBody, signature, secret }) => {
		expect(hasValidSignature(Buffer.from(rawBody), signature, secret)).toBe(true);
	},
);

test.each([
	['is missing', undefined],
	['is empty', ''],
	['has another length', 'ab'],
	['has no digits', 'x'.repeat(64)],
	['is a list', ['a', 'b']],
])('a signature is invalid if it %s', (_, signature) => {
	expect(hasValidSignature(Buffer.from('{}'), signature, recordedSecret)).toBe(false);
});

test.each([
	['another secret', `${recordedSecret}0`],
	['no secret', ''],
])('a signature is invalid for %s', (_, otherSecret) => {
	const [{ body, signature } = { body: '', signature: '' }] = recordedDeliveries;

	expect(hasValidSignature(Buffer.from(body), signature, otherSecret)).toBe(false);
});

describe('extractSecret', () => {
	const SECRET = 'plane_wh_0123456789abcdef0123456789abcdef';

	test.each([
		['alone', SECRET],
		['with a line break at its end', `${SECRET}\n`],
		['in quotes', `"${SECRET}"`],
		['in single quotes', `'${SECRET}'`],
		['in the whole line of the CSV file', `Acme,${SECRET}`],
		['in a line with quotes and its heading', `"secret_key"\r\n"${SECRET}"\r\n`],
		['twice', `${SECRET} ${SECRET}`],
	])('finds a secret %s', (_, pasted) => {
		expect(extractSecret(pasted)).toBe(SECRET);
	});

	test.each([
		['another text', ' a\n', 'a'],
		['two secrets', 'plane_wh_01234567,plane_wh_89abcdef', 'plane_wh_01234567,plane_wh_89abcdef'],
		['a secret within another word', 'xplane_wh_01234567', 'xplane_wh_01234567'],
		['undefined', undefined, ''],
		['a number', 5, ''],
		['a list', ['a'], ''],
	])('returns the trimmed text, or an empty one, for %s', (_, value, expected) => {
		expect(extractSecret(value)).toBe(expected);
	});
});

describe('events of recorded deliveries', () => {
	/** The values in the event of a recorded delivery. */
	const readEvent = (what: string, index = 0) => {
		const { body = '' } =
			recordedDeliveries.filter((delivery) => delivery.what === what)[index] ?? {};
		const { event, action, field, oldValue, newValue, previous } =
			readDelivery(parse(body))?.event ?? {};

		return { event, action, field, oldValue, newValue, previous };
	};

	const ADA = '7d04ea1f-68d1-4521-8814-f5dd4e8c2e91';
	const BUG = 'a515253b-d81d-4936-aed7-8d9342f72b46';
	const TODO = 'c505f829-31c7-49e8-aab9-c5d8192af6f6';
	const DOING = 'afc28be6-b53c-41a3-bdee-7187d4d71cbf';
	const TWO_CHANGES = 'name and priority changed in one request';
	const CLEARED = 'assignees and labels cleared';

	test.each<[string, number, string, string, string | null, JsonValue, JsonValue]>([
		['work item created', 0, 'workItem', 'created', null, null, null],
		['state changed', 0, 'workItem', 'updated', 'state', TODO, DOING],
		[TWO_CHANGES, 0, 'workItem', 'updated', 'name', 'First', 'First, changed'],
		[TWO_CHANGES, 1, 'workItem', 'updated', 'priority', 'low', 'high'],
		[CLEARED, 0, 'workItem', 'updated', 'assignees', [ADA], []],
		[CLEARED, 1, 'workItem', 'updated', 'labels', [BUG], []],
		['days set', 1, 'workItem', 'updated', 'target_date', null, '2026-12-24'],
		['comment created', 0, 'workItemComment', 'created', null, null, null],
		['comment updated', 0, 'workItemComment', 'updated', 'comment', '<p>Good</p>', '<p>Better</p>'],
		['project deleted', 0, 'project', 'deleted', null, null, null],
	])(
		'the delivery of "%s" (%i) is reported as %s %s',
		(what, index, event, action, field, oldValue, newValue) => {
			const previous = field === null ? {} : { [field]: oldValue };

			expect(readEvent(what, index)).toEqual({
				event,
				action,
				field,
				oldValue,
				newValue,
				previous,
			});
		},
	);

	it('the event of a comment has its plain text and its work item', () => {
		const { body = '' } = recordedDeliveries.find(({ what }) => what === 'comment created') ?? {};

		expect(readDelivery(parse(body))?.event).toMatchObject({
			workItem: { id: '5c71a261-ff0c-40d3-8c68-79f283ee0b0a' },
			record: { comment_html: '<p>Good</p>', comment_stripped: 'Good' },
		});
	});
});

test.each(['constructor', '__proto__'])(
	'an event and a field named %s are reported by these names',
	(name) => {
		const activity = { field: name, old_value: 'a', new_value: 'b' };

		const delivery = readDelivery({ event: name, action: 'updated', data: { id: 'i1' }, activity });

		expect(delivery?.event).toMatchObject({ event: name, action: 'updated', field: name });
	},
);

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
])('%j is not a delivery of Plane', (body) => {
	expect(readDelivery(body)).toBeUndefined();
});
