import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
	type INodeParameters,
	type INodeProperties,
	isObjectEmpty,
	type NodeParameterValueType,
} from 'n8n-workflow';

import { buildOperationProperties } from '../../../nodes/Plane/panel/buildOperationProperties';
import type { MenuChoice } from '../../../nodes/Plane/panel/displayRules';
import {
	mergeProperties,
	type OperationParameters,
} from '../../../nodes/Plane/panel/mergeProperties';
import { MAX_PANEL_BYTES, measurePanelSize } from '../../bench/groups/panel';
import { describeExcess } from './describeExcess';
import { collectMistakes } from '../../tools/mistakes';
import { runs } from '../random';
import {
	choiceCases,
	filterDisplayed,
	findShownParameters,
	listCollectionFields,
	listOptionValues,
	loadParameters,
} from './panel';

/** Removes the conditions on the two menus, which the merge adds; other conditions stay. */
function withoutMenuConditions({ displayOptions, ...property }: INodeProperties): INodeProperties {
	const { show = {}, hide = {} } = displayOptions ?? {};
	const isOther = ([name]: [string, unknown]) => name !== 'resource' && name !== 'operation';
	const otherShow = Object.fromEntries(Object.entries(show).filter(isOther));
	const otherHide = Object.fromEntries(Object.entries(hide).filter(isOther));

	const conditions = {
		...(!isObjectEmpty(otherShow) && { show: otherShow }),
		...(!isObjectEmpty(otherHide) && { hide: otherHide }),
	};

	return { ...property, ...(!isObjectEmpty(conditions) && { displayOptions: conditions }) };
}

test('the editor shows for each operation its own parameters, in their order', async () => {
	const mistakes = await collectMistakes(choiceCases, ({ choices, operation }) => {
		const shown = findShownParameters(choices).map(withoutMenuConditions);

		const expected = filterDisplayed(buildOperationProperties(operation), choices);

		expect(shown.map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
		expect(shown).toEqual(expected);
	});

	expect(mistakes).toEqual([]);
});

/** Returns a value that a workflow may be saved with, and that is not the parameter's default. */
function createSavedValue(property: INodeProperties): NodeParameterValueType {
	switch (property.type) {
		case 'collection':
			return createSavedValues(listCollectionFields(property));
		case 'resourceLocator':
			return { __rl: true, mode: 'id', value: 'saved' };
		case 'boolean':
			return property.default !== true;
		case 'number':
			return 17;
		case 'multiOptions':
			return ['saved'];
		case 'options':
			return listOptionValues(property).at(-1) ?? '';
		default:
			return 'saved';
	}
}

const createSavedValues = (properties: readonly INodeProperties[]): INodeParameters =>
	Object.fromEntries(properties.map((property) => [property.name, createSavedValue(property)]));

test('n8n keeps all values of a workflow saved for an operation', async () => {
	const mistakes = await collectMistakes(choiceCases, ({ choices }) => {
		const saved = { ...createSavedValues(findShownParameters(choices)), ...choices };

		expect(loadParameters(saved)).toMatchObject(saved);
	});

	expect(mistakes).toEqual([]);
});

test('the panel of all operations is no larger than its limit in bytes', () => {
	expect(describeExcess(measurePanelSize(), MAX_PANEL_BYTES, 'bytes')).toBeUndefined();
});

test('each operation shows its own parameters in its own order after a merge, for random operations', () => {
	const menu: readonly MenuChoice[] = ['a', 'b', 'c', 'd'].flatMap((resource) =>
		['get', 'getAll', 'create', 'update'].map((operation) => ({ resource, operation })),
	);
	// Two parameters of each name, so that some operations have different ones with the same name.
	const labels = ['p', 'q', 'r', 's', 't'].flatMap((name) => [`${name}1`, `${name}2`]);
	const toProperty = (label: string): INodeProperties => ({
		displayName: label,
		name: label.charAt(0),
		type: 'string',
		default: '',
	});

	const operationParameters: fc.Arbitrary<OperationParameters> = fc.record({
		choice: fc.constantFrom(...menu),
		properties: fc.subarray(labels).map((chosen) => chosen.map(toProperty)),
	});
	const operationLists = fc.uniqueArray(operationParameters, {
		selector: ({ choice: { resource, operation } }) => `${resource},${operation}`,
	});

	fc.assert(
		fc.property(operationLists, (operations) => {
			const merged = mergeProperties(operations);

			for (const { choice, properties } of operations) {
				const shown = filterDisplayed(merged, { ...choice }).map(withoutMenuConditions);

				expect(shown).toEqual(properties);
			}
		}),
		{ numRuns: runs(500) },
	);
});
