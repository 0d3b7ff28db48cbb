import { describe, expect, test } from '@jest/globals';

import { importRow } from '../../../nodes/shared/imports/importRow';
import { recognize } from '../../../nodes/shared/imports/recognize';

function read(row: Readonly<Record<string, unknown>>) {
	const recognition = recognize(Object.keys(row));
	if (recognition === undefined) throw new Error('It is an export of no tool');

	return importRow(row, recognition);
}

const JIRA = { Summary: 'a', 'Issue key': 'ENG-1' };

describe('a record of an export', () => {
	test.each(['constructor', '__proto__', 'toString'])(
		'may have words that every object inherits (%s)',
		(word) => {
			const { cells, state } = read({ ...JIRA, Priority: word, Status: word });

			expect(cells.get('priority')?.value).toBe(word);
			expect(state).toEqual({ name: word, group: undefined, isFinal: false });
		},
	);

	test('may have a column that is called like what every object inherits', () => {
		expect(read({ ...JIRA, constructor: 'x' }).unknownColumns).toEqual(['constructor']);
	});

	test('has no field whose column is missing, and an empty one whose cell is', () => {
		const { cells } = read({ ...JIRA, Assignee: '' });

		expect(cells.has('target_date')).toBe(false);
		expect(cells.get('assignees')).toEqual({ column: 'Assignee', value: '' });
	});

	// The schema: https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/
	test('has a document of Atlassian as HTML, without losing what HTML has not', () => {
		const description = {
			type: 'doc',
			version: 1,
			content: [
				{ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Why' }] },
				{
					type: 'paragraph',
					content: [
						{ type: 'text', text: 'a < b', marks: [{ type: 'strong' }] },
						{ type: 'hardBreak' },
						{ type: 'mention', attrs: { id: '5f', text: '@Ada' } },
						{ type: 'unknownNode', content: [{ type: 'text', text: ' stays' }] },
					],
				},
				{
					type: 'codeBlock',
					attrs: { language: 'java' },
					content: [{ type: 'text', text: 'int a;' }],
				},
			],
		};
		const { text } = read({ summary: 'a', key: 'ENG-1', issuetype: {}, description });

		expect(text.format).toBe('html');
		expect(text.cell?.value).toBe(
			'<h2>Why</h2><p><strong>a &lt; b</strong><br>@Ada stays</p><pre><code class="language-java">int a;</code></pre>',
		);
	});
});
