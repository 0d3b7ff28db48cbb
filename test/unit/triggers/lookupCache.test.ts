import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { JsonValue } from 'n8n-workflow';

import { LookupCache } from '../../../nodes/PlaneTrigger/LookupCache';
import { isProblem, problem, type Result } from '../../../nodes/shared/result/problem';

let now = 0;

beforeEach(() => {
	now = 1_000_000;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => {
	jest.restoreAllMocks();
});

const UNAVAILABLE = problem({
	cause: 'failed',
	message: 'Plane is unavailable',
	description: 'Wait.',
});

/** Returns these results one after the other, and counts the calls. */
function createFetch(...results: Result<JsonValue>[]) {
	const calls = { count: 0 };
	const fetch = async (): Promise<Result<JsonValue>> =>
		await Promise.resolve(results[calls.count++] ?? UNAVAILABLE);

	return { calls, fetch };
}

test('a value is cached for ten minutes, also in what n8n has saved', async () => {
	const { fetch, calls } = createFetch('LNCH', 'OPS');
	const cache = new LookupCache('here', undefined);

	expect(await cache.getOrLoad('identifier', fetch)).toBe('LNCH');
	expect(cache.hasUnsavedValues).toBe(true);

	// Just before the ten minutes are over, in another execution.
	now += 599_999;
	const restoredCache = new LookupCache('here', cache.saved);

	expect(await restoredCache.getOrLoad('identifier', fetch)).toBe('LNCH');
	expect(restoredCache.hasUnsavedValues).toBe(false);

	now += 1;

	expect(await restoredCache.getOrLoad('identifier', fetch)).toBe('OPS');
	expect(calls.count).toBe(2);
});

test('an old value is used if fetching fails, and a failure is not cached', async () => {
	const { fetch } = createFetch('LNCH', UNAVAILABLE, UNAVAILABLE);
	const cache = new LookupCache('here', undefined);

	await cache.getOrLoad('identifier', fetch);
	now += 600_000;

	expect(await cache.getOrLoad('identifier', fetch)).toBe('LNCH');
	expect(isProblem(await cache.getOrLoad('other', fetch))).toBe(true);
});

test('values of another server, key or workspace are not used', async () => {
	const { fetch } = createFetch('LNCH', 'OPS');
	const cache = new LookupCache('here', undefined);

	await cache.getOrLoad('identifier', fetch);

	const otherCache = new LookupCache('there', cache.saved);

	expect(await otherCache.getOrLoad('identifier', fetch)).toBe('OPS');
});

test('the 200 most recent values are saved', async () => {
	const cache = new LookupCache('here', undefined);

	for (let number = 0; number <= 200; number++) {
		await cache.getOrLoad(`identifier ${number}`, async () => await Promise.resolve('LNCH'));
	}

	const names = Object.keys(cache.saved.values);

	expect(names).toHaveLength(200);
	expect(names).not.toContain('identifier 0');
});

test('an old value is not used once the server has several records with the name', async () => {
	const ambiguous = problem({ cause: 'ambiguous', message: 'Several', description: 'Use an ID.' });
	const { fetch } = createFetch('LNCH', ambiguous);
	const cache = new LookupCache('here', undefined);

	await cache.getOrLoad('identifier', fetch);
	now += 600_000;

	expect(await cache.getOrLoad('identifier', fetch)).toBe(ambiguous);
});
