import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IWebhookFunctions, JsonValue } from 'n8n-workflow';
import { createHmac } from 'node:crypto';

import { webhookProperties } from '../../../nodes/PlaneTrigger/description';
import { PlaneTrigger } from '../../../nodes/PlaneTrigger/PlaneTrigger.node';
import { NO_VERIFICATION, SIGNING_SECRET } from '../../../nodes/PlaneTrigger/webhookChoices';
import { eventValues } from '../../../nodes/PlaneTrigger/webhookEvents';
import { webhookFields } from '../../../nodes/PlaneTrigger/webhookFields';
import { readDocumentedBodies } from '../../service/documented/deliveries';
import { recordedSecret, readRecordedBodies } from '../../service/observed/webhooks';
import { createWebhookResponse } from '../../tools/createWebhookResponse';
import { runs } from '../random';

/** The parameters of a trigger that every visible event starts. */
const allEvents = {
	...Object.fromEntries(webhookProperties.map(({ name, default: value }) => [name, value])),
	registration: 'manual',
	events: [...eventValues],
	[webhookFields.changed.parameter]: ['state', 'labels'],
};

type Headers = Readonly<Record<string, unknown>>;

/** A trigger as n8n calls it, with static data that is kept from one delivery to the next. */
function createTrigger(
	verification: unknown = SIGNING_SECRET,
	signingSecret: unknown = recordedSecret,
) {
	const node = new PlaneTrigger();
	const staticData = {};
	const parameters = new Map<string, unknown>(
		Object.entries({ ...allEvents, requestVerification: verification }),
	);

	return async (rawBody: Uint8Array, headers: Headers) => {
		const { sent, response } = createWebhookResponse();
		const context = {
			getRequestObject: () => ({ rawBody }),
			getResponseObject: () => response,
			getHeaderData: () => headers,
			getNodeParameter: (name: string, fallback?: unknown) => parameters.get(name) ?? fallback,
			getCredentials: async () => await Promise.resolve({ signingSecret }),
			getWorkflowStaticData: () => staticData,
			getNode: () => ({ type: 'planeTrigger', parameters: Object.fromEntries(parameters) }),
			getMode: () => 'webhook',
			getWorkflow: () => ({ id: 'w1' }),
			getNodeWebhookUrl: () => 'https://n8n.example.com/webhook/1/webhook',
			getTimezone: () => 'Europe/Berlin',
			logger: { warn: () => undefined, error: () => undefined },
		} as unknown as IWebhookFunctions;
		const { workflowData } = await node.webhook.call(context);

		return { ...sent, items: workflowData?.flat().map(({ json }) => json) ?? [] };
	};
}

const sign = (body: Uint8Array, key = recordedSecret): string =>
	createHmac('sha256', key).update(body).digest('hex');

/** Changes a value in a delivery; undefined leaves it out. */
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
		(replacement): Change =>
			() =>
				replacement,
	),
);

/** Changes one value in a delivery. @param path at each level, the number of a member */
function changeAt(
	value: JsonValue,
	path: readonly number[],
	change: Change,
): JsonValue | undefined {
	const [number, ...rest] = path;
	const parts = typeof value === 'object' && value !== null ? Object.entries(value) : [];
	const [name] = parts[(number ?? 0) % parts.length] ?? [];
	if (number === undefined || name === undefined) return change(value);

	const changed = parts
		.map(([key, part]) => [key, key === name ? changeAt(part, rest, change) : part] as const)
		.filter((entry): entry is readonly [string, JsonValue] => entry[1] !== undefined);

	return Array.isArray(value) ? changed.map(([, part]) => part) : Object.fromEntries(changed);
}

/** Recorded deliveries of version 1 and documented ones of version 2. */
const deliveriesOfBothVersions: JsonValue[] = [...readRecordedBodies(), ...readDocumentedBodies()];

const anyPath = fc.array(fc.nat(), { minLength: 1, maxLength: 3 });

const anyChangedDelivery = fc
	.record({
		json: fc.constantFrom(...deliveriesOfBothVersions),
		changes: fc.array(fc.tuple(anyPath, anyChange), { maxLength: 4 }),
	})
	.map(({ json, changes }) =>
		changes.reduce((body, [path, change]) => changeAt(body, path, change) ?? null, json),
	);

const toBytes = (json: JsonValue): Uint8Array => Buffer.from(JSON.stringify(json));

const anyBody: fc.Arbitrary<Uint8Array> = fc.oneof(fc.uint8Array(), anyJson.map(toBytes), {
	weight: 4,
	arbitrary: anyChangedDelivery.map(toBytes),
});

