import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { INTAKE_STATUS } from '../../../nodes/shared/lists/intakeStatus';
import { simplifiers, htmlToText } from '../../../nodes/shared/operations/shared/simplifiers';

const CONTEXT = { webRoot: 'https://plane.example.com', workspace: 'acme' };
const url = (path: string) => ({ url: `https://plane.example.com/acme/${path}/` });

/** Fields that no simplified record has. */
const omittedFields = { workspace: 'x', is_draft: false };
const project = 'p1';
const times = { created_at: '2026-11-21T08:00:00Z', updated_at: null };
const days = { start_date: '2026-11-21', target_date: null };
const external = { external_source: 'sheet', external_id: '12' };

type Row = [name: keyof typeof simplifiers, title: string, row: JsonObject, simplified: JsonObject];

const workItem = { id: 'w1', name: 'Broken' };
const workItemWithNumber = {
	...workItem,
	sequence_id: 12,
	project: { id: project, identifier: 'LNCH' },
};
const key = 'LNCH-12';
const workItemCounts = { total_issues: 3, completed_issues: 0 };
const activity = { id: 'a1', verb: 'updated', field: 'priority' };
const sticky = { id: 's1', name: 'Note', color: 'red', background_color: null };
const projectRecord = {
	id: project,
	identifier: 'LNCH',
	name: 'Launch',
	description: '',
	is_member: true,
	total_members: 8,
	cycle_view: true,
	module_view: false,
	intake_view: true,
	archived_at: null,
};
const cycle = { id: 'c1', name: 'Week', start_date: null, end_date: null };
const moduleRecord = { id: 'm1', name: 'Docs', status: 'planned', ...days };
const attachment = { id: 'f1', ...external, created_by: 'u1', created_at: null };
const label = { id: 'l1', name: 'bug', color: 'red', description: '', parent: null, ...external };
const state = {
	id: 's1',
	name: 'Done',
	group: 'completed',
	color: 'red',
	description: '',
	default: false,
	sequence: 5,
};
const link = { id: 'l1', name: null, title: 'Docs', url: 'https://example.com', ...times };

test.each<Row>([
	[
		'workItem',
		'its key, and the names of related records',
		{
			...workItemWithNumber,
			...omittedFields,
			...days,
			...times,
			priority: 'high',
			state: { name: 'Done' },
			assignees: [{ display_name: 'ada', email: 'ada@x' }, { email: 'bob@x' }, 'u3'],
			labels: [{ id: 'l1', name: '' }],
		},
		{
			...workItem,
			...days,
			key,
			priority: 'high',
			state: 'Done',
			assignees: ['ada', 'bob@x', 'u3'],
			labels: ['l1'],
			...url('browse/LNCH-12'),
		},
	],
	[
		'workItem',
		'no state if the work item has none',
		{ ...workItem, state: null },
		{ ...workItem, state: null },
	],
	[
		'workItem',
		'an address with IDs, and no key, if the identifier of the project is unknown',
		{ ...workItemWithNumber, project },
		{ ...workItem, ...url('projects/p1/issues/w1') },
	],
	[
		'searchResult',
		'its key',
		{
			...workItem,
			...omittedFields,
			project__identifier: 'LNCH',
			sequence_id: 12,
			project_id: project,
		},
		{ ...workItem, key, project, ...url('browse/LNCH-12') },
	],
	[
		'intakeItem',
		'the name and the priority of its work item',
		{
			id: 'i1',
			issue: 'w1',
			issue_detail: { ...omittedFields, id: 'w2', name: 'Fix', priority: 'low' },
			project,
			status: 0,
			snoozed_till: null,
			duplicate_to: null,
			source: 'IN_APP',
			source_email: null,
			...times,
		},
		{
			work_item_id: 'w1',
			name: 'Fix',
			priority: 'low',
			status: 'Snoozed',
			source: 'IN_APP',
			source_email: null,
			created_at: times.created_at,
			project,
			...url('projects/p1/intake'),
		},
	],
	[
		'intakeItem',
		'its key if the record of its project is known',
		{
			issue: 'w1',
			issue_detail: { sequence_id: 12 },
			project: { id: project, identifier: 'LNCH' },
			status: 1,
		},
		{ work_item_id: 'w1', key, status: 'Accepted', project, ...url('browse/LNCH-12') },
	],
	[
		'intakeItem',
		'the ID of the work item in its details if it has no other',
		{ issue_detail: { id: 'w2' }, status: 7 },
		{ work_item_id: 'w2', status: null },
	],
	[
		'intakeItem',
		'null for an unknown work item and status',
		{},
		{ work_item_id: null, status: null },
	],
	[
		'project',
		'the address of its page',
		{ ...projectRecord, ...omittedFields },
		{ ...projectRecord, ...url('projects/p1/issues') },
	],
	[
		'cycle',
		'the address of its page',
		{ ...cycle, ...workItemCounts, ...omittedFields, project, owned_by: 'ada', archived_at: null },
		{
			...cycle,
			...workItemCounts,
			owned_by: 'ada',
			archived_at: null,
			project,
			...url('projects/p1/cycles/c1'),
		},
	],
	['cycle', 'no address if its project is unknown', cycle, cycle],
	[
		'module',
		'the address of its page',
		{ ...moduleRecord, ...workItemCounts, ...omittedFields, project, lead: null },
		{ ...moduleRecord, ...workItemCounts, lead: null, project, ...url('projects/p1/modules/m1') },
	],
	[
		'comment',
		'its text as Markdown',
		{
			id: 'c1',
			comment_html: '<p><i>Hi</i></p>',
			actor: 'ada',
			access: 'INTERNAL',
			...external,
			...times,
		},
		{ id: 'c1', comment: '_Hi_', by: 'ada', access: 'INTERNAL', ...external, ...times },
	],
	['comment', 'no text and no author if it has none', {}, { comment: '', by: null }],
	[
		'activity',
		'the old and the new value of the field',
		{
			...activity,
			...omittedFields,
			old_value: 'low',
			new_value: 'high',
			actor: 'ada',
			old_identifier: null,
			new_identifier: 'x',
			...times,
		},
		{
			...activity,
			from: 'low',
			to: 'high',
			by: 'ada',
			old_identifier: null,
			new_identifier: 'x',
			created_at: times.created_at,
		},
	],
	['activity', 'null for missing values', {}, { from: null, to: null, by: null }],
	[
		'sticky',
		'its text as Markdown',
		{ ...sticky, ...times, ...omittedFields, description_html: '<p>a</p><p><b>b</b></p>' },
		{ ...sticky, ...times, text: 'a\n\n**b**' },
	],
	[
		'attachment',
		'the name, type and size of its file',
		{
			...attachment,
			...omittedFields,
			attributes: { name: 'a.txt', type: 'text/plain', size: 3, x: 1 },
		},
		{ ...attachment, name: 'a.txt', type: 'text/plain', size: 3 },
	],
	[
		'attachment',
		'no details of a file that it does not have',
		{ ...attachment, attributes: null },
		attachment,
	],
	['label', 'only its most useful fields', { ...label, ...omittedFields }, label],
	['state', 'only its most useful fields', { ...state, ...omittedFields }, state],
	['link', 'only its most useful fields', { ...link, ...omittedFields }, link],
])('a simplified %s record has %s', (name, _, row, simplified) => {
	expect(simplifiers[name].simplify(row, CONTEXT)).toStrictEqual(simplified);
});

