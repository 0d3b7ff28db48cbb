import { describe, expect, test } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';

import { pollingProperties } from '../../../nodes/PlanePollingTrigger/pollingProperties';
import { webhookProperties } from '../../../nodes/PlaneTrigger/description';
import { operations } from '../../../nodes/shared/operations/catalog';
import { listFields } from '../../../nodes/shared/operations/listFields';
import { listCollectionFields, panel } from './panel';

const parameters = [...panel, ...pollingProperties, ...webhookProperties].flatMap((parameter) => [
	parameter,
	...listCollectionFields(parameter),
]);

/** The inputs whose values a person or a model has to write in a certain way in an expression. */
const formats: readonly (readonly [string, (parameter: INodeProperties) => boolean, RegExp])[] = [
	[
		'a day',
		({ type, typeOptions }) => type === 'dateTime' && typeOptions?.dateOnly === true,
		/\. Format: YYYY-MM-DD\.$/,
	],
	[
		'a time',
		({ type, typeOptions }) => type === 'dateTime' && typeOptions?.dateOnly !== true,
		/\. Format: YYYY-MM-DDTHH:MM:SSZ or YYYY-MM-DD\.$/,
	],
	['a color', ({ type }) => type === 'color', /\. Format: #rrggbb\.$/],
	['an object', ({ type }) => type === 'json', /\. Format: JSON object\.$/],
	['a record', ({ type }) => type === 'resourceLocator', /\. Format: .*\bID\b.*\.$/],
	[
		'several records',
		({ type, typeOptions }) => type === 'multiOptions' && typeOptions !== undefined,
		/An expression can return names, too, as a list or with commas\./,
	],
];

describe('the description of a parameter for', () => {
	test.each(formats)('%s ends with its format', (_, isOfKind, format) => {
		const descriptions = parameters.filter(isOfKind).map(({ description }) => description);

		expect(descriptions.length).toBeGreaterThan(4);

		for (const description of descriptions) expect(description).toMatch(format);
	});
});

test('the description of a field says its format once, and lists and rich texts have one', () => {
	for (const { kind, description, formatField } of operations.flatMap(listFields)) {
		const isTypedList = kind.isList === true && kind.look.type === 'string';

		const isRichText = formatField !== undefined;

		expect(description).not.toMatch(
			/Format:|YYYY|#rrggbb|JSON object|separated by commas(?!\. Choose)/,
		);
		if (isTypedList) expect(kind.format).toMatch(/separated by commas or line breaks$/);
		if (isRichText) expect(kind.format).toBe('Markdown; @name mentions a member');
	}
});

test('a work item is described by what a model knows of it: its key, its external ID or its address', () => {
	const workItems = panel.filter(
		({ name, displayName, modes = [] }) =>
			name === 'workItemId' && displayName === 'Work Item' && modes.length > 3,
	);

	expect(workItems).not.toEqual([]);

	for (const { description } of workItems) {
		expect(description).toBe(
			'Work item of the project. Format: ID, key such as LNCH-12, external ID such as sheet:row-12 or address.',
		);
	}
});
