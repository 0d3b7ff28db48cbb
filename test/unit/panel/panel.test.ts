import { runInNewContext } from 'node:vm';

import { describe, expect, test } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';

import { titleCase } from '../../../nodes/shared/text/letterCase';
import { RESOURCES } from '../../../nodes/shared/operations/resources';
import { listFields } from '../../../nodes/shared/operations/listFields';
import { Plane } from '../../../nodes/Plane/Plane.node';
import { PlanePollingTrigger } from '../../../nodes/PlanePollingTrigger/PlanePollingTrigger.node';
import { PlaneTrigger } from '../../../nodes/PlaneTrigger/PlaneTrigger.node';
import { collectMistakes } from '../../tools/mistakes';
import {
	choiceCases,
	filterDisplayed,
	listCollectionFields,
	namedOperations,
	MENUS,
	panel,
	findAllParameters,
	findShownParameters,
	listOptionValues,
} from './panel';

const resourceMenu = panel.find(({ name }) => name === 'resource');
const allParameters = [...panel, ...panel.flatMap(listCollectionFields)];
const listLabels = (parameter?: INodeProperties) =>
	(parameter?.options ?? []).map(({ name }) => name);

test("the texts of the menus follow n8n's guidelines", async () => {
	const mistakes = await collectMistakes(
		namedOperations,
		({ action, resource, name, description }) => {
			const resourceName = titleCase(resource).toLowerCase();
			// Without the last letter of sticky, to find stickies as well.
			const stems = resourceName.split(' ').map((word) => word.replace(/y$/, ''));
			const someStem = new RegExp(stems.join('|'));

			// The action is in sentence case, has no article, and mentions the resource.
			expect(action).toMatch(/^[A-Z][a-z]+( [a-z]+)+$/);
			expect(action).not.toMatch(/\b(a|an|the)\b/i);
			expect(action).toMatch(someStem);

			// The name is n8n's word, or another one if n8n has none, with an object if it is not the resource.
			expect(name).toMatch(
				/^(Count|Create( or Update| From Template)?|Update( Features)?|Set( Many)?|Accept|Delete|Search( \((Advanced|PQL)\))?|Archive|Unarchive|Get( Many( Archived)?| Current| Summary| Totals| Features)?|(Get|Add|Remove)( Work Items| Epics| Labels| Projects)|Add|Remove|Transfer Work Items|(Attach|Upload) File)$/,
			);
			// The name is in title case, and does not repeat the resource, which is shown right above it.
			expect(name).toMatch(/^(\(?[A-Z]\S*|or)( (\(?[A-Z]\S*|or))*$/);
			expect(name.toLowerCase()).not.toContain(resourceName);

			// The description mentions the resource, and is not only the action.
			expect(description).toMatch(/^[A-Z](e\.g\. |[^.])+$/);
			expect(description.toLowerCase()).toMatch(someStem);
			expect(description).not.toBe(action);
		},
	);

	expect(mistakes).toEqual([]);
});

/** Whether a name says that the Community Edition does not have it. */
const isMarked = (label: string): boolean => label.endsWith(' (Commercial)');

describe('the menus', () => {
	const menus = panel.filter(({ name }) => name === 'resource' || name === 'operation');

	test('list the resources in their order', () => {
		expect(resourceMenu && listOptionValues(resourceMenu)).toEqual(RESOURCES);
	});

	test('list the operations of a work item in the order of a day, and last what takes something away or is commercial', () => {
		const [, operationMenu] = menus;

		expect(listLabels(operationMenu)).toEqual([
			'Create',
			'Create or Update',
			'Update',
			'Get',
			'Get Many',
			'Count',
			'Search',
			'Read Export',
			'Archive',
			'Unarchive',
			'Delete',
			'Get Many Archived (Commercial)',
			'Search (Advanced) (Commercial)',
			'Search (PQL) (Commercial)',
		]);
	});

	test('name what only the commercial editions have behind all other operations of a resource', () => {
		const mixed = menus.map(listLabels).filter((labels) => labels.some(isMarked));

		expect(mixed.length).toBeGreaterThan(1);

		for (const labels of mixed) {
			expect(labels.map(isMarked)).toEqual(labels.map(isMarked).sort());
		}
	});

	test('begin with work items, and end with what only the commercial editions have', () => {
		const labels = listLabels(resourceMenu);
		const firstCommercial = labels.findIndex(isMarked);

		expect(labels[0]).toBe('Work Item');
		expect(firstCommercial).toBeGreaterThan(10);
		expect(labels.slice(firstCommercial).every(isMarked)).toBe(true);
	});

	test('start with an operation that takes nothing away', () => {
		const defaults = menus.map((menu) => menu.default);

		expect(defaults.filter((value) => value === 'create').length).toBeGreaterThan(5);
		expect(defaults).not.toContain('archive');
		expect(defaults).not.toContain('delete');
	});

	test('show each resource as its value in title case', () => {
		expect(listLabels(resourceMenu).map((label) => label.replace(' (Commercial)', ''))).toEqual(
			RESOURCES.map(titleCase),
		);
	});

	test('accept no expression, because they decide which parameters are shown', () => {
		for (const menu of menus) {
			expect(menu.noDataExpression).toBe(true);
			expect(listOptionValues(menu)).toContain(menu.default);
		}
	});

	test('have one menu of operations for each resource', () => {
		for (const resource of resourceMenu ? listOptionValues(resourceMenu) : []) {
			expect(filterDisplayed(menus, { resource }).map(({ name }) => name)).toEqual([
				'resource',
				'operation',
			]);
		}
	});
});

test('each parameter is shown for some operation', () => {
	const shownParameters = new Set(
		choiceCases.flatMap(([, { choices }]) => findShownParameters(choices)),
	);
	const parameters = panel.filter(({ name }) => !MENUS.includes(name));

	expect(parameters.filter((parameter) => !shownParameters.has(parameter))).toEqual([]);
});

test('a new work item shows the fields that most people fill in', () => {
	const choices = { resource: 'workItem', operation: 'create' };
	const fields = findShownParameters(choices).find(({ name }) => name === 'additionalFields');

	expect(Object.keys({ ...(fields?.default as object) })).toEqual([
		'assignees',
		'description',
		'targetDate',
		'labels',
		'priority',
		'startDate',
		'state',
	]);
});

describe('each combination of the switches of an operation', () => {
	test('shows each name once, and each display name once', async () => {
		const mistakes = await collectMistakes(choiceCases, ({ choices }) => {
			const parameters = findShownParameters(choices);

			for (const group of [parameters, ...parameters.map(listCollectionFields)]) {
				const names = group.map(({ name }) => name);
				const displayNames = group.map(({ displayName }) => displayName);

				expect(names).toEqual([...new Set(names)]);
				expect(displayNames).toEqual([...new Set(displayNames)]);
			}
		});

		expect(mistakes).toEqual([]);
	});

	test('shows collections after other parameters, then the options, then the workspace', async () => {
		const order = ['parameter', 'collection', 'afterFields', 'options', 'workspaceSlug'];
		// In a list, Simplify is between Limit and Filters, as in n8n's own nodes.
		const afterFields = ['setCustomProperties', 'customProperties', 'properties', 'simple'];

		const rankParameter = ({ name, type }: INodeProperties, hasFields: boolean) => {
			if (hasFields && afterFields.includes(name)) return order.indexOf('afterFields');

			const group = type === 'collection' ? 'collection' : 'parameter';

			return order.indexOf(order.includes(name) ? name : group);
		};

		const mistakes = await collectMistakes(choiceCases, ({ choices }) => {
			const parameters = findShownParameters(choices);
			const hasFields = parameters.some(({ name }) => /^(additional|update)Fields$/.test(name));
			const rank = (parameter: INodeProperties) => rankParameter(parameter, hasFields);
			const sorted = [...parameters].sort((a, b) => rank(a) - rank(b));

			expect(parameters.map(({ name }) => name)).toEqual(sorted.map(({ name }) => name));
		});

		expect(mistakes).toEqual([]);
	});
});

/** Names a parameter by its collection, if it is in one, and by the menus' choices that show it. */
function describePlace({ name, displayOptions }: INodeProperties, field?: INodeProperties): string {
	const { resource = ['all resources'], operation = ['all operations'] } =
		displayOptions?.show ?? {};
	const path = field === undefined ? name : `${name} → ${field.name}`;
	const menus = [resource, operation].map((values) => values.map(String).join(', '));

	return `${path} (${menus.join(': ')})`;
}

// The switches show and hide the same objects, so that each of them is checked once.
describe('each parameter of the panel', () => {
	const cases = panel
		.filter(({ name }) => !MENUS.includes(name))
		.flatMap((parameter) => [
			[describePlace(parameter), parameter] as const,
			...listCollectionFields(parameter).map(
				(field) => [describePlace(parameter, field), field] as const,
			),
		]);

	test('has a display name, a name, a type and a default, and a description', async () => {
		const mistakes = await collectMistakes(cases, (parameter) => {
			expect(parameter.displayName).toMatch(/^[A-Z]/);
			expect(parameter.name).toMatch(/^[a-z][A-Za-z]*$/);
			expect(parameter.type).toEqual(expect.any(String));
			expect(parameter.default).toBeDefined();

			// n8n's own nodes do not describe the collection Options either.
			if (parameter.name !== 'options' && parameter.type !== 'notice') {
				expect(parameter.description).toMatch(/^[A-Z].{4,}/);
			}

			if (parameter.type === 'boolean') {
				expect(parameter.description).toMatch(/^Whether /);
			}
		});

		expect(mistakes).toEqual([]);
	});

	test('has a placeholder that begins with e.g., if it is no collection and not the workspace', async () => {
		const mistakes = await collectMistakes(cases, ({ name, type, placeholder, modes }) => {
			if (type === 'collection') {
				expect(placeholder).toMatch(/^Add /);
			} else if (name === 'workspaceSlug') {
				expect(placeholder).toBe('From the credential');
			} else if (placeholder !== undefined) {
				expect(placeholder).toMatch(/^e\.g\. \S/);
			}

			// The others have one of n8n's own.
			for (const mode of modes ?? []) {
				if (mode.placeholder !== undefined) expect(mode.placeholder).toMatch(/^e\.g\. \S/);
			}
		});

		expect(mistakes).toEqual([]);
	});

	test('has a default that is one of its values, if it is a choice', async () => {
		const choices = cases.filter(([, { type }]) => type === 'options');

		const mistakes = await collectMistakes(choices, (parameter) => {
			expect(parameter.options).toContainEqual(
				expect.objectContaining({ value: parameter.default }),
			);
		});

		expect(mistakes).toEqual([]);
	});
});

describe('the required parameters', () => {
	test('are those that the declaration of the operation requires', async () => {
		const mistakes = await collectMistakes(namedOperations, (operation) => {
			// The fields of an upsert are in its mapper.
			const declared = operation.kind === 'upsert' ? operation.locators : listFields(operation);
			const requiredFields = declared.filter((field) => field.required);
			const requiredParameters = findAllParameters(operation).filter(
				(parameter) => parameter.required === true,
			);

			expect(requiredParameters.map(({ name }) => name).sort()).toEqual(
				requiredFields.map(({ parameter }) => parameter).sort(),
			);
		});

		expect(mistakes).toEqual([]);
	});

	test('are never in a collection, whose fields are optional', () => {
		const collectionFields = panel.flatMap(listCollectionFields);

		expect(collectionFields.filter(({ required }) => required === true)).toEqual([]);
	});
});

describe('the parameters of the panel', () => {
	const findByName = (name: string) => allParameters.filter((parameter) => parameter.name === name);

	test('show a record as a locator with a list and By ID, and with By Name and By URL if it has a name and an address', () => {
		const listModes = (name: string) => [
			...new Set(findByName(name).map(({ modes = [] }) => modes.map((mode) => mode.name).join())),
		];

		expect(listModes('projectId')).toEqual(['list,id,name,url']);
		expect(listModes('linkId')).toEqual(['list,id']);
		// The path of an option has its property, but not the type that the list of properties needs.
		expect(new Set(listModes('propertyId'))).toEqual(new Set(['list,id,name', 'id']));
		expect(listModes('assignee')).toEqual(['list,id,name']);
		// An intake item, any other work item, and an archived one, which is in no list and has no key.
		const workItemModes = ['list,id', 'list,id,name,externalId,url', 'id,externalId'];

		expect(new Set(listModes('workItemId'))).toEqual(new Set(workItemModes));

		for (const parameter of findByName('projectId')) {
			expect(parameter.type).toBe('resourceLocator');
			expect(parameter.default).toMatchObject({ mode: 'list', value: '' });
		}
	});

	test('include locators with the names of their records', () => {
		const locators = panel.filter(({ type }) => type === 'resourceLocator');

		const exceptions = locators
			.filter(({ name, displayName }) => displayName !== titleCase(name.replace(/Id$/, '')))
			.map(({ displayName }) => displayName);

		expect(locators.length).toBeGreaterThanOrEqual(10);
		// The paths of these have the ID of another record.
		expect(new Set(exceptions)).toEqual(new Set(['Intake Item', 'Membership']));
	});

	test('have hints in sentence case, of at most 120 characters', () => {
		const hints = allParameters
			.flatMap(({ hint, modes = [] }) => [hint, ...modes.map((mode) => mode.hint)])
			.filter((hint) => hint !== undefined);

		expect(hints.length).toBeGreaterThan(5);

		for (const hint of hints) {
			expect(hint).toMatch(/^[A-Z][^.]{9,119}$/);
		}
	});

	test.each([
		[new Plane(), { resource: 'workItem', operation: 'getAll' }, 'get all: work item'],
		[
			new PlaneTrigger(),
			{ events: ['workItemStateChanged', 'commentCreated'] },
			'work item state changed, comment created',
		],
		[new PlanePollingTrigger(), { events: ['commentCreated'] }, 'comment created'],
	])(
		'are shown in the subtitle of $description.displayName as words',
		({ description }, parameters, words) => {
			const [, expression = ''] = /^=\{\{(.+)\}\}$/.exec(description.subtitle ?? '') ?? [];

			expect(runInNewContext(expression, { $parameter: parameters })).toBe(words);
		},
	);

	test('load every list that the node has, and no other', () => {
		const { listSearch, loadOptions } = new Plane().methods;
		const searchMethods = allParameters.flatMap(({ modes = [] }) =>
			modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
		);
		const loadMethods = allParameters.flatMap(
			({ typeOptions }) => typeOptions?.loadOptionsMethod ?? [],
		);

		expect(new Set(searchMethods)).toEqual(new Set(Object.keys(listSearch)));
		expect(new Set(loadMethods)).toEqual(new Set(Object.keys(loadOptions)));
	});

	test('have no locator that the editor empties when another parameter changes', () => {
		const locators = allParameters.filter(({ type }) => type === 'resourceLocator');

		expect(locators.length).toBeGreaterThan(50);

		for (const { typeOptions } of locators) {
			expect(typeOptions?.loadOptionsDependsOn).toBeUndefined();
		}
	});

	test('load the options for several records again if the project or the workspace changes', () => {
		for (const { typeOptions } of allParameters) {
			const dependencies = typeOptions?.loadOptionsDependsOn ?? [];
			if (typeOptions?.loadOptionsMethod !== undefined) {
				expect(dependencies[0]).toBe('workspaceSlug');
			}

			for (const dependency of dependencies.filter((name) => name !== 'workspaceSlug')) {
				const path = dependency.split('.');
				const isLocator = path.at(-1) === 'value';
				const [name, member] = isLocator ? path.slice(0, -1) : path;
				const parents = panel
					.filter((parameter) => parameter.name === name)
					.flatMap((parameter) =>
						member === undefined
							? [parameter]
							: listCollectionFields(parameter).filter((field) => field.name === member),
					);

				expect(parents.map(({ type }) => type === 'resourceLocator')).toContain(isLocator);
			}
		}
	});

	test('hide the signature of an upload like a password', () => {
		expect(findByName('signature').map(({ typeOptions }) => typeOptions?.password)).toEqual([true]);
	});

	test('show Limit only if Return All is off', () => {
		expect(findByName('limit').length).toBeGreaterThan(0);

		for (const { displayOptions, default: defaultValue, typeOptions } of findByName('limit')) {
			expect(displayOptions?.show?.returnAll).toEqual([false]);
			expect(defaultValue).toBe(50);
			expect(typeOptions?.minValue).toBe(1);
		}
	});

	test('use the special inputs for dates, colors and choices', () => {
		expect(new Set(findByName('startDate').map(({ type }) => type))).toEqual(new Set(['dateTime']));
		expect(new Set(findByName('color').map(({ type }) => type))).toEqual(new Set(['color']));
		expect(new Set(findByName('status').map(({ type }) => type))).toEqual(new Set(['options']));
		expect(new Set(findByName('expand').map(({ type }) => type))).toEqual(
			new Set(['multiOptions']),
		);
	});
});
