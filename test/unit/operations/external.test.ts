import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import {
	BY_EXTERNAL_ID,
	BY_NAME,
	toImportKey,
	haveSameKey,
	findUniqueFieldsWithValue,
} from '../../../nodes/shared/operations/shared/external';
import type { NaturalKey } from '../../../nodes/shared/operations/operation';

const imported = { external_source: 'sheet', external_id: 'row-1' };
const { external_id, external_source } = imported;

test.each<[body: JsonObject, naturalKey: NaturalKey | undefined, unique: string[]]>([
	[{ name: 'bug', ...imported }, BY_NAME, ['name', 'external_id']],
	[{ name: 'bug', ...imported }, BY_EXTERNAL_ID, ['external_id']],
	[{ name: 'bug', ...imported }, undefined, []],
	[{ name: 'bug', external_id }, BY_NAME, ['name']],
	[{ name: 'bug', external_source }, BY_NAME, ['name']],
	[{ name: '', external_id, external_source: null }, BY_NAME, []],
	[{ external_id: 12, external_source }, BY_NAME, ['external_id']],
])('%j with the natural key %j has values for the unique fields %j', (body, naturalKey, unique) => {
	expect(findUniqueFieldsWithValue(naturalKey, body)).toEqual(unique);
});

test.each<[record: JsonObject, importKey: string | undefined]>([
	[imported, 'sheet:row-1'],
	[{ external_source, external_id: 12 }, 'sheet:12'],
	[{ external_source }, undefined],
	[{ external_id }, undefined],
	[{ external_source: null, external_id }, undefined],
	[{ external_source, external_id: '' }, undefined],
])('the import key of %j is %j', (record, importKey) => {
	expect(toImportKey(record)).toBe(importKey);
});

describe('haveSameKey', () => {
	const record = { name: 'bug', ...imported };

	test.each<[body: JsonObject, name: string, same: boolean]>([
		[{ name: 'bug' }, 'name', true],
		[{ name: 'Bug' }, 'name', false],
		[imported, 'external_id', true],
		[{ ...imported, external_source: 'other' }, 'external_id', false],
		[{ ...imported, external_id: 'row-2' }, 'external_id', false],
		[{ ...imported, external_id: ' row-1\n' }, 'external_id', true],
	])('compares a record with %j by its %s and returns %j', (body, name, same) => {
		expect(haveSameKey(record, body, name)).toBe(same);
	});

	test('compares values after a conversion', () => {
		const toLowerCase = (value: unknown) => String(value).toLowerCase();

		expect(haveSameKey(record, { name: 'BUG' }, 'name', toLowerCase)).toBe(true);
		expect(haveSameKey(record, { name: 'BUGS' }, 'name', toLowerCase)).toBe(false);
	});
});
