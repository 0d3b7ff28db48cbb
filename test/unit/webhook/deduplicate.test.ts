import { expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { readDelivery } from '../../../nodes/PlaneTrigger/deliveries/readDelivery';
import {
	rememberDelivery,
	type RememberedDelivery,
} from '../../../nodes/PlaneTrigger/deliveries/deduplicate';
import { readDocumentedBody, readDocumentedBodies } from '../../service/documented/deliveries';
import { readRecordedBody, readRecordedBodies } from '../../service/observed/webhooks';
import { readFirstText } from '../../../nodes/shared/values/readFirstText';
import { withoutField } from './withoutField';

/** Counts the deliveries that are not recognised as repeats of earlier ones. */
function countNew(bodies: readonly JsonObject[]): number {
	let remembered: readonly RememberedDelivery[] = [];
	let count = 0;

	for (const body of bodies) {
		const delivery = readDelivery(body);
		if (delivery === undefined) throw new Error('This is not a delivery of Plane');

		const extended = rememberDelivery(remembered, delivery.fingerprint);
		if (extended === undefined) continue;

		count++;
		remembered = extended;
	}

	return count;
}

/** A recorded delivery with an `updated_at` some milliseconds later, and another activity. */
function withDelay(body: JsonObject, milliseconds: number, activity: JsonObject = {}): JsonObject {
	const data = body.data as JsonObject;
	const at = Date.parse(readFirstText(data, 'updated_at')) + milliseconds;

	return {
		...body,
		data: { ...data, updated_at: new Date(at).toISOString() },
		activity: { ...(body.activity as JsonObject), ...activity },
	};
}

test('all recorded and documented deliveries are new, and are repeats the second time', () => {
	const bodies = [...readRecordedBodies(), ...readDocumentedBodies()];

	expect(countNew(bodies)).toBe(bodies.length);
	expect(countNew([...bodies, ...bodies])).toBe(bodies.length);
});

test.each(['days set', 'state changed', 'comment created', 'work item created', 'comment updated'])(
	'a delivery of "%s" that is sent twice within five seconds is a repeat',
	(what) => {
		const body = readRecordedBody(what);

		expect(countNew([body, withDelay(body, 40)])).toBe(1);
		expect(countNew([body, withDelay(body, 5_000)])).toBe(1);
	},
);

test('a change of the state that is sent by name and by ID is a repeat', () => {
	const body = readRecordedBody('state changed');
	const { old_value = null, new_value = null } = body.activity as JsonObject;
	const byName = withDelay(body, 0, {
		field: 'state',
		old_value: 'Backlog',
		new_value: 'In Progress',
		old_identifier: old_value,
		new_identifier: new_value,
	});
	const byId = withDelay(body, 40, { field: 'state_id' });
	const byNameAlone = withDelay(body, 0, { old_value: 'Backlog', new_value: 'In Progress' });

	expect(countNew([byName, byId])).toBe(1);
	expect(countNew([byNameAlone, byId])).toBe(1);
});

test('a field that is changed, changed back and changed again within five seconds has three changes', () => {
	const body = readRecordedBody('state changed');
	const { old_value = null, new_value = null } = body.activity as JsonObject;
	const changedBack = withDelay(body, 500, { old_value: new_value, new_value: old_value });

	expect(countNew([body, changedBack, withDelay(body, 1_000)])).toBe(3);
});

test('the same change more than five seconds later is new', () => {
	const body = readRecordedBody('days set');

	expect(countNew([body, withDelay(body, 5_001)])).toBe(2);
});

test.each<[string, JsonObject]>([
	['another field', { field: 'name' }],
	['another value', { new_value: '2026-12-25' }],
])('a change of %s at the same moment is new', (_, activity) => {
	const body = readRecordedBody('days set');

	expect(countNew([body, withDelay(body, 0, activity)])).toBe(2);
});

test('updates that do not say what changed are new if their records differ (row 41)', () => {
	const body = withoutField(readRecordedBody('state changed'), 'activity');
	const renamed = { ...body, data: { ...(body.data as JsonObject), name: 'Second' } };

	expect(countNew([body, renamed, body])).toBe(2);
});

// No server is known to leave the time out.
test('a change without a time is a repeat only if no other change arrived in between', () => {
	const body = readRecordedBody('days set');
	const data = withoutField(body.data as JsonObject, 'updated_at');
	const changeTo = (day: string): JsonObject => ({
		...body,
		data,
		activity: { ...(body.activity as JsonObject), new_value: day },
	});

	expect(countNew([changeTo('2026-12-24'), changeTo('2026-12-24')])).toBe(1);
	expect(countNew([changeTo('2026-12-24'), changeTo('2026-12-25'), changeTo('2026-12-24')])).toBe(
		3,
	);
});

test('an event of version 2 is recognised by its ID, not by that of the delivery', () => {
	const body = readDocumentedBody('workitem.updated');

	expect(countNew([body, { ...body, delivery_id: 'd2' }])).toBe(1);
	expect(countNew([body, { ...body, event_id: 'e2' }])).toBe(2);
});

// No server is known to leave these IDs out.
test('an event of version 2 without an ID is recognised by the ID of the delivery, or by its content', () => {
	const body = withoutField(readDocumentedBody('workitem.updated'), 'event_id');
	const withoutIds = withoutField(body, 'delivery_id');

	expect(countNew([body, { ...body, delivery_id: 'd2' }, body])).toBe(2);
	expect(countNew([withoutIds, { ...withoutIds, data: { id: 'i2' } }, withoutIds])).toBe(2);
});

test('repeats are recognised among the last 200 deliveries', () => {
	const body = readDocumentedBody('workitem.created');
	const withNumber = (number: number) => ({ ...body, event_id: `e${number}` });
	const bodies = Array.from({ length: 201 }, (_, number) => withNumber(number));

	expect(countNew([...bodies, withNumber(1)])).toBe(201);
	expect(countNew([...bodies, withNumber(0)])).toBe(202);
});