/** Invalid signatures, derived from the valid one. */
const anyForgery: fc.Arbitrary<(valid: string) => unknown> = fc.oneof(
	fc.constantFrom<(valid: string) => unknown>(
		(valid) => [valid],
		(valid) => ({ valid }),
		(valid) => `sha256=${valid}`,
		(valid) => `0x${valid}`,
		(valid) => `${valid}\n`,
		(valid) => ` ${valid}`,
		(valid) => `${valid},${valid}`,
		(valid) => Buffer.from(valid, 'hex').toString('base64'),
		(valid) => Buffer.from(valid, 'hex'),
		(valid) => valid.replaceAll(/\d/g, '0'),
	),
	fc.nat(63).map((length) => (valid: string) => valid.slice(0, length)),
	fc.nat(63).map((start) => (valid: string) => valid.slice(start + 1)),
	fc.string({ minLength: 1 }).map((suffix) => (valid: string) => valid + suffix),
	fc.string({ minLength: 1 }).map((prefix) => (valid: string) => prefix + valid),
	fc.tuple(fc.nat(63), fc.integer({ min: 1, max: 15 })).map(([at, by]) => (valid: string) => {
		const digit = (Number.parseInt(valid.charAt(at), 16) ^ by).toString(16);

		return valid.slice(0, at) + digit + valid.slice(at + 1);
	}),
	fc.anything().map((value) => () => value),
);

const anyKey = fc.oneof(
	fc.constantFrom('', recordedSecret.toUpperCase(), `${recordedSecret} `, recordedSecret.slice(1)),
	fc.string(),
);

const anyHeaders = fc.dictionary(fc.string(), fc.string());

const REFUSED = { status: 401, answer: { message: 'The signature does not match' }, items: [] };
const ACKNOWLEDGED = { status: 200, answer: { received: true } };

describe('the Plane Trigger with random requests', () => {
	const numRuns = runs(1000);

	test('responds with 401 if the signature is not that of the body', async () => {
		await fc.assert(
			fc.asyncProperty(anyBody, anyForgery, anyHeaders, async (body, forgery, otherHeaders) => {
				const headers = { ...otherHeaders, 'x-plane-signature': forgery(sign(body)) };

				expect(await createTrigger()(body, headers)).toEqual(REFUSED);
			}),
			{ numRuns },
		);
	});

	test('responds with 401 if the body is signed with another secret, or the credential has none', async () => {
		const anyCredentialSecret = fc.oneof(
			fc.constant(recordedSecret),
			fc.constantFrom('', ' ', undefined, 1),
		);

		await fc.assert(
			fc.asyncProperty(
				anyBody,
				anyKey,
				anyCredentialSecret,
				async (body, key, credentialSecret) => {
					fc.pre(key !== recordedSecret);
					const headers = { 'x-plane-signature': sign(body, key) };

					expect(await createTrigger(SIGNING_SECRET, credentialSecret)(body, headers)).toEqual(
						REFUSED,
					);
				},
			),
			{ numRuns },
		);
	});

	test('responds with 401 if there is no signature, unless Request Verification is None', async () => {
		await fc.assert(
			fc.asyncProperty(anyBody, anyHeaders, fc.anything(), async (body, headers, verification) => {
				fc.pre(verification !== NO_VERIFICATION && !('x-plane-signature' in headers));
				expect(await createTrigger(verification)(body, headers)).toEqual(REFUSED);
			}),
			{ numRuns },
		);
	});

	test('responds with 401 if any byte of a signed body is changed', async () => {
		const anyBits = fc.integer({ min: 1, max: 255 });

		await fc.assert(
			fc.asyncProperty(anyBody, fc.nat(), anyBits, async (body, number, bits) => {
				fc.pre(body.length > 0);
				const headers = { 'x-plane-signature': sign(body) };
				const at = number % body.length;
				const changedBody = body.map((byte, index) => (index === at ? byte ^ bits : byte));

				expect(await createTrigger()(changedBody, headers)).toEqual(REFUSED);
			}),
			{ numRuns },
		);
	});

	test('responds to signed requests with 200, and starts the workflow at most once', async () => {
		const tally = { started: 0, notStarted: 0 };
		const anyLetterCases = fc.infiniteStream(fc.boolean());

		await fc.assert(
			fc.asyncProperty(
				anyBody,
				anyLetterCases,
				anyHeaders,
				async (body, letterCases, otherHeaders) => {
					const signature = sign(body).replaceAll(/./g, (digit) =>
						letterCases.next().value === true ? digit.toUpperCase() : digit,
					);
					const headers = { ...otherHeaders, 'x-plane-signature': signature };
					const receive = createTrigger();
					const { items, ...response } = await receive(body, headers);

					expect(response).toEqual(ACKNOWLEDGED);
					tally[items.length === 0 ? 'notStarted' : 'started']++;

					for (const item of items) {
						expect(item).toMatchObject({
							event: expect.any(String),
							action: expect.any(String),
							record: expect.any(Object),
							previous: expect.any(Object),
						});
					}

					expect(items.length).toBeLessThanOrEqual(1);
					expect(await receive(body, headers)).toEqual({ ...ACKNOWLEDGED, items: [] });
				},
			),
			{ numRuns },
		);

		expect(Math.min(tally.started, tally.notStarted)).toBeGreaterThan(0);
	});

	test('responds to unsigned requests with 200 if Request Verification is None', async () => {
		await fc.assert(
			fc.asyncProperty(anyBody, anyHeaders, async (body, headers) => {
				expect(await createTrigger(NO_VERIFICATION)(body, headers)).toMatchObject(ACKNOWLEDGED);
			}),
			{ numRuns },
		);
	});
});
