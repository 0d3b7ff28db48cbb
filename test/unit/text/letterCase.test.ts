import { describe, expect, test } from '@jest/globals';

import { compareAlphabetically, camelCase, titleCase } from '../../../nodes/shared/text/letterCase';

describe('titleCase', () => {
	test.each([
		['name', 'Name'],
		['target_date', 'Target Date'],
		['external_id', 'External ID'],
		['member_ids', 'Member IDs'],
		['description_html', 'Description HTML'],
		['upload_url', 'Upload URL'],
		['in-progress', 'In Progress'],
		['DRAFT', 'Draft'],
		['workItem', 'Work Item'],
		['customerPropertyValue', 'Customer Property Value'],
		['updateFields', 'Update Fields'],
		['Content-Type', 'Content Type'],
		['URL', 'URL'],
		['idle', 'Idle'],
		['start_of_week', 'Start of Week'],
		['relates_to', 'Relates To'],
		['  two  words ', 'Two Words'],
		['', ''],
	])('shows %j as %j', (name, shown) => {
		expect(titleCase(name)).toBe(shown);
	});
});

describe('camelCase', () => {
	test.each([
		['name', 'name'],
		['target_date', 'targetDate'],
		['external_id', 'externalId'],
		['member_ids', 'memberIds'],
		['description_html', 'descriptionHtml'],
		['workspace_slug', 'workspaceSlug'],
		['is_multi', 'isMulti'],
		['Content-Type', 'contentType'],
		['returnAll', 'returnAll'],
		['descriptionHtml', 'descriptionHtml'],
		['', ''],
	])('turns %j into %j', (name, parameter) => {
		expect(camelCase(name)).toBe(parameter);
	});
});

test('compareAlphabetically returns which text is first, or 0 if they are the same', () => {
	expect([
		compareAlphabetically('a', 'B'),
		compareAlphabetically('B', 'a'),
		compareAlphabetically('a', 'A'),
	]).toEqual([-1, 1, 0]);
});

test('compareAlphabetically ignores case, and sorts spaces before letters', () => {
	const names = ['URL', 'work item', 'a', 'Work', 'b', 'A b', 'workItem', 'A'];

	expect(names.sort(compareAlphabetically)).toEqual([
		'a',
		'A',
		'A b',
		'b',
		'URL',
		'Work',
		'work item',
		'workItem',
	]);
	expect(compareAlphabetically('Name', 'name')).toBe(0);
});