test('the details of a simplified work item are its text, its place and its times', () => {
	const details = {
		parent: 'w9',
		cycle: { id: 'c1', name: 'Week 49' },
		modules: [{ id: 'm1', name: 'Backend' }],
		project: { id: 'p1', identifier: 'LNCH', name: 'Launch' },
		description_html: '<p>See <b>this</b></p>',
		...times,
	};

	expect(simplifiers.workItem.details?.build({ ...workItem, ...details }, CONTEXT)).toStrictEqual({
		description: 'See **this**',
		parent: 'w9',
		cycle: 'Week 49',
		modules: ['Backend'],
		project: 'p1',
		project_name: 'Launch',
		...times,
	});
	expect(simplifiers.workItem.details?.build(workItem, CONTEXT)).toStrictEqual({});
});

test('a simplified work item has the ID of its project alone if the record of the project is unknown', () => {
	const row = { ...workItem, project };

	expect(simplifiers.workItem.details?.build(row, CONTEXT)).toStrictEqual({ project });
});

test('a simplified work item of a list has at most ten fields', () => {
	const row = {
		...workItemWithNumber,
		...omittedFields,
		...days,
		...times,
		priority: 'high',
		state: 's1',
		assignees: [],
		labels: [],
	};

	expect(Object.keys(simplifiers.workItem.simplify(row, CONTEXT))).toHaveLength(10);
});

// Only other containers can open the Base URL http://api:8000.
test.each<[name: keyof typeof simplifiers, row: JsonObject]>([
	['workItem', workItemWithNumber],
	['searchResult', { ...workItem, sequence_id: 12, project__identifier: 'LNCH' }],
	['project', projectRecord],
	['cycle', { ...cycle, project }],
	['module', { ...moduleRecord, project }],
	['intakeItem', { project, status: 0 }],
])('a simplified %s record has no address if that of the web app is unknown', (name, row) => {
	expect(simplifiers[name].simplify(row, CONTEXT)).toHaveProperty('url');
	expect(simplifiers[name].simplify(row, { ...CONTEXT, webRoot: undefined })).not.toHaveProperty(
		'url',
	);
});

test.each(Object.entries(INTAKE_STATUS))(
	'a simplified intake item is %s if its status is %i',
	(name, status) => {
		expect(simplifiers.intakeItem.simplify({ status }, CONTEXT).status).toBe(name);
	},
);

describe('htmlToText', () => {
	test.each<[html: JsonValue | undefined, text: string]>([
		[undefined, ''],
		[null, ''],
		[5, ''],
		['plain', 'plain'],
		['<p class="a">One <b>bold</b> word</p>', 'One bold word'],
		['a<br>b<br/>c<br />d<BR  >e', 'a\nb\nc\nd\ne'],
		['<ul><li>a</li><li>b</li></ul>', 'a\nb'],
		['<h1>a</h1><div>b</div><tr><td>c</td></tr>d', 'a\nb\nc\nd'],
		['<p>a<p>b', 'ab'],
		['a &lt;b&gt; &quot;c&quot; &#39;d&#039;&nbsp;e &amp; f', `a <b> "c" 'd' e & f`],
		['&amp;lt;&lt;&gt;&gt;', '&lt;<>>'],
		['  <p></p> a ', 'a'],
		['it&#x27;s 5&euro; &ndash; &#8211; caf&eacute;', "it's 5€ – – café"],
		[
			'<p>See <a href="https://x.example/?a=1&amp;b=2">here</a></p>',
			'See here (https://x.example/?a=1&b=2)',
		],
		['<a href="https://x.example">https://x.example</a>', 'https://x.example'],
		['<a href="mailto:ada@x.example">ada@x.example</a>', 'ada@x.example'],
		['<p>a</p><!-- b --><script>c</script><style>d</style>', 'a'],
	])('converts %j to its text', (html, text) => {
		expect(htmlToText(html)).toBe(text);
	});
});
