import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import {
	simplifiers,
	INTAKE_STATUS,
	htmlToText,
} from '../../../nodes/shared/operations/shared/simplifiers';

const shown = { webRoot: 'https://plane.example.com', workspace: 'acme' };
const page = (path: string) => ({ url: `https://plane.example.com/acme/${path}/` });

/** Fields of no card. */
const other = { workspace: 'x', is_draft: false };
const project = 'p1';
const times = { created_at: '2026-11-21T08:00:00Z', updated_at: null };
const days = { start_date: '2026-11-21', target_date: null };
const external = { external_source: 'sheet', external_id: '12' };

type Row = [name: keyof typeof simplifiers, title: string, row: JsonObject, card: JsonObject];

const named = { id: 'w1', name: 'Broken' };
const numbered = { ...named, sequence_id: 12, project: { id: project, identifier: 'LNCH' } };
const key = 'LNCH-12';
const counted = { total_issues: 3, completed_issues: 0 };
const changed = { id: 'a1', verb: 'updated', field: 'priority' };
const texts = { id: 's1', name: 'Note', color: 'red', background_color: null };
const launch = {
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
const cycle = { id: 'c1', name: 'Week', description: '', start_date: null, end_date: null };
const docs = { id: 'm1', name: 'Docs', description: '', status: 'planned', ...days };
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
		'with its key, and what it points to by name',
		{
			...numbered,
			...other,
			...days,
			...times,
			priority: 'high',
			state: { name: 'Done' },
			assignees: [{ display_name: 'ada', email: 'ada@x' }, { email: 'bob@x' }, 'u3'],
			labels: [{ id: 'l1', name: '' }],
		},
		{
			...named,
			...days,
			...times,
			key,
			priority: 'high',
			state: 'Done',
			assignees: ['ada', 'bob@x', 'u3'],
			labels: ['l1'],
			...page('browse/LNCH-12'),
		},
	],
	['workItem', 'without a state', { ...named, state: null }, { ...named, state: null }],
	['workItem', 'without a key', { ...numbered, project }, named],
	[
		'searchResult',
		'with its key',
		{ ...named, ...other, project__identifier: 'LNCH', sequence_id: 12, project_id: project },
		{ ...named, key, project_id: project, ...page('browse/LNCH-12') },
	],
	[
		'intakeItem',
		'with what its work item is called',
		{
			id: 'i1',
			issue: 'w1',
			issue_detail: { ...other, id: 'w2', name: 'Fix', priority: 'low' },
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
			snoozed_till: null,
			duplicate_to: null,
			source: 'IN_APP',
			source_email: null,
			created_at: times.created_at,
			...page('projects/p1/intake'),
		},
	],
	[
		'intakeItem',
		'with the ID that its work item has',
		{ issue_detail: { id: 'w2' }, status: 7 },
		{ work_item_id: 'w2', status: null },
	],
	['intakeItem', 'of which nothing is known', {}, { work_item_id: null, status: null }],
	[
		'project',
		'with its page',
		{ ...launch, ...other },
		{ ...launch, ...page('projects/p1/issues') },
	],
	[
		'cycle',
		'with its page',
		{ ...cycle, ...counted, ...other, project, owned_by: 'ada', archived_at: null },
		{
			...cycle,
			...counted,
			owned_by: 'ada',
			archived_at: null,
			...page('projects/p1/cycles/c1'),
		},
	],
	['cycle', 'whose project is not known has no page', cycle, cycle],
	[
		'module',
		'with its page',
		{ ...docs, ...counted, ...other, project, lead: null },
		{ ...docs, ...counted, lead: null, ...page('projects/p1/modules/m1') },
	],
	[
		'comment',
		'with its words',
		{
			id: 'c1',
			comment_html: '<p>Hi</p>',
			actor: 'ada',
			access: 'INTERNAL',
			...external,
			...times,
		},
		{ id: 'c1', comment: 'Hi', by: 'ada', access: 'INTERNAL', ...external, ...times },
	],
	['comment', 'of nobody', {}, { comment: '', by: null }],
	[
		'activity',
		'with what was changed',
		{
			...changed,
			...other,
			old_value: 'low',
			new_value: 'high',
			actor: 'ada',
			old_identifier: null,
			new_identifier: 'x',
			...times,
		},
		{
			...changed,
			from: 'low',
			to: 'high',
			by: 'ada',
			old_identifier: null,
			new_identifier: 'x',
			created_at: times.created_at,
		},
	],
	['activity', 'without values', {}, { from: null, to: null, by: null }],
	[
		'sticky',
		'with its words',
		{ ...texts, ...times, ...other, description_html: '<p>a</p><p>b</p>' },
		{ ...texts, ...times, text: 'a\nb' },
	],
	[
		'attachment',
		'with what is known of its file',
		{ ...attachment, ...other, attributes: { name: 'a.txt', type: 'text/plain', size: 3, x: 1 } },
		{ ...attachment, name: 'a.txt', type: 'text/plain', size: 3 },
	],
	['attachment', 'without a file', { ...attachment, attributes: null }, attachment],
	['label', 'with its own fields', { ...label, ...other }, label],
	['state', 'with its own fields', { ...state, ...other }, state],
	['link', 'with its own fields', { ...link, ...other }, link],
])('the card of a %s: %s', (name, _, row, card) => {
	expect(simplifiers[name].simplify(row, shown)).toStrictEqual(card);
});

// P28: the Base URL http://api:8000 is known to containers alone.
test.each<[name: keyof typeof simplifiers, row: JsonObject]>([
	['workItem', numbered],
	['searchResult', { ...named, sequence_id: 12, project__identifier: 'LNCH' }],
	['project', launch],
	['cycle', { ...cycle, project }],
	['module', { ...docs, project }],
	['intakeItem', { project, status: 0 }],
])(
	'the card of a %s has no link if the address of the web app cannot be known (P28)',
	(name, row) => {
		expect(simplifiers[name].simplify(row, shown)).toHaveProperty('url');
		expect(simplifiers[name].simplify(row, { ...shown, webRoot: undefined })).not.toHaveProperty(
			'url',
		);
	},
);

test.each(Object.entries(INTAKE_STATUS))('an intake item is %s by %i', (name, status) => {
	expect(simplifiers.intakeItem.simplify({ status }, shown).status).toBe(name);
});

describe('the words', () => {
	test.each<[html: JsonValue | undefined, words: string]>([
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
		['it&#x27;s 5&euro; &ndash; &#8211; caf&eacute; (case P24)', "it's 5€ – – café (case P24)"],
		[
			'<p>See <a href="https://x.example/?a=1&amp;b=2">here</a></p>',
			'See here (https://x.example/?a=1&b=2)',
		],
		['<a href="https://x.example">https://x.example</a>', 'https://x.example'],
		['<a href="mailto:ada@x.example">ada@x.example</a>', 'ada@x.example'],
		['<p>a</p><!-- b --><script>c</script><style>d</style>', 'a'],
	])('of %j are its text', (html, words) => {
		expect(htmlToText(html)).toBe(words);
	});
});
