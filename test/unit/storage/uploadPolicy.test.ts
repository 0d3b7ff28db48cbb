import { describe, expect, test } from '@jest/globals';

import { readBucket, findPolicyViolation } from '../../../nodes/Plane/storage/uploadCredentials';

const NOW = Date.parse('2026-11-21T12:00:00Z');

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** The form of credentials with this policy, for a file of 100 bytes. */
const createForm = (policy: unknown, fields: Readonly<Record<string, string>> = {}) =>
	Object.entries({
		'Content-Type': 'text/plain',
		key: 'acme/notes.txt',
		policy: base64(typeof policy === 'string' ? policy : JSON.stringify(policy)),
		'x-amz-signature': '5e1f',
		...fields,
	});

const findViolation = (policy: unknown, fields?: Readonly<Record<string, string>>, size = 100) =>
	findPolicyViolation(createForm(policy, fields), size, NOW);

/** A policy that expires in an hour. */
const createPolicy = (...conditions: readonly unknown[]) => ({
	expiration: '2026-11-21T13:00:00Z',
	conditions,
});

describe('findPolicyViolation allows an upload', () => {
	const allowed: readonly (readonly [title: string, policy: unknown])[] = [
		['that meets all conditions', createPolicy({ bucket: 'uploads' }, { key: 'acme/notes.txt' })],
		['whose key meets a condition in a list', createPolicy(['eq', '$key', 'acme/notes.txt'])],
		['whose key has the required start', createPolicy(['starts-with', '$key', 'acme/'])],
		['that may have any key', createPolicy(['starts-with', '$key', ''])],
		['whose type has the required start', createPolicy(['starts-with', '$Content-Type', 'text/'])],
		[
			'with a condition whose name has another case',
			createPolicy({ 'content-type': 'text/plain' }),
		],
		['of the minimum size', createPolicy(['content-length-range', 100, 200])],
		['of the maximum size', createPolicy(['content-length-range', 1, 100])],
		['of the only allowed size', createPolicy(['content-length-range', 100, 100])],
		['with sizes as text', createPolicy(['content-length-range', '1', '100'])],
		['without conditions', { expiration: '2026-11-21T13:00:00Z' }],
		['with conditions that are not a list', { expiration: '2026-11-21T13:00:00Z', conditions: {} }],
		['without an expiration', { conditions: [] }],
		['with an expiration that is not a time', { expiration: 'soon', conditions: [] }],
		['with an expiration that is a number', { expiration: 5, conditions: [] }],
		['that expires in a second', { expiration: '2026-11-21T12:00:01.000Z', conditions: [] }],
		['with sizes that are null', createPolicy(['content-length-range', null, null])],
		[
			'with a minimum size only, without a second value',
			createPolicy(['content-length-range', 500]),
		],
		['with a maximum size only', createPolicy(['content-length-range', null, 200])],
		[
			'with a size that starts with a digit but is not a number',
			createPolicy(['content-length-range', '1', '1x']),
		],
		[
			'with a size that ends with a digit but is not a number',
			createPolicy(['content-length-range', 'x1', '1']),
		],
		['with sizes that are lists', createPolicy(['content-length-range', ['1'], ['1']])],
		['with a range of something else', createPolicy(['range', 1, 2])],
		['with a field whose name contains a dollar sign', createPolicy(['eq', 'k$ey', 'b'])],
		['with sizes that are words', createPolicy(['content-length-range', 'few', 'many'])],
		['with conditions of other kinds', createPolicy(null, 5, 'key', [], {}, ['like', '$key', 'x'])],
		[
			'with values that are not text',
			createPolicy({ key: 5 }, ['eq', '$key', null], ['eq', 7, 'x']),
		],
		[
			'with conditions for other fields, which the storage checks',
			createPolicy({ acl: 'private' }, ['eq', '$x', 'y']),
		],
		['whose policy is null', 'null'],
		['whose policy is a list', '[]'],
		['whose policy is not JSON', 'not JSON'],
		['whose policy is truncated JSON', '{"expiration": "2020-01-01T00:00:00Z", "condi'],
		['whose policy is empty', ''],
	];

	test.each(allowed)('%s', (_, policy) => {
		expect(findViolation(policy)).toBeUndefined();
	});

	const expiredPolicy = base64(
		JSON.stringify({ expiration: '2020-01-01T00:00:00Z', conditions: [] }),
	);
	const policyForKey = createPolicy({ key: 'acme/notes.txt' });

	test.each([
		['whose policy is not base64', '', { policy: '%%% not base64 %%%' }],
		['whose policy is truncated base64', '', { policy: expiredPolicy.slice(0, 30) }],
		[
			'whose key contains the variable for the file name',
			policyForKey,
			{ key: 'acme/${filename}' },
		],
	])('%s', (_, policy, fields) => {
		expect(findViolation(policy, fields)).toBeUndefined();
	});

	test('without a policy', () => {
		expect(findPolicyViolation([['key', 'a']], 1, NOW)).toBeUndefined();
	});
});

