import { expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { readDelivery } from '../../../nodes/PlaneTrigger/deliveries/readDelivery';
import {
	rememberDelivery,
	type RememberedDelivery,
} from '../../../nodes/PlaneTrigger/deliveries/deduplicate';
import { documented, documentedBody } from '../../service/documented/deliveries';
import { deliveries } from '../../service/observed/webhooks';
import { firstText } from '../../../nodes/shared/rows/firstText';
import { withoutField } from './withoutField';

/** How many of these deliveries are taken, one after the other. */
function countTaken(bodies: readonly JsonObject[]): number {
	let received: readonly RememberedDelivery[] = [];
	let taken = 0;

	for (const body of bodies) {
		const delivery = readDelivery(body);
		if (delivery === undefined) throw new Error('No delivery');

		const noted = rememberDelivery(received, delivery.fingerprint);
		if (noted === undefined) continue;

		taken++;
		received = noted;
	}

	return taken;
}

const recorded = (what: string): JsonObject =>
	JSON.parse(deliveries.find((each) => each.what === what)?.body ?? '{}') as JsonObject;

/** A recorded delivery that was written some milliseconds later. */
function later(body: JsonObject, milliseconds: number, activity: JsonObject = {}): JsonObject {
	const data = body.data as JsonObject;
	const at = Date.parse(firstText(data, 'updated_at')) + milliseconds;

	return {
		...body,
		data: { ...data, updated_at: new Date(at).toISOString() },
		activity: { ...(body.activity as JsonObject), ...activity },
	};
}

test('each recorded and each documented delivery is taken once', () => {
	const bodies = [
		...deliveries.map(({ body }) => JSON.parse(body) as JsonObject),
		...[...documented.keys()].map(documentedBody),
	];

	expect(countTaken(bodies)).toBe(bodies.length);
	expect(countTaken([...bodies, ...bodies])).toBe(bodies.length);
});

test.each(['days set', 'state changed', 'comment created', 'work item created', 'comment updated'])(
	'"%s" that is sent twice, 40 milliseconds apart, is taken once (case P33)',
	(what) => {
		const body = recorded(what);

		expect(countTaken([body, later(body, 40)])).toBe(1);
		expect(countTaken([body, later(body, 5_000)])).toBe(1);
	},
);

test('one change of a state that is sent by name and by ID is taken once (case P33)', () => {
	const body = recorded('state changed');
	const { old_value = null, new_value = null } = body.activity as JsonObject;
	const byName = later(body, 0, {
		field: 'state',
		old_value: 'Backlog',
		new_value: 'In Progress',
		old_identifier: old_value,
		new_identifier: new_value,
	});
	const byId = later(body, 40, { field: 'state_id' });
	const byNameAlone = later(body, 0, { old_value: 'Backlog', new_value: 'In Progress' });

	expect(countTaken([byName, byId])).toBe(1);
	expect(countTaken([byNameAlone, byId])).toBe(1);
});

test('a field that goes there, back and there again within five seconds has changed three times', () => {
	const body = recorded('state changed');
	const { old_value = null, new_value = null } = body.activity as JsonObject;
	const back = later(body, 500, { old_value: new_value, new_value: old_value });

	expect(countTaken([body, back, later(body, 1_000)])).toBe(3);
});

test('the same change more than five seconds later is another one', () => {
	const body = recorded('days set');

	expect(countTaken([body, later(body, 5_001)])).toBe(2);
});

test.each<[string, JsonObject]>([
	['another field', { field: 'name' }],
	['another value', { new_value: '2026-12-25' }],
])('%s at the same moment is another change', (_, activity) => {
	const body = recorded('days set');

	expect(countTaken([body, later(body, 0, activity)])).toBe(2);
});

test('updates that do not say what has changed (row 41) are each taken, if their records differ', () => {
	const body = withoutField(recorded('state changed'), 'activity');
	const other = { ...body, data: { ...(body.data as JsonObject), name: 'Second' } };

	expect(countTaken([body, other, body])).toBe(2);
});

// No server is known to leave the time out. A delivery is recognised as far as it goes.
test('a change without a time is a repeat only if no other change came in between', () => {
	const body = recorded('days set');
	const data = withoutField(body.data as JsonObject, 'updated_at');
	const to = (day: string): JsonObject => ({
		...body,
		data,
		activity: { ...(body.activity as JsonObject), new_value: day },
	});

	expect(countTaken([to('2026-12-24'), to('2026-12-24')])).toBe(1);
	expect(countTaken([to('2026-12-24'), to('2026-12-25'), to('2026-12-24')])).toBe(3);
});

test('an event of version 2 is recognised by its ID, in whatever delivery', () => {
	const body = documentedBody('workitem.updated');

	expect(countTaken([body, { ...body, delivery_id: 'd2' }])).toBe(1);
	expect(countTaken([body, { ...body, event_id: 'e2' }])).toBe(2);
});

// No server is known to leave these IDs out. A delivery is recognised as far as it goes.
test('a delivery of version 2 without the ID of its event is recognised by its own, or by its content', () => {
	const body = withoutField(documentedBody('workitem.updated'), 'event_id');
	const bare = withoutField(body, 'delivery_id');

	expect(countTaken([body, { ...body, delivery_id: 'd2' }, body])).toBe(2);
	expect(countTaken([bare, { ...bare, data: { id: 'i2' } }, bare])).toBe(2);
});

test('repeats are recognised among the last 200 deliveries', () => {
	const body = documentedBody('workitem.created');
	const nth = (number: number) => ({ ...body, event_id: `e${number}` });
	const all = Array.from({ length: 201 }, (_, number) => nth(number));

	expect(countTaken([...all, nth(1)])).toBe(201);
	expect(countTaken([...all, nth(0)])).toBe(202);
});
