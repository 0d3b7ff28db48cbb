import { describe, expect, test } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';

import { pollingProperties } from '../../../nodes/PlanePollingTrigger/pollingProperties';
import { webhookProperties } from '../../../nodes/PlaneTrigger/description';
import { operations } from '../../../nodes/shared/operations/catalog';
import { listFields } from '../../../nodes/shared/operations/listFields';
import { fieldsToReturn } from '../../../nodes/shared/operations/shared/fieldsToReturn';
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
		/(: |\. Format: )YYYY-MM-DD\.?$/,
	],
	[
		'a time',
		({ type, typeOptions }) => type === 'dateTime' && typeOptions?.dateOnly !== true,
		/(: |\. Format: )ISO time or day\.?$/,
	],
	['a color', ({ type }) => type === 'color', /(: |\. Format: )#rrggbb\.?$/],
	['an object', ({ type }) => type === 'json', /(: |\. Format: )JSON object\.?$/],
	[
		'a record with a key',
		({ type, modes = [] }) =>
			type === 'resourceLocator' && modes.some(({ displayName }) => displayName === 'By Key'),
		/(: |\. Format: ).*\bkey \(\S+\).*$/,
	],
	[
		'several records',
		({ type, typeOptions }) => type === 'multiOptions' && typeOptions !== undefined,
		/\. Choose from the list, or specify IDs using an <a /,
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
	for (const { kind, description, formatField, parameter } of operations.flatMap(listFields)) {
		const isTypedList = kind.isList === true && kind.panel.type === 'string';

		const isRichText = formatField !== undefined;

		expect(description).not.toMatch(/Format:|YYYY|#rrggbb|JSON object|separated by commas/);
		const isNamed = parameter === fieldsToReturn.parameter;

		if (isTypedList && !isNamed) expect(kind.format).toMatch(/^a list, or text with commas$/);
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
			'Which work item: ID, key (LNCH-12), external ID (sheet:row-12) or address',
		);
	}
});
