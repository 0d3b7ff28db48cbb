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

const AWAY = problem({ tag: 'failed', message: 'Away', description: 'Wait.' });

/** Asks, and counts how often. */
function asking(...answers: Result<JsonValue>[]) {
	const counted = { times: 0 };
	const ask = async (): Promise<Result<JsonValue>> =>
		await Promise.resolve(answers[counted.times++] ?? AWAY);

	return { counted, ask };
}

test('an answer is used again for ten minutes, and by what n8n has saved', async () => {
	const { ask, counted } = asking('LNCH', 'OPS');
	const cache = new LookupCache('here', undefined);

	expect(await cache.getOrFetch('identifier', ask)).toBe('LNCH');
	expect(cache.hasUnsavedValues).toBe(true);
	now += 599_999;
	const later = new LookupCache('here', cache.saved);

	expect(await later.getOrFetch('identifier', ask)).toBe('LNCH');
	expect(later.hasUnsavedValues).toBe(false);
	now += 1;
	expect(await later.getOrFetch('identifier', ask)).toBe('OPS');

	expect(counted.times).toBe(2);
});

test('an old answer is used where there is no other, and a failure is not kept', async () => {
	const { ask } = asking('LNCH', AWAY, AWAY);
	const cache = new LookupCache('here', undefined);

	await cache.getOrFetch('identifier', ask);
	now += 600_000;

	expect(await cache.getOrFetch('identifier', ask)).toBe('LNCH');
	expect(isProblem(await cache.getOrFetch('other', ask))).toBe(true);
});

test('what another server, key or workspace answered is not used', async () => {
	const { ask } = asking('LNCH', 'OPS');
	const cache = new LookupCache('here', undefined);

	await cache.getOrFetch('identifier', ask);

	expect(await new LookupCache('there', cache.saved).getOrFetch('identifier', ask)).toBe('OPS');
});

test('the last 200 answers are saved', async () => {
	const cache = new LookupCache('here', undefined);

	for (let number = 0; number <= 200; number++) {
		await cache.getOrFetch(`identifier ${number}`, async () => await Promise.resolve('LNCH'));
	}

	const names = Object.keys(cache.saved.values);

	expect(names).toHaveLength(200);
	expect(names).not.toContain('identifier 0');
});