describe('findPolicyViolation refuses an upload', () => {
	test.each([
		['have expired', '2026-11-21T11:59:00Z', '1 minute ago, at 2026-11-21T11:59:00.000Z'],
		['expire this moment', '2026-11-21T12:00:00.000Z', '1 second ago, at 2026-11-21T12:00:00.000Z'],
		[
			'have expired in another time zone',
			'2026-11-21T12:30:00+01:00',
			'30 minutes ago, at 2026-11-21T11:30:00.000Z',
		],
	])('whose credentials %s', (_, expiration, age) => {
		expect(findViolation({ expiration, conditions: [] })).toEqual({
			kind: 'time',
			wire: 'policy',
			problem: `the upload credentials expired ${age}`,
			remedy: 'They are valid for a short time only: get new ones right before the upload.',
		});
	});

	test.each([
		['that is too large', 100, [1, 99], '1 to 99 bytes'],
		['that is too large if sizes are text', 100, ['1', '99'], '1 to 99 bytes'],
		['that is too small', 100, [101, 5_000_000_000], '101 to 5000000000 bytes'],
		['that does not have the only allowed size', 100, [1, 1], '1 byte'],
		['that is empty if the minimum is one byte', 0, [1, 9], '1 to 9 bytes'],
	])('%s', (_, size, range, allowed) => {
		expect(findViolation(createPolicy(['content-length-range', ...range]), {}, size)).toEqual({
			kind: 'size',
			wire: 'policy',
			problem: `the file has ${String(size)} bytes, and the upload credentials are for ${allowed}`,
			remedy: `Get upload credentials for a file of ${String(size)} bytes.`,
		});
	});

	const form = { key: 'acme/notes.txt', 'content-type': 'text/plain' };

	type Row = readonly [
		title: string,
		conditions: unknown[],
		wire: keyof typeof form,
		allowed: string,
	];
	test.each<Row>([
		['another key', [{ key: 'acme/other.txt' }], 'key', '"acme/other.txt"'],
		['a longer key', [{ key: 'acme/' }], 'key', '"acme/"'],
		['another key in a list', [['eq', '$key', 'b']], 'key', '"b"'],
		['another start', [['starts-with', '$key', 'a/']], 'key', 'what starts with "a/"'],
		['another type', [{ 'Content-Type': 'a/b' }], 'content-type', '"a/b"'],
		[
			'another start of the type',
			[['starts-with', '$content-type', 'image/']],
			'content-type',
			'what starts with "image/"',
		],
		[
			'another key after conditions of other kinds',
			[null, ['like'], { acl: 'x' }, { key: 'b' }],
			'key',
			'"b"',
		],
		['another key beside another field', [{ bucket: 'uploads', key: 'b' }], 'key', '"b"'],
	])('with %s', (_, conditions, wire, allowed) => {
		expect(findViolation(createPolicy(...conditions))).toEqual({
			kind: 'field',
			wire,
			problem: `"${form[wire]}" is not what the upload credentials allow, which is ${allowed}`,
			remedy: 'Use all fields exactly as they were issued.',
		});
	});

	test('without a required key', () => {
		const form = [['policy', base64(JSON.stringify(createPolicy({ key: 'a' })))]] as const;

		expect(findPolicyViolation(form, 1, NOW)?.problem).toMatch(/^"" is not what .*, which is "a"$/);
	});

	test('by a policy in a field whose name has another case', () => {
		const form = [['Policy', base64('{"expiration": "2020-01-01T00:00:00Z"}')]] as const;

		expect(findPolicyViolation(form, 1, NOW)?.problem).toMatch(
			/^the upload credentials expired .* ago/,
		);
	});
});

describe('readBucket', () => {
	test.each([
		['{"bucket": …}', { bucket: 'uploads' }, 'uploads'],
		['["eq", …]', ['eq', '$bucket', 'uploads'], 'uploads'],
		['["starts-with", …], which requires none', ['starts-with', '$bucket', 'up'], undefined],
	])('reads the bucket of %s', (_, condition, bucket) => {
		expect(readBucket(createForm(createPolicy({ key: 'a' }, condition)))).toBe(bucket);
	});

	test('returns undefined for a policy that cannot be read', () => {
		expect(readBucket(createForm('{'))).toBeUndefined();
	});
});
