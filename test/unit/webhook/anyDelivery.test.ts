import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IWebhookFunctions, JsonObject, JsonValue } from 'n8n-workflow';
import { createHmac } from 'node:crypto';

import { handleDelivery } from '../../../nodes/PlaneTrigger/handleDelivery';
import {
	EVENTS,
	NO_AUTHENTICATION,
	SIGNING_SECRET,
	webhookFields,
	webhookProperties,
} from '../../../nodes/PlaneTrigger/description';
import { documented, documentedBody } from '../../service/documented/deliveries';
import { deliveries, secret } from '../../service/observed/webhooks';
import { webhookAnswer } from '../../tools/webhookAnswer';
import { runs } from '../random';

/** What the panel says of a trigger that wants everything. */
const everything = {
	...Object.fromEntries(webhookProperties.map(({ name, default: usual }) => [name, usual])),
	events: Object.keys(EVENTS),
	[webhookFields.changed.parameter]: ['state', 'labels'],
};

type Headers = Readonly<Record<string, unknown>>;

/** A trigger as n8n calls it, whose memory goes on from one delivery to the next. */
function trigger(authentication: unknown = SIGNING_SECRET, signingSecret: unknown = secret) {
	const memory = {};
	const parameters = new Map<string, unknown>(Object.entries({ ...everything, authentication }));

	return async (rawBody: Uint8Array, headers: Headers) => {
		const { answered, response } = webhookAnswer();
		const context = {
			getRequestObject: () => ({ rawBody }),
			getResponseObject: () => response,
			getHeaderData: () => headers,
			getNodeParameter: (name: string, fallback?: unknown) => parameters.get(name) ?? fallback,
			getCredentials: async () => await Promise.resolve({ signingSecret }),
			getWorkflowStaticData: () => memory,
			getNode: () => ({ type: 'planeTrigger', parameters: Object.fromEntries(parameters) }),
			getTimezone: () => 'Europe/Berlin',
			logger: { warn: () => undefined, error: () => undefined },
		} as unknown as IWebhookFunctions;
		const { workflowData, noWebhookResponse, ...given } = await handleDelivery(context);
		if (noWebhookResponse !== true) answered.answer = given.webhookResponse as unknown;

		return { ...answered, items: workflowData?.flat().map(({ json }) => json) ?? [] };
	};
}

const signatureOf = (body: Uint8Array, key = secret): string =>
	createHmac('sha256', key).update(body).digest('hex');

/** What somebody makes of a value in a delivery; undefined: it is dropped. */
type Change = (value: JsonValue) => JsonValue | undefined;

const anyJson = fc.jsonValue() as fc.Arbitrary<JsonValue>;

const anyChange = fc.oneof(
	fc.constantFrom<Change>(
		() => undefined,
		(value) => [value],
		(value) => [value, value],
		(value) => ({ id: value }),
		(value) => JSON.stringify(value),
		(value) => JSON.stringify(value).length,
		() => null,
		() => '',
	),
	anyJson.map(
		(other): Change =>
			() =>
				other,
	),
);

/** Changes one value in a delivery. @param place which part of it, which part of that and so on */
function changed(
	value: JsonValue,
	place: readonly number[],
	change: Change,
): JsonValue | undefined {
	const [number, ...further] = place;
	const parts = typeof value === 'object' && value !== null ? Object.entries(value) : [];
	const [name] = parts[(number ?? 0) % parts.length] ?? [];
	if (number === undefined || name === undefined) return change(value);

	const others = parts.flatMap(([each, part]) => {
		const made = each === name ? changed(part, further, change) : part;

		return made === undefined ? [] : [[each, made] as const];
	});

	return Array.isArray(value) ? others.map(([, part]) => part) : Object.fromEntries(others);
}

/** What a real server sent, and what is documented of version 2. */
const inBothForms: JsonValue[] = [
	...deliveries.map(({ body }) => JSON.parse(body) as JsonObject),
	...[...documented.keys()].map(documentedBody),
];

const anyPlace = fc.array(fc.nat(), { minLength: 1, maxLength: 3 });

const changedDelivery = fc
	.record({
		json: fc.constantFrom(...inBothForms),
		changes: fc.array(fc.tuple(anyPlace, anyChange), { maxLength: 4 }),
	})
	.map(({ json, changes }) =>
		changes.reduce((before, [place, change]) => changed(before, place, change) ?? null, json),
	);

const bytesOf = (json: JsonValue): Uint8Array => Buffer.from(JSON.stringify(json));

const anyBody: fc.Arbitrary<Uint8Array> = fc.oneof(fc.uint8Array(), anyJson.map(bytesOf), {
	weight: 4,
	arbitrary: changedDelivery.map(bytesOf),
});

