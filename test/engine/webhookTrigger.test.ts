import { beforeAll, describe, expect, it, test } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';
import { createHmac } from 'node:crypto';

import { firstText } from '../../nodes/shared/rows/firstText';
import { documented, documentedBody } from '../service/documented/deliveries';
import { deliveries, type Recorded, secret } from '../service/observed/webhooks';
import { withoutField } from '../unit/webhook/withoutField';
import { type Answered, type Trigger, Triggers } from './triggers';

let triggers: Triggers;

beforeAll(async () => {
	triggers = await Triggers.start();
});

/** All that the node can be told of. */
const EVENTS = [
	'work_item_created',
	'work_item_updated',
	'comment_created',
	'comment_updated',
	'cycle_created',
	'cycle_updated',
	'module_created',
	'module_updated',
	'project_created',
	'project_updated',
	'project_deleted',
	'anything_else',
];

const start = async (parameters: INodeParameters = {}, signingSecret = secret) =>
	await triggers.use('planeTrigger', { events: EVENTS, ...parameters }, { signingSecret });

const signed = (body: Buffer | string, key = secret) =>
	createHmac('sha256', key).update(body).digest('hex');

const receive = async (
	trigger: Trigger,
	{ body, signature }: Pick<Recorded, 'body' | 'signature'>,
): Promise<Answered> =>
	await trigger.receive(Buffer.from(body), { 'x-plane-signature': signature });

const of = (what: string): Recorded[] => deliveries.filter((each) => each.what === what);

/** The body of a recorded delivery. */
const bodyOf = (what: string): JsonObject => JSON.parse(of(what)[0]?.body ?? '{}') as JsonObject;

/** A recorded delivery in the words of the oldest servers, which send no activity (row 41). */
const byOldest = (what: string, action: string): JsonObject => ({
	...withoutField(bodyOf(what), 'activity'),
	action,
});

/** Everything that came out of a trigger: in outputs and answers. */
const printed = (all: unknown) => JSON.stringify(all);

describe('each recorded delivery', () => {
	test.each(deliveries)('of "$what" starts one run, with 200', async (delivery) => {
		const trigger = await start();
		const { items, ...answer } = await receive(trigger, delivery);

		expect(answer).toEqual({ status: 200, answer: { received: true } });
		const { data, workspace_id: workspaceId } = JSON.parse(delivery.body) as Record<
			string,
			unknown
		>;

		expect(items).toHaveLength(1);
		expect(items?.[0]).toMatchObject({ record: data, workspaceId });
		expect(items?.[0]).not.toHaveProperty('body');
		expect(printed(items)).not.toContain(delivery.signature);
		// The same once more, under another delivery ID.
		expect(await receive(trigger, delivery)).toEqual(answer);
	});

	test.each(deliveries)(
		'of "$what" starts nothing once a byte of it is another',
		async (delivery) => {
			const bytes = Buffer.from(delivery.body);

			bytes[bytes.length - 2] = (bytes.at(-2) ?? 0) ^ 1;
			const trigger = await start();

			expect(await trigger.receive(bytes, { 'x-plane-signature': delivery.signature })).toEqual({
				status: 401,
				answer: { message: 'The signature does not match' },
			});
		},
	);
});

describe('each documented delivery of version 2', () => {
	const unseen = ['workitem.updated-none-text'];

	test.each([...documented])(
		'%s starts one run, with 200, unless nobody sees its change',
		async (name, sample) => {
			const events = ['work_item_archived', 'work_item_deleted', 'comment_deleted'];
			const trigger = await start({ events: [...EVENTS, ...events] }, sample.secret);
			const delivery = { body: sample.rawBody, signature: sample.signature };

			const { items = [], ...answer } = await receive(trigger, delivery);

			expect(answer).toEqual({ status: 200, answer: { received: true } });
			expect(items).toHaveLength(unseen.includes(name) ? 0 : 1);
			expect(printed(items)).not.toContain('"None"');
			// The same once more, under another delivery ID.
			expect(await receive(trigger, delivery)).toEqual(answer);
		},
	);
});

describe('nothing starts, with 401,', () => {
	const [delivery] = of('state changed');
	const body = Buffer.from(delivery?.body ?? '');
	const refused = { status: 401, answer: { message: 'The signature does not match' } };

	it('without a signature', async () => {
		expect(await (await start()).receive(body)).toEqual(refused);
	});

	it('with the signature of another secret', async () => {
		const headers = { 'x-plane-signature': signed(body, `${secret}0`) };

		expect(await (await start()).receive(body, headers)).toEqual(refused);
	});

	it('where n8n has no body as it came', async () => {
		const headers = { 'x-plane-signature': signed('') };

		expect(await (await start()).receive(undefined, headers)).toEqual(refused);
	});

	it('where the credential has no secret', async () => {
		const headers = { 'x-plane-signature': signed(body, '') };

		expect(await (await start({}, '')).receive(body, headers)).toEqual(refused);
	});

	it('where the credential cannot be read', async () => {
		const trigger = await start();

		trigger.loseCredential();
		expect(await trigger.receive(body, { 'x-plane-signature': signed(body) })).toEqual(refused);
	});
});

