import { expect, test } from '@jest/globals';

import {
	html,
	ids,
	labeled,
	number,
	records,
	timezone,
	url,
	type Field,
} from '../../../nodes/shared/fields/kinds';
import { picker } from '../../../nodes/shared/lists/picker';

const source = picker('getLabels', 'projects/{project_id}/labels/');

/** How the panel shows a list that users type. */
const textArea = { type: 'string', default: '', typeOptions: { rows: 2 } };

test.each<[title: string, declare: () => Field, declared: object]>([
	[
		'a number',
		() => number('sort_order', 'Sort order'),
		{ parameter: 'sortOrder', displayName: 'Sort Order', required: false },
	],
	[
		'an address with its own display name',
		() => url('url', 'Address', { displayName: 'Web Address' }),
		{ displayName: 'Web Address' },
	],
	[
		'HTML with a field for its format',
		() => html('x_html_body_html', 'About it'),
		{
			parameter: 'xHtmlBody',
			displayName: 'X HTML Body',
			description: 'About it',
			kind: {
				panel: { type: 'string', default: '', typeOptions: { rows: 4 } },
				emptyValue: '<p></p>',
				write: expect.any(Function),
			},
			formatField: {
				wire: 'x_html_body_format',
				parameter: 'xHtmlBodyFormat',
				displayName: 'X HTML Body Format',
				description: 'Markup of X HTML Body',
			},
		},
	],
	[
		'a time zone',
		() => timezone('timezone', 'Zone'),
		{ kind: { panel: { type: 'string' }, emptyValue: 'UTC' } },
	],
	[
		'values with other labels',
		() => labeled('role', { Guest: 5, Admin: 20 }, 'Role'),
		{
			kind: {
				panel: {
					type: 'options',
					default: 5,
					options: [
						{ name: 'Guest', value: 5 },
						{ name: 'Admin', value: 20 },
					],
				},
			},
		},
	],
	[
		'IDs',
		() => ids('issues', 'Work items'),
		{
			placeholder: expect.stringMatching(/^e\.g\. [\da-f-]{36}, [\da-f-]{36}$/),
			kind: { panel: textArea, emptyValue: [], isList: true },
		},
	],
	[
		'records of a list',
		() => records('assignees', 'Who does it', source),
		{
			displayName: 'Assignee Names or IDs',
			source,
			description: expect.stringMatching(/^Who does it\. Choose from the list, or specify IDs /),
			kind: {
				panel: {
					type: 'multiOptions',
					default: [],
					typeOptions: {
						loadOptionsMethod: 'getLabels',
						loadOptionsDependsOn: ['workspaceSlug', 'projectId.value'],
					},
				},
				emptyValue: [],
				isList: true,
			},
		},
	],
	[
		'records by their IDs',
		() => records('member_ids', 'Members', source),
		{ displayName: 'Member Names or IDs' },
	],
	[
		'records with "ids" inside their name',
		() => records('old_ids_list', 'Old ones', source),
		{ displayName: 'Old IDs List Names or IDs' },
	],
])('the declaration of %s has the texts and the look of the panel', (_, declare, declared) => {
	expect(declare()).toMatchObject(declared);
});