/** What is no signature of a body, made of the one that it is due. */
const anyForgery: fc.Arbitrary<(due: string) => unknown> = fc.oneof(
	fc.constantFrom<(due: string) => unknown>(
		(due) => [due],
		(due) => ({ due }),
		(due) => `sha256=${due}`,
		(due) => `0x${due}`,
		(due) => `${due}\n`,
		(due) => ` ${due}`,
		(due) => `${due},${due}`,
		(due) => Buffer.from(due, 'hex').toString('base64'),
		(due) => Buffer.from(due, 'hex'),
		(due) => due.replaceAll(/\d/g, '0'),
	),
	fc.nat(63).map((length) => (due: string) => due.slice(0, length)),
	fc.nat(63).map((start) => (due: string) => due.slice(start + 1)),
	fc.string({ minLength: 1 }).map((more) => (due: string) => due + more),
	fc.string({ minLength: 1 }).map((more) => (due: string) => more + due),
	fc.tuple(fc.nat(63), fc.integer({ min: 1, max: 15 })).map(([at, by]) => (due: string) => {
		const digit = (Number.parseInt(due.charAt(at), 16) ^ by).toString(16);

		return due.slice(0, at) + digit + due.slice(at + 1);
	}),
	fc.anything().map((other) => () => other),
);

const anyKey = fc.oneof(
	fc.constantFrom('', secret.toUpperCase(), `${secret} `, secret.slice(1)),
	fc.string(),
);

const anyHeaders = fc.dictionary(fc.string(), fc.string());

const refused = { status: 401, answer: { message: 'The signature does not match' }, items: [] };
const taken = { status: 200, answer: { received: true } };

describe('Plane Trigger, whatever it is sent,', () => {
	const numRuns = runs(1000);

	test('starts nothing, with 401, where the signature is not that of the body', async () => {
		await fc.assert(
			fc.asyncProperty(anyBody, anyForgery, anyHeaders, async (body, forgery, others) => {
				const headers = { ...others, 'x-plane-signature': forgery(signatureOf(body)) };

				expect(await trigger()(body, headers)).toEqual(refused);
			}),
			{ numRuns },
		);
	});

	test('starts nothing, with 401, where it is signed with another secret, or the credential has none', async () => {
		const kept = fc.oneof(fc.constant(secret), fc.constantFrom('', ' ', undefined, 1));

		await fc.assert(
			fc.asyncProperty(anyBody, anyKey, kept, async (body, key, own) => {
				fc.pre(key !== secret);
				const headers = { 'x-plane-signature': signatureOf(body, key) };

				expect(await trigger(SIGNING_SECRET, own)(body, headers)).toEqual(refused);
			}),
			{ numRuns },
		);
	});

	test('starts nothing, with 401, without a signature, unless Authentication is None', async () => {
		await fc.assert(
			fc.asyncProperty(
				anyBody,
				anyHeaders,
				fc.anything(),
				async (body, headers, authentication) => {
					fc.pre(authentication !== NO_AUTHENTICATION && !('x-plane-signature' in headers));
					expect(await trigger(authentication)(body, headers)).toEqual(refused);
				},
			),
			{ numRuns },
		);
	});

	test('starts nothing, with 401, once any byte of a signed body is another', async () => {
		const by = fc.integer({ min: 1, max: 255 });

		await fc.assert(
			fc.asyncProperty(anyBody, fc.nat(), by, async (body, number, bits) => {
				fc.pre(body.length > 0);
				const headers = { 'x-plane-signature': signatureOf(body) };
				const at = number % body.length;
				const other = body.map((byte, index) => (index === at ? byte ^ bits : byte));

				expect(await trigger()(other, headers)).toEqual(refused);
			}),
			{ numRuns },
		);
	});

	test('answers what is signed with 200, and starts at most once for it', async () => {
		const tally = { started: 0, passedOver: 0 };
		const isUpper = fc.infiniteStream(fc.boolean());

		await fc.assert(
			fc.asyncProperty(anyBody, isUpper, anyHeaders, async (body, upper, others) => {
				const signature = signatureOf(body).replaceAll(/./g, (digit) =>
					upper.next().value === true ? digit.toUpperCase() : digit,
				);
				const headers = { ...others, 'x-plane-signature': signature };
				const receives = trigger();
				const { items, ...answered } = await receives(body, headers);

				expect(answered).toEqual(taken);
				tally[items.length === 0 ? 'passedOver' : 'started']++;

				for (const item of items) {
					expect(item).toMatchObject({
						event: expect.any(String),
						action: expect.any(String),
						record: expect.any(Object),
						previous: expect.any(Object),
					});
				}

				expect(items.length).toBeLessThanOrEqual(1);
				expect(await receives(body, headers)).toEqual({ ...taken, items: [] });
			}),
			{ numRuns },
		);
		expect(Math.min(tally.started, tally.passedOver)).toBeGreaterThan(0);
	});

	test('answers what is not signed with 200 where Authentication is None', async () => {
		await fc.assert(
			fc.asyncProperty(anyBody, anyHeaders, async (body, headers) => {
				expect(await trigger(NO_AUTHENTICATION)(body, headers)).toMatchObject(taken);
			}),
			{ numRuns },
		);
	});
});
