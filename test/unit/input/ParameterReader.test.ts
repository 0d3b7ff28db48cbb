import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { text } from '../../../nodes/shared/fields/kinds';
import {
	type ParameterCache,
	ParameterReader,
	toTexts,
} from '../../../nodes/shared/parameters/ParameterReader';
import { updateWorkItem } from '../../../nodes/shared/operations';
import { contextOf } from './reading';

const { collection, added } = updateWorkItem.body;

const NODE = 'n8n-nodes-plane-workspace.plane';

/** A reader of an item for which a work item is updated so. */
async function readerOf(
	updateFields: INodeParameters,
	json: IDataObject = {},
	type = NODE,
): Promise<ParameterReader> {
	const around = { items: [{ json }], node: { type } };

	return new ParameterReader(await contextOf(updateWorkItem, { updateFields }, around), 0);
}

/** The values that were added, or the two texts of what is wrong with them. */
function valuesOf(reader: ParameterReader) {
	const values = reader.collectionValues(collection, added);
	const { message, description } = reader.finish(values) as Partial<Record<string, string>>;

	return reader.problemCount === 0 ? values : { [message ?? '']: description };
}

const isEmpty = 'in it returns no value';
const remedy = 'Give each entry a value, or remove those that have none.';
const gap = {
	[`Label Names or IDs: the expression {{ $json.no }} ${isEmpty}`]: remedy,
};

describe('a value is read', () => {
	const blank = 'the text is blank, because an expression in it returns nothing';
	const clearing = 'Give Label Names or IDs a value for this item, or';
	const row = 'Most likely, its column is empty in this row.';

	test.each<[string, INodeParameters, result: object]>([
		['as it is', { name: ' x ', sortOrder: 5 }, { name: 'x', sort_order: 5 }],
		['by its expression', { name: '={{ $json.a }}' }, { name: 'A' }],
		['empty, so that it clears', { targetDate: '', labels: [] }, { target_date: null, labels: [] }],
		[
			'not where it cannot be cleared',
			{ name: '' },
			{
				'Name: the value is empty': 'Fill in Name or remove it.',
			},
		],
		[
			'as a text in which an expression finds nothing',
			{ name: '=x {{ $json.no }}' },
			{ name: 'x' },
		],
		// Lists
		[
			'as a list with an expression for each',
			{ labels: '={{ $json.a }}, {{ $json.b }}' },
			{ labels: ['A', 'B'] },
		],
		[
			'not as a list with one that finds nothing',
			{ labels: '={{ $json.a }}\n{{ $json.no }}' },
			gap,
		],
		['not as such a list with a bracket', { labels: '={{ $json.a }} [x]\n{{ $json.no }}' }, gap],
		[
			'as JSON with one that finds nothing',
			{ labels: '=[{{ JSON.stringify($json.a) }}{{ $json.no }}]' },
			{ labels: ['A'] },
		],
		[
			'as JSON behind blanks',
			{ labels: '= \n[{{ JSON.stringify($json.a) }}{{ $json.no }}]' },
			{ labels: ['A'] },
		],
		[
			'not as a list that finds nothing at all',
			{ labels: '={{ $json.no }} {{ $json.no }}' },
			{
				[`Label Names or IDs: ${blank}`]: `${clearing} clear it with an expression that returns null. ${row}`,
			},
		],
		[
			'not as one expression that finds nothing',
			{ labels: '={{ $json.no }}' },
			{
				'Label Names or IDs: the expression returns no value (undefined)': `${clearing} clear it with {{ $json.no ?? null }}. ${row}`,
			},
		],
		// HTML
		[
			'as paragraphs',
			{ description: 'a<b\n\nc' },
			{ description_html: '<div><p>a&lt;b</p><p>c</p></div>' },
		],
		[
			'as paragraphs where it is said to be plain',
			{ description: 'a', descriptionFormat: 'text' },
			{ description_html: '<p>a</p>' },
		],
		[
			'as HTML',
			{ description: '<i>a</i>', descriptionFormat: 'html' },
			{ description_html: '<i>a</i>' },
		],
		[
			'as HTML without what runs in a browser',
			{ description: '<p onclick="x()">a<script>x()</script></p>', descriptionFormat: 'html' },
			{ description_html: '<p>a</p>' },
		],
		[
			'as HTML without an XML declaration (case P41)',
			{
				description: '<?xml version="1.0" encoding="utf-8"?><html><body><p>Hi</p></body></html>',
				descriptionFormat: 'html',
			},
			{ description_html: '<p>Hi</p>' },
		],
		[
			'as an empty text if HTML has only comments (case P41)',
			{ description: '<!-- x -->', descriptionFormat: 'html' },
			{ description_html: '<p></p>' },
		],
		[
			'as nothing, which is no text to be marked up',
			{ description: '' },
			{ description_html: '<p></p>' },
		],
		[
			'not with a format that there is none of',
			{ descriptionFormat: 'rtf' },
			{
				'Description Format: "rtf" is not one of its values': 'Use one of: Plain Text, HTML.',
			},
		],
	])('%s', async (_, updateFields, result) => {
		expect(valuesOf(await readerOf(updateFields, { a: 'A', b: 'B' }))).toEqual(result);
	});

	test('not where its expression fails, which may be that of another item', async () => {
		const name = '={{ $json.name ?? $("Nowhere").item.json.name }}';
		const items = [{ json: {} }, { json: { name: 'a' } }];
		const context = await contextOf(updateWorkItem, { updateFields: { name } }, { items });
		const cache: ParameterCache = new Map();
		const [failed, ...read] = [0, 1, 1]
			.map((itemIndex) => new ParameterReader(context, itemIndex, cache))
			.map(valuesOf);
		const message = "Name: the expression failed: Referenced node doesn't exist";

		expect(failed).toEqual({ [message]: 'Fix the expression.' });
		expect(read).toEqual([{ name: 'a' }, { name: 'a' }]);
	});

	test('as nothing where the node has no such parameter', async () => {
		const reader = await readerOf({});

		expect(reader.value(text('other', 'A field of another version'))).toBeUndefined();
		expect(reader.addedNames('otherFields')).toEqual([]);
		expect(reader.problemCount).toBe(0);
	});
});

