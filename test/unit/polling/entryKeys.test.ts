import { describe, expect, test } from '@jest/globals';

import {
	entryKey,
	findKeyBeforeMove,
	shortId,
} from '../../../nodes/PlanePollingTrigger/changes/entryKeys';
import { isoTime, milliseconds } from './fakeProjectApi';

describe('the short ID of a row', () => {
	test('is the last twelve digits of its ID', () => {
		expect(shortId({ id: '0c7da278-21b6-4225-9d30-00000000000a' })).toBe('00000000000a');
		expect(shortId({})).toBe('');
	});

	test('differs between UUIDs of version 7 that were made at the same time', () => {
		const bulk = ['01935f1e-8a2b-7c11-8e2f-6b1f0a9d3c42', '01935f1e-8a2b-7c11-8e2f-6b1f0a9d3c43'];

		expect(new Set(bulk.map((id) => shortId({ id }))).size).toBe(2);
	});
});

describe('the key of an activity or comment', () => {
	const row = { id: '0c7da278-21b6-4225-9d30-000000000001' };
	const description = { ...row, field: 'description', created_at: isoTime('08:00') };
	const moved = { ...description, created_at: isoTime('08:01') };

	test('is its short ID', () => {
		expect(entryKey('activities', row)).toBe('000000000001');
		expect(entryKey('comments', row)).toBe('000000000001');
	});

	test('of a change of the description changes when Plane moves the activity', () => {
		const key = entryKey('activities', description);

		expect(key).toBe(`000000000001@${milliseconds('08:00').toString(36)}`);
		expect(entryKey('activities', moved)).not.toBe(key);
	});

	test('before the move is found among the known keys', () => {
		const key = entryKey('activities', description);

		expect(findKeyBeforeMove([key], moved)).toBe(key);
		expect(findKeyBeforeMove([key], description)).toBeUndefined();
		expect(findKeyBeforeMove(['another'], moved)).toBeUndefined();
	});
});
