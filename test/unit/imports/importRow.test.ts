import { describe, expect, test } from '@jest/globals';

import { importRow, isRecordOf } from '../../../nodes/shared/imports/importRow';
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

	test('may have a word in its title that means nothing in other columns', () => {
		const { cells } = read({
			'Task ID': '1',
			'Task Name': 'null',
			'Task Content': 'null',
			Status: '',
		});

		expect(cells.get('name')?.value).toBe('null');
		expect(cells.get('description_html')?.value).toBe('');
	});

	test('is not one that lacks the ID of the tool', () => {
		const jira = recognize(Object.keys(JIRA));

		expect(jira && isRecordOf(jira, JIRA)).toBe(true);
		expect(jira && isRecordOf(jira, { Summary: 'of a sheet' })).toBe(false);
	});

	test('keeps a time that does not exist as it is written, so that the field refuses it', () => {
		const time = 'Thu Foo 16 2025 21:00:00 GMT+0000 (GMT)';
		const row = { ID: 'A-1', Team: '', Title: 'a', Status: '', 'Cycle Number': '' };

		expect(read({ ...row, 'Due Date': time }).cells.get('target_date')?.value).toBe(time);
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