it.each(['signingSecret', '', 'Signing Secret'])(
	'takes nothing that is not signed where authentication is %j',
	async (authentication) => {
		const [delivery] = of('state changed');
		const trigger = await start({ authentication });

		expect(await trigger.receive(Buffer.from(delivery?.body ?? ''))).toMatchObject({ status: 401 });
	},
);

it('takes what is not signed where no authentication is wanted', async () => {
	const trigger = await start({ authentication: 'none' });

	for (const { body } of of('state changed')) {
		expect((await trigger.receive(Buffer.from(body))).items).toHaveLength(1);
	}
});

it('takes a body of 5 MB', async () => {
	const body = bodyOf('work item created');
	const data = { ...(body.data as JsonObject), description_html: 'x'.repeat(5_000_000) };
	const text = JSON.stringify({ ...body, data });
	const { items } = await receive(await start(), { body: text, signature: signed(text) });

	expect(items).toHaveLength(1);
});

test.each([
	...['', 'no JSON', '[]', '{}', '{"event": 1}', '\u0000'].map((body) => [body, body]),
	['a deep list', '['.repeat(1e6) + ']'.repeat(1e6)],
	['a deep record', `${'{"event":'.repeat(1e5)}1${'}'.repeat(1e5)}`],
	[
		'a deep field of a record',
		`{"event":"issue","action":"created","data":{"id":${'['.repeat(1e5)}${']'.repeat(1e5)}}}`,
	],
])('%j is answered, and starts nothing', async (_, body) => {
	for (const trigger of [await start(), await start({ authentication: 'none' })]) {
		const answer = await receive(trigger, { body, signature: signed(body) });

		expect(answer).toEqual({ status: 200, answer: { received: true } });
	}
});

it('takes names that mean something to JavaScript as names', async () => {
	const body = `{"event":"issue","action":"updated","workspace_id":"w1","data":{"id":"i1",
		"__proto__":{"polluted":true},"constructor":1,"toString":2},
		"activity":{"field":"__proto__","old_value":"a","new_value":"b","actor":{"__proto__":{"polluted":true}}}}`;
	const { items } = await receive(await start(), { body, signature: signed(body) });

	expect(items).toHaveLength(1);
	expect(items?.[0]).toMatchObject({ field: '__proto__', oldValue: 'a', newValue: 'b' });
	expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
	expect((items?.[0]?.record as { polluted?: boolean }).polluted).toBeUndefined();
});

describe('only what is wanted starts the workflow:', () => {
	const told = async (parameters: INodeParameters) => {
		const trigger = await start(parameters);
		const all: string[] = [];

		for (const delivery of deliveries) {
			const { status, items = [] } = await receive(trigger, delivery);

			expect(status).toBe(200);
			all.push(...items.map(() => delivery.what));
		}

		return all;
	};

	const [CREATED, SAME] = ['work item created', 'name and priority changed in one request'];
	const ADA = '7d04ea1f-68d1-4521-8814-f5dd4e8c2e91';

	test.each<[string, INodeParameters, string[]]>([
		['an event', { events: ['work_item_created'] }, [CREATED]],
		['a comment', { events: ['comment_created'] }, ['comment created']],
		['a project that is deleted', { events: ['project_deleted'] }, ['project deleted']],
		['any state', { events: ['work_item_state_changed'] }, ['state changed']],
		[
			'a state',
			{ events: ['work_item_state_changed'], toStates: 'in progress' },
			['state changed'],
		],
		['another state', { events: ['work_item_state_changed'], toStates: 'Done' }, []],
		['a field', { events: ['field_changed'], fields: ['priority'] }, [SAME]],
		['a user', { events: ['work_item_assigned'], assignedTo: ADA }, [CREATED]],
		['another user', { events: ['work_item_assigned'], assignedTo: 'bob' }, []],
		['another project', { options: { projects: 'a515253b-d81d-4936-aed7-8d9342f72b46' } }, []],
		['nobody', { options: { ignoreChangesBy: ADA } }, []],
	])('of %s', async (_, parameters, whats) => {
		expect(await told(parameters)).toEqual(whats);
	});

	test('with the body, if it is wanted', async () => {
		const [delivery] = of('state changed');
		const trigger = await start({ options: { includeBody: true } });
		const { body = '', signature = '' } = delivery ?? {};
		const { items } = await receive(trigger, { body, signature });

		expect(items?.[0]?.body).toEqual(JSON.parse(body));
	});

	test('an update of an older server, which does not tell what has changed (row 41)', async () => {
		const body = JSON.stringify(byOldest('state changed', 'update'));

		for (const [events, count] of [
			[['work_item_updated'], 1],
			[['work_item_state_changed'], 0],
		] as const) {
			const trigger = await start({ events: [...events] });
			const { items = [] } = await receive(trigger, { body, signature: signed(body) });

			expect(items).toHaveLength(count);
		}
	});

	test('what is created by others, where the delivery does not say who did it', async () => {
		const ofVersion2 = documentedBody('workitem.created');

		for (const [content, creator] of [
			[byOldest('work item created', 'create'), ADA],
			[ofVersion2, firstText(ofVersion2.data as JsonObject, 'created_by_id')],
		] as const) {
			const body = JSON.stringify(content);
			const trigger = await start({ options: { ignoreChangesBy: creator } });

			expect(await receive(trigger, { body, signature: signed(body) })).toEqual({
				status: 200,
				answer: { received: true },
			});
		}
	});
});
