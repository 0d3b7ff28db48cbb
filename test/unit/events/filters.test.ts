import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { matchesAnyName, matchesFilters } from '../../../nodes/shared/events/filters';
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
