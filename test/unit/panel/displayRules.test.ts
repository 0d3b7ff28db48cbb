import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import {
	type DisplayRule,
	findDisplayRules,
	type MenuChoice,
} from '../../../nodes/Plane/panel/displayRules';
import { runs } from '../random';

/** A menu of four resources, each with the same four operations. */
const MENU: readonly MenuChoice[] = ['a', 'b', 'c', 'd'].flatMap((resource) =>
	['get', 'getAll', 'create', 'update'].map((operation) => ({ resource, operation })),
);

/** The choices of the menu that have one of these names as their resource or operation. */
const choicesWith = (...names: readonly string[]) =>
	MENU.filter(({ resource, operation }) => names.includes(resource) || names.includes(operation));

const allExcept = (choices: readonly MenuChoice[]) =>
	MENU.filter((choice) => !choices.includes(choice));

const singleChoice = (resource: string, operation: string) =>
	MENU.filter((choice) => choice.resource === resource && choice.operation === operation);

const matches = ({ resource, operation }: MenuChoice, rule: DisplayRule): boolean =>
	rule.resource?.includes(resource) !== false && rule.operation?.includes(operation) !== false;

describe('findDisplayRules', () => {
	test.each<[title: string, choices: readonly MenuChoice[], rules: DisplayRule[]]>([
		['no rule for no choice', [], []],
		['a rule without names for all choices', MENU, [{}]],
		[
			'only an operation if all resources have it',
			choicesWith('getAll'),
			[{ operation: ['getAll'] }],
		],
		[
			'all other operations if all resources lack one, because models read no list of what lacks a parameter',
			allExcept(choicesWith('get')),
			[{ operation: ['getAll', 'create', 'update'] }],
		],
		['only a resource if it has all operations', choicesWith('a'), [{ resource: ['a'] }]],
		[
			'a resource and its operations if it lacks one',
			choicesWith('a').slice(1),
			[{ resource: ['a'], operation: ['getAll', 'create', 'update'] }],
		],
		[
			'a resource and an operation for a single choice',
			singleChoice('a', 'get'),
			[{ resource: ['a'], operation: ['get'] }],
		],
		[
			'one rule for two operations of two resources',
			choicesWith('a', 'c').filter(({ operation }) => operation.startsWith('get')),
			[{ resource: ['a', 'c'], operation: ['get', 'getAll'] }],
		],
		[
			'several rules if one is not enough, the one for the most choices first',
			[...singleChoice('a', 'get'), ...choicesWith('getAll')],
			[{ operation: ['getAll'] }, { resource: ['a'], operation: ['get'] }],
		],
	])('returns %s', (_, choices, rules) => {
		expect(findDisplayRules(choices, MENU)).toEqual(rules);
	});

	test('returns rules of which each choice in random menus meets exactly one, and no other choice meets any', () => {
		const menus = fc
			.subarray([...MENU])
			.chain((menu) => fc.tuple(fc.constant(menu), fc.subarray(menu)));

		fc.assert(
			fc.property(menus, ([menu, choices]) => {
				const rules = findDisplayRules(choices, menu);

				const matchCounts = menu.map((choice) => [
					choice,
					rules.filter((rule) => matches(choice, rule)).length,
				]);

				expect(matchCounts).toEqual(
					menu.map((choice) => [choice, choices.includes(choice) ? 1 : 0]),
				);
				expect(rules.length).toBeLessThanOrEqual(choices.length);
			}),
			{ numRuns: runs(1000) },
		);
	});

	test('returns the rules that its documentation gives as an example', () => {
		const [labelCreate, labelUpdate, stateCreate, stateUpdate] = [
			{ resource: 'label', operation: 'create' },
			{ resource: 'label', operation: 'update' },
			{ resource: 'state', operation: 'create' },
			{ resource: 'state', operation: 'update' },
		] as const;

		const rules = findDisplayRules(
			[labelCreate, labelUpdate, stateCreate],
			[labelCreate, labelUpdate, stateCreate, stateUpdate],
		);

		expect(rules).toEqual([
			{ resource: ['label'] },
			{ resource: ['state'], operation: ['create'] },
		]);
	});
});
