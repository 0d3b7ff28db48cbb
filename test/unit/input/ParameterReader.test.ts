import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { text } from '../../../nodes/shared/fields/kinds';
import {
	type ParameterCache,
	ParameterReader,
	toTexts,
	toValues,
} from '../../../nodes/shared/parameters/ParameterReader';
import { updateWorkItem } from '../../../nodes/shared/operations';
import { causes } from '../../nodeTexts';
import { createContext } from './inputFixtures';

const { collection, collectionFields } = updateWorkItem.body;

const NODE = 'n8n-nodes-plane-workspace.plane';

/** Creates a reader for an item that updates a work item with these fields. */
async function createReader(
	updateFields: INodeParameters,
	json: IDataObject = {},
	type = NODE,
): Promise<ParameterReader> {
	const environment = { items: [{ json }], node: { type } };

	return new ParameterReader(await createContext(updateWorkItem, { updateFields }, environment), 0);
}

/** The values of the update fields, or the message and remedy of their problem. */
function readUpdateFields(reader: ParameterReader) {
	const values = toValues(reader.collectionFields(collection, collectionFields));
	const { message, description } = reader.finish(values) as Partial<Record<string, string>>;

	return reader.problemCount === 0 ? values : { [message ?? '']: description };
}

const noValue = 'in it returns no value';
const entryRemedy = 'Fill in every entry, or remove the empty ones.';
const emptyEntry = {
	[`Label Names or IDs: the expression {{ $json.no }} ${noValue}`]: entryRemedy,
};

describe('collectionValues', () => {
	const isBlank = 'the text is blank, because an expression in it returns nothing';
	const howToClear = 'Give Label Names or IDs a value for this item, or,';
	const likelyCause = 'Most likely, its column is empty in this row, or is called something else.';

	test.each<[string, INodeParameters, result: object]>([
		['trims texts and keeps numbers', { name: ' x ', sortOrder: 5 }, { name: 'x', sort_order: 5 }],
		['evaluates an expression', { name: '={{ $json.a }}' }, { name: 'A' }],
		[
			'clears a field whose value is empty',
			{ targetDate: '', labels: [] },
			{ target_date: null, labels: [] },
		],
		[
			'refuses an empty value if the field cannot be cleared',
			{ name: '' },
			{
				'Title: the value is empty': 'Fill in Title or remove it.',
			},
		],
		[
			'keeps a text in which one expression is undefined',
			{ name: '=x {{ $json.no }}' },
			{ name: 'x' },
		],
		// Lists
		[
			'reads a list with one expression for each entry',
			{ labels: '={{ $json.a }}, {{ $json.b }}' },
			{ labels: 'A, B' },
		],
		[
			'refuses a list in which one expression is undefined',
			{ labels: '={{ $json.a }}\n{{ $json.no }}' },
			emptyEntry,
		],
		[
			'refuses a list with a bracket in which one expression is undefined',
			{ labels: '={{ $json.a }} [x]\n{{ $json.no }}' },
			emptyEntry,
		],
		[
			'reads a JSON list in which one expression is undefined',
			{ labels: '=[{{ JSON.stringify($json.a) }}{{ $json.no }}]' },
			{ labels: ['A'] },
		],
		[
			'reads a JSON list that starts with white space',
			{ labels: '= \n[{{ JSON.stringify($json.a) }}{{ $json.no }}]' },
			{ labels: ['A'] },
		],
		[
			'refuses a list whose expressions are all undefined',
			{ labels: '={{ $json.no }} {{ $json.no }}' },
			{
				[`Label Names or IDs: ${isBlank}`]: `${howToClear} if every item without one is to lose it in Plane, use an expression that returns null. ${likelyCause}`,
			},
		],
		[
			'refuses a single expression that is undefined',
			{ labels: '={{ $json.no }}' },
			{
				'Label Names or IDs: the expression returns no value (undefined)': `${howToClear} if every item without one is to lose it in Plane, use {{ $json.no ?? null }}. ${likelyCause}`,
			},
		],
		// HTML
		[
			'reads text as Markdown',
			{ description: 'a **b**' },
			{ description_html: '<p>a <strong>b</strong></p>' },
		],
		[
			'reads text as Markdown if that is its format',
			{ description: '# a', descriptionFormat: 'markdown' },
			{ description_html: '<h1>a</h1>' },
		],
		[
			'converts text to paragraphs if its format is plain text',
			{ description: 'a<b\n\n**c**', descriptionFormat: 'text' },
			{ description_html: '<div><p>a&lt;b</p><p>**c**</p></div>' },
		],
		[
			'reads Markdown that has only comments as an empty text',
			{ description: '<!-- x -->' },
			{ description_html: '<p></p>' },
		],
		[
			'keeps HTML',
			{ description: '<i>a</i>', descriptionFormat: 'html' },
			{ description_html: '<i>a</i>' },
		],
		[
			'converts a document of Atlassian, which an expression returns as an object',
			{
				description:
					'={{ ({ type: "doc", version: 1, content: [{ type: "paragraph", content: [{ type: "text", text: "a<b" }] }] }) }}',
				descriptionFormat: 'atlassian',
			},
			{ description_html: '<p>a&lt;b</p>' },
		],
		[
			'converts a message of Slack',
			{ description: '*a* <!here>', descriptionFormat: 'slack' },
			{ description_html: '<p><strong>a</strong> @here</p>' },
		],
		[
			'removes scripts from HTML',
			{ description: '<p onclick="x()">a<script>x()</script></p>', descriptionFormat: 'html' },
			{ description_html: '<p>a</p>' },
		],
		[
			'removes an XML declaration from HTML',
			{
				description: '<?xml version="1.0" encoding="utf-8"?><html><body><p>Hi</p></body></html>',
				descriptionFormat: 'html',
			},
			{ description_html: '<p>Hi</p>' },
		],
		[
			'reads HTML that has only comments as an empty text',
			{ description: '<!-- x -->', descriptionFormat: 'html' },
			{ description_html: '<p></p>' },
		],
		[
			'clears a rich text whose value is empty',
			{ description: '' },
			{ description_html: '<p></p>' },
		],
		[
			'refuses an unknown format',
			{ descriptionFormat: 'rtf' },
			{
				[`Description Format: ${causes.notOneOfItsValues('"rtf"')}`]:
					'Use one of: Atlassian Document Format, HTML, Jira, Markdown, Plain Text, Slack.',
			},
		],
	])('%s', async (_, updateFields, result) => {
		expect(readUpdateFields(await createReader(updateFields, { a: 'A', b: 'B' }))).toEqual(result);
	});

	test('reports an expression that fails for one item only for that item', async () => {
		const name = '={{ $json.name ?? $("Nowhere").item.json.name }}';
		const items = [{ json: {} }, { json: { name: 'a' } }];
		const context = await createContext(updateWorkItem, { updateFields: { name } }, { items });
		const cache: ParameterCache = { values: new Map() };
		const [failed, ...read] = [0, 1, 1]
			.map((itemIndex) => new ParameterReader(context, itemIndex, cache))
			.map(readUpdateFields);
		const message = "Title: the expression failed: Referenced node doesn't exist";

		expect(failed).toEqual({ [message]: 'Fix the expression.' });
		expect(read).toEqual([{ name: 'a' }, { name: 'a' }]);
	});

	test('returns nothing for a parameter that the node does not have', async () => {
		const reader = await createReader({});

		expect(reader.value(text('other', 'A field of another version'))).toBeUndefined();
		expect(reader.addedNames('otherFields')).toEqual([]);
		expect(reader.problemCount).toBe(0);
	});
});

