import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import * as lists from '../../../nodes/shared/lists/lists';
import { workItems } from '../../../nodes/shared/lists/workItems';

const week = { name: 'Week 49', start_date: '2026-11-30T00:00:00Z', end_date: '2026-12-06' };
const ada = { first_name: 'Ada', last_name: 'Lovelace', display_name: 'ada', email: 'ada@x.org' };

describe('the label of a row', () => {
	test.each<[title: string, label: string, keyof typeof lists, row: JsonObject]>([
		['a project', 'Launch (LNCH)', 'projects', { name: 'Launch', identifier: 'LNCH' }],
		['a project without a name', 'LNCH', 'projects', { name: ' ', identifier: 'LNCH' }],
		['a project without an identifier', 'Launch', 'projects', { name: 'Launch' }],
		['a cycle with its days', 'Week 49 (2026-11-30 to 2026-12-06)', 'cycles', week],
		['a cycle with only a start', 'Week 49', 'cycles', { ...week, end_date: null }],
		['a cycle with only an end', 'Week 49', 'archivedCycles', { ...week, start_date: null }],
		[
			'a link by its title',
			'Brief (https://x.org)',
			'links',
			{ title: 'Brief', url: 'https://x.org' },
		],
		['a link without a title', 'Draft', 'links', { title: '', name: 'Draft' }],
		['a link by its address', 'https://x.org', 'links', { url: 'https://x.org' }],
		[
			'a comment by its first words and its day',
			'One two (2026-01-05)',
			'comments',
			{
				comment_html: '<p>One</p>\n  <p>two</p>',
				created_at: '2026-01-05T08:00Z',
			},
		],
		[
			'a long comment by 60 characters',
			'x'.repeat(60),
			'comments',
			{ comment_html: 'x'.repeat(90) },
		],
		[
			'an activity',
			'updated (2026-01-05)',
			'activities',
			{ verb: 'updated', created_at: '2026-01-05T' },
		],
		['an attachment', 'a.txt', 'attachments', { attributes: { name: 'a.txt' } }],
		['an attachment without a name', '', 'attachments', { attributes: 'a.txt' }],
		['an intake item', 'Broken', 'intakeItems', { issue_detail: { name: 'Broken' } }],
		[
			'an intake item that waits by its number',
			'341 Broken',
			'intakeItems',
			{ status: -2, issue_detail: { name: 'Broken', sequence_id: 341 } },
		],
		[
			'another intake item with its status',
			'341 Broken (Accepted)',
			'intakeItems',
			{ status: 1, issue_detail: { name: 'Broken', sequence_id: 341 } },
		],
		['an intake item without its work item', '', 'intakeItems', { status: 1 }],
		['a member', 'Ada Lovelace (ada@x.org)', 'members', ada],
		['a member with one name', 'Ada (ada@x.org)', 'members', { ...ada, last_name: '' }],
		[
			'a member with only a display name',
			'ada (ada@x.org)',
			'members',
			{ ...ada, first_name: '', last_name: '' },
		],
		['a member without an address', 'Ada Lovelace', 'projectMembers', { ...ada, email: null }],
		['an invitation', 'ada@x.org', 'invitations', ada],
		['a sticky', 'Note', 'stickies', { name: 'Note', description_html: '<p>Text</p>' }],
		['a sticky without a name', 'Text', 'stickies', { name: '', description_html: '<p>Text</p>' }],
		['a property', 'Tier', 'customerProperties', { display_name: 'Tier', name: 'tier' }],
		['a property without a name', 'tier', 'customerProperties', { name: 'tier' }],
	])('shows %s as "%s"', (_, label, list, row) => {
		expect(lists[list].label(row)).toBe(label);
	});

	test.each<[label: string, row: JsonObject]>([
		['LNCH-12 Print', { name: 'Print', sequence_id: 12, project: { identifier: 'LNCH' } }],
		['LNCH-12 Print', { name: 'Print', sequence_id: 12, project__identifier: 'LNCH' }],
		['LNCH-12', { sequence_id: 12, project__identifier: 'LNCH' }],
		['Print', { name: 'Print', sequence_id: 12, project: 'p1' }],
		['Print', { name: 'Print', project__identifier: 'LNCH' }],
	])('shows a work item as "%s"', (label, row) => {
		expect(workItems.label(row)).toBe(label);
	});
});

test.each<[names: (string | string[])[], keyof typeof lists, JsonObject]>([
	[[['LNCH', 'Launch']], 'projects', { name: 'Launch', identifier: 'LNCH' }],
	[['ada@x.org', 'ada', 'Ada Lovelace'], 'members', ada],
	[['ada@x.org'], 'invitations', ada],
	[['Tier', 'tier'], 'customerProperties', { display_name: 'Tier', name: 'tier' }],
	[['Done'], 'states', { name: 'Done' }],
])('the names are %j for a row of %s', (names, list, row) => {
	expect(lists[list].names?.(row)).toEqual(names);
});

describe('a work item is found', () => {
	const [byKey, byExternalId] = workItems.keys ?? [];
	const imported = { external_source: 'sheet', external_id: 'row:12' };

	test('by its key', () => {
		const row = { sequence_id: 12, project__identifier: 'LNCH' };

		expect(byKey?.matches('LNCH-12', row)).toBe(true);
		expect(byKey?.matches('LNCH-1', row)).toBe(false);
		expect(byKey?.search.query('LNCH-12', {})).toEqual({
			search: 'LNCH-12',
			project_id: '',
			limit: '100',
		});
	});

	test('by the source and the ID that it was imported with', () => {
		expect(byExternalId?.search.query(' sheet : row:12 ', {})).toEqual(imported);
		expect(byExternalId?.matches('sheet:row:12', imported)).toBe(true);
		expect(byExternalId?.matches('sheet:row', imported)).toBe(false);
		expect(byExternalId?.matches('other:row:12', imported)).toBe(false);
	});
});