describe('a value that a model leaves empty', () => {
	const day = { targetDate: '={{ $json.no ?? "" /* $fromAI */ }}' };
	const labels = { labels: '={{ $json.a /* $fromAI */ }}\n{{ $json.no /* $fromAI */ }}' };

	test.each<[string, string, INodeParameters, result: object]>([
		['is left alone', `${NODE}Tool`, day, {}],
		['clears where no model uses the node', NODE, day, { target_date: null }],
		['is no entry of a list', `${NODE}Tool`, labels, { labels: ['A'] }],
		[
			'is missed where no model uses the node',
			NODE,
			labels,
			{
				[`Label Names or IDs: the expression {{ $json.no /* $fromAI */ }} ${isEmpty}`]: remedy,
			},
		],
	])('%s (%s)', async (_, type, updateFields, result) => {
		expect(valuesOf(await readerOf(updateFields, { a: 'A' }, type))).toEqual(result);
	});
});

describe('what is wrong with an item', () => {
	test('is told at once', async () => {
		const reader = await readerOf({ priority: 'soon', targetDate: '={{ "never" }}', name: '' });

		expect(reader.finish(reader.collectionValues(collection, added))).toMatchObject({
			tag: 'invalid',
			message: 'Name: the value is empty',
			description: expect.stringMatching(
				/^Fill in Name or remove it\. Priority: "soon" is not .*\. Target Date: "never" is not .*\.$/,
			),
		});
	});

	test('is that it cannot be read, where nobody says more', async () => {
		const reader = await readerOf({});

		expect(reader.finish(undefined)).toMatchObject({ message: 'The item cannot be read' });
		expect(reader.finish(0)).toBe(0);
	});
});

test('an address tells a key of any workspace, as long as nobody says which', async () => {
	const context = await contextOf(updateWorkItem, {
		workItemId: { __rl: true, mode: 'url', value: 'https://app.plane.so/acme/browse/LNCH-12/' },
	});

	const read = (workspace?: string) => {
		const reader = Object.assign(new ParameterReader(context, 0), workspace && { workspace });

		return reader.values(updateWorkItem.path).work_item_id;
	};

	expect([read(), read('acme'), read('other')]).toEqual(['LNCH-12', 'LNCH-12', undefined]);
});

test('values in an address are texts, and those that are empty are left out', () => {
	const values = { a: ['x', 1, true], b: 'y', c: 5, d: false, e: '', f: null, g: { h: 1 }, i: [] };

	expect(toTexts(values)).toStrictEqual({ a: 'x,1,true', b: 'y', c: '5', d: 'false' });
});