describe('ParameterReader, for a value that an AI model leaves empty,', () => {
	const targetDate = { targetDate: '={{ $json.no ?? "" /* $fromAI */ }}' };
	const labels = { labels: '={{ $json.a /* $fromAI */ }}\n{{ $json.no /* $fromAI */ }}' };

	test.each<[string, string, INodeParameters, result: object]>([
		['does not change the field', `${NODE}Tool`, targetDate, {}],
		['clears the field if no model uses the node', NODE, targetDate, { target_date: null }],
		['leaves the value out of a list', `${NODE}Tool`, labels, { labels: ['A'] }],
		[
			'refuses the list if no model uses the node',
			NODE,
			labels,
			{
				[`Label Names or IDs: the expression {{ $json.no /* $fromAI */ }} ${noValue}`]: entryRemedy,
			},
		],
	])('%s (%s)', async (_, type, updateFields, result) => {
		expect(readUpdateFields(await createReader(updateFields, { a: 'A' }, type))).toEqual(result);
	});
});

describe('finish', () => {
	test('returns one Problem with everything that is wrong with an item', async () => {
		const reader = await createReader({ priority: 'soon', targetDate: '={{ "never" }}', name: '' });

		expect(reader.finish(reader.collectionFields(collection, collectionFields))).toMatchObject({
			cause: 'invalid',
			message: 'Title: the value is empty',
			description: expect.stringMatching(
				new RegExp(
					`^Fill in Title or remove it\\.\nPriority: ${causes.notOneOfItsValues('"soon"')}\\..*\nDue Date: ${causes.notADate('"never"')}\\. .*\\.$`,
				),
			),
		});
	});

	test('returns the value, or a general Problem if there is neither a value nor a problem', async () => {
		const reader = await createReader({});

		expect(reader.finish(undefined)).toMatchObject({ message: 'The item cannot be read' });
		expect(reader.finish(0)).toBe(0);
	});
});

test('ParameterReader accepts an address of any workspace until the workspace is known', async () => {
	const context = await createContext(updateWorkItem, {
		workItemId: { __rl: true, mode: 'url', value: 'https://app.plane.so/acme/browse/LNCH-12/' },
	});

	const read = (workspace?: string) => {
		const reader = Object.assign(new ParameterReader(context, 0), workspace && { workspace });

		return toValues(reader.fields(updateWorkItem.locators)).work_item_id;
	};

	expect([read(), read('acme'), read('other')]).toEqual(['LNCH-12', 'LNCH-12', undefined]);
});

test('toTexts joins lists with commas and leaves out empty values', () => {
	const values = { a: ['x', 1, true], b: 'y', c: 5, d: false, e: '', f: null, g: { h: 1 }, i: [] };

	expect(toTexts(values)).toStrictEqual({ a: 'x,1,true', b: 'y', c: '5', d: 'false' });
});
