import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { judgeRecord, matchesAnyName, matchesFilters } from '../../../nodes/shared/events/filters';
import { ada, bob, workItem } from './workItems';

describe('matchesAnyName', () => {
	test.each<[string, boolean]>([
		['u1', true],
		['ADA@example.com ', true],
		['ada l', true],
		['ada', true],
		['l', false],
		['ada  l', true],
		['', false],
	])('says whether %j is an ID or a name of a user, alone and in a list: %j', (name, expected) => {
		expect(matchesAnyName({ ...ada }, [name])).toBe(expected);
		expect(matchesAnyName([bob, { ...ada }], ['nobody', name])).toBe(expected);
	});

	test('matches a record of which only the ID is known', () => {
		expect(matchesAnyName('u1', ['U1'])).toBe(true);
		expect(matchesAnyName(['u2', 'u1'], ['u1'])).toBe(true);
	});

	test.each([[undefined], [null], [5], [true], [[]]])(
		'does not match %j, which is not a record',
		(value) => {
			expect(matchesAnyName(value, ['u1', '5', 'true', ''])).toBe(false);
		},
	);
});

describe('matchesFilters', () => {
	test.each<[JsonObject, boolean]>([
		[{}, true],
		[{ states: ['Done'] }, true],
		[{ states: ['To do', 's1'] }, true],
		[{ states: ['To do'] }, false],
		[{ states: 'Done' }, true],
		[{ states: [5, null] }, false],
		[{ state_group: ['completed'] }, true],
		[{ state_group: ['started'] }, false],
		[{ assignees: ['bob@example.com'] }, true],
		[{ labels: ['bug'] }, false],
		[{ priority: ['low', 'high'] }, true],
		[{ priority: ['low'], states: ['Done'] }, false],
		[{ parent: ['w0'] }, true],
		[{ parent: ['w1'] }, false],
		[{ target_from: '2026-03-31', target_to: '2026-03-31' }, true],
		[{ target_from: '2026-04-01' }, false],
		[{ target_to: '2026-03-30' }, false],
		[{ start_from: '2026-01-01' }, false],
	])('says whether a work item matches %j: %j', (filters, expected) => {
		expect(matchesFilters(workItem, filters)).toBe(expected);
	});
});

describe('judging a record by filters', () => {
	const DONE = '056a2126-ab35-4ca3-8905-75a06291b5a1';
	const TODO = 'd72dabd8-8cd3-49b6-8e02-aa9691c4fd0c';
	/** A work item as version 2 of the webhooks sends it, with IDs instead of records (row 101). */
	const withIds: JsonObject = {
		state: { id: DONE },
		labels: [],
		assignees: [{ id: TODO }],
		parent: null,
		priority: 'high',
	};

	test.each<[string, JsonObject, JsonObject, string]>([
		['the ID of its state', withIds, { states: [DONE] }, 'passes'],
		['the ID of another state', withIds, { states: [TODO] }, 'fails'],
		['the name of a state', withIds, { states: ['Done'] }, 'State Names or IDs'],
		['the name of a label, and it has none', withIds, { labels: ['bug'] }, 'fails'],
		['the group of its state', withIds, { state_group: ['started'] }, 'State Group'],
		['a name and another priority', withIds, { states: ['Done'], priority: ['low'] }, 'fails'],
		['the key of a parent, and it has none', withIds, { parent: ['LNCH-1'] }, 'fails'],
		['the key of a parent', { ...withIds, parent: TODO }, { parent: ['LNCH-1'] }, 'Parent'],
		['the ID of its parent', { ...withIds, parent: TODO }, { parent: ['LNCH-1', TODO] }, 'passes'],
		['a date, and none was sent', withIds, { target_from: '2026-03-31' }, 'Due Date From'],
		['the name of another state', workItem, { states: ['Todo'] }, 'fails'],
	])('with %s, the verdict is right', (_, record, filters, expected) => {
		const verdict = judgeRecord(record, filters);

		expect(verdict.kind === 'unknown' ? verdict.displayName : verdict.kind).toBe(expected);
	});
});
