import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';

import { operationProperties } from '../../../nodes/Plane/panel/operationProperties';
import { type Pair, rectanglesOf } from '../../../nodes/Plane/panel/rectangles';
import { type Section, shareProperties } from '../../../nodes/Plane/panel/shareProperties';
import { combinations, displayed, inside, loaded, shown, valuesOf } from './panel';
import { MAX_PANEL_BYTES, measurePanelSize } from '../../bench/groups/panel';
import { runs } from '../random';

/** A parameter without what makes n8n show it for its operations only. */
function ofAnyOperation({ displayOptions, ...property }: INodeProperties): INodeProperties {
	const { show = {}, hide = {} } = displayOptions ?? {};
	const others = ([name]: [string, unknown]) => name !== 'resource' && name !== 'operation';
	const shownWith = Object.fromEntries(Object.entries(show).filter(others));
	const hiddenWith = Object.fromEntries(Object.entries(hide).filter(others));

	expect(hiddenWith).toEqual({});

	return Object.keys(shownWith).length === 0
		? property
		: { ...property, displayOptions: { show: shownWith } };
}

test.each(combinations)(
	'the editor shows for %s what the operation has',
	(_, choices, operation) => {
		expect(shown(choices).map(ofAnyOperation)).toEqual(
			displayed(operationProperties(operation), choices),
		);
	},
);

/** A value as a workflow may be saved with it, other than the one that a new node has. */
function savedFor(property: INodeProperties): NodeParameterValueType {
	const { type, default: usual } = property;
	if (type === 'collection') return savedIn(inside(property));
	if (type === 'resourceLocator') return { __rl: true, mode: 'id', value: 'saved' };
	if (type === 'boolean') return usual !== true;
	if (type === 'number') return 17;
	if (type === 'multiOptions') return ['saved'];

	return type === 'options' ? (valuesOf(property).at(-1) ?? '') : 'saved';
}

const savedIn = (all: readonly INodeProperties[]): INodeParameters =>
	Object.fromEntries(all.map((property) => [property.name, savedFor(property)]));

test.each(combinations)('n8n finds in a workflow saved for %s all its values', (_, choices) => {
	const saved = { ...savedIn(shown(choices)), ...choices };

	expect(loaded(saved)).toMatchObject(saved);
});

test('the panel of all operations is within its limit of bytes', () => {
	expect(measurePanelSize()).toBeLessThanOrEqual(MAX_PANEL_BYTES);
});

/** Every pair of a few resources and operations, of which a menu has some. */
const PAIRS: readonly Pair[] = ['a', 'b', 'c', 'd'].flatMap((resource) =>
	['get', 'getAll', 'create', 'update'].map((operation) => [resource, operation] as const),
);

describe('rectangles', () => {
	const every = (...names: readonly string[]) =>
		PAIRS.filter(([of, value]) => names.includes(of) || names.includes(value));
	const only = (resource: string, operation: string) =>
		PAIRS.filter(([of, value]) => of === resource && value === operation);
	const without = (left: readonly Pair[]) => PAIRS.filter((pair) => !left.includes(pair));

	test.each<[title: string, wanted: readonly Pair[], rectangles: object[]]>([
		['nothing', [], []],
		['everything', PAIRS, [{ notOperation: [] }]],
		['an operation of all resources', every('getAll'), [{ operation: ['getAll'] }]],
		['all but an operation', without(every('get')), [{ notOperation: ['get'] }]],
		['all of a resource', every('a'), [{ resource: ['a'], notOperation: [] }]],
		[
			'all of a resource but an operation',
			every('a').slice(1),
			[{ resource: ['a'], notOperation: ['get'] }],
		],
		['one pair', only('a', 'get'), [{ resource: ['a'], operation: ['get'] }]],
		[
			'two operations of two resources',
			every('a', 'c').filter(([, value]) => value.startsWith('get')),
			[{ resource: ['a', 'c'], operation: ['get', 'getAll'] }],
		],
		[
			'what takes several, the largest first',
			[...only('a', 'get'), ...every('getAll')],
			[{ operation: ['getAll'] }, { resource: ['a'], operation: ['get'] }],
		],
	])('say %s by the fewest names', (_, wanted, rectangles) => {
		expect(rectanglesOf(wanted, PAIRS)).toEqual(rectangles);
	});

	test('cover each wanted pair of a random menu once, and no other pair of it', () => {
		const menus = fc
			.subarray([...PAIRS])
			.chain((all) => fc.tuple(fc.constant(all), fc.subarray(all)));

		fc.assert(
			fc.property(menus, ([all, wanted]) => {
				const rectangles = rectanglesOf(wanted, all);
				const covering = ([of, value]: Pair) =>
					rectangles.filter(
						({ resource, operation, notOperation }) =>
							resource?.includes(of) !== false &&
							operation?.includes(value) !== false &&
							notOperation?.includes(value) !== true,
					).length;

				expect(all.map((pair) => [pair, covering(pair)])).toEqual(
					all.map((pair) => [pair, wanted.includes(pair) ? 1 : 0]),
				);
				expect(rectangles.length).toBeLessThanOrEqual(wanted.length);
			}),
			{ numRuns: runs(1000) },
		);
	});
});

test('parameters that operations share are shown for each as it declares them, in its order', () => {
	const names = ['p', 'q', 'r', 's', 't'];
	const section = fc.record({
		pair: fc.constantFrom(...PAIRS),
		properties: fc.subarray(names.flatMap((name) => [`${name}1`, `${name}2`])),
	});
	const menus = fc.uniqueArray(section, { selector: ({ pair }) => pair.join() });

	fc.assert(
		fc.property(menus, (menu) => {
			const sections = menu.map(
				({ pair, properties: all }): Section => ({
					pair,
					properties: all.map((text) => ({
						displayName: text,
						name: text.charAt(0),
						type: 'string',
						default: '',
					})),
				}),
			);
			const merged = shareProperties(sections);

			for (const { pair, properties: own } of sections) {
				const [resource, operation] = pair;

				expect(displayed(merged, { resource, operation }).map(ofAnyOperation)).toEqual(own);
			}
		}),
		{ numRuns: runs(500) },
	);
});
