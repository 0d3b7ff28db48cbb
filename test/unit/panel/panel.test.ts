import { describe, expect, test } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';

import { titleCase } from '../../../nodes/shared/text/letterCase';
import { operations } from '../../../nodes/shared/operations/catalog';
import { listFields } from '../../../nodes/shared/operations/listFields';
import { Plane } from '../../../nodes/Plane/Plane.node';
import {
	choiceCases,
	filterDisplayed,
	listCollectionFields,
	namedOperations,
	panel,
	findAllParameters,
	findShownParameters,
	listOptionValues,
} from './panel';

const [resourceMenu] = panel;
const all = [...panel, ...panel.flatMap(listCollectionFields)];
const labels = (parameter?: INodeProperties) => (parameter?.options ?? []).map(({ name }) => name);

describe("the texts of the menus, by n8n's guidelines", () => {
	test.each(operations.map((operation) => [operation.action, operation] as const))(
		'%s',
		(action, { resource, name, description }) => {
			// Sentence case, without articles, with the resource.
			expect(action).toMatch(/^[A-Z][a-z]+( [a-z]+)+$/);
			expect(action).not.toMatch(/\b(a|an|the)\b/i);
			const words = titleCase(resource).toLowerCase();
			// Of stickies, too.
			const stems = words.split(' ').map((word) => word.replace(/y$/, ''));
			const says = (text: string) => stems.some((stem) => text.includes(stem));

			expect(says(action)).toBe(true);
			// n8n's word for it, or one where n8n has none, with the object where it is not the resource.
			expect(name).toMatch(
				/^(Create|Update|Delete|Search|Archive|Unarchive|Get( Many( Archived)?| Current| Summary| Work Items)?|(Add|Remove)( Work Items)?|Transfer Work Items|(Attach|Upload) File)$/,
			);
			// Title case, and the resource above it is not said again.
			expect(name.split(' ').every((word) => /^[A-Z]/.test(word))).toBe(true);
			expect(name.toLowerCase()).not.toContain(words);
			// Something more than the name says, with the resource in it.
			expect(description).toMatch(/^[A-Z](e\.g\. |[^.])+$/);
			expect(says(description.toLowerCase())).toBe(true);
			expect(description).not.toBe(action);
		},
	);
});

describe('the menus', () => {
	const menus = panel.filter(({ name }) => name === 'resource' || name === 'operation');

	test('list the resources, and the operations of each, by the alphabet', () => {
		expect(labels(resourceMenu).length).toBeGreaterThan(10);

		for (const menu of menus) {
			const names = labels(menu);

			expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
		}
	});

	test('name each resource by its value in title case', () => {
		expect(labels(resourceMenu)).toEqual(
			resourceMenu && listOptionValues(resourceMenu).map(titleCase),
		);
	});

	test('take no expression, because they decide what else is shown', () => {
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

test('each parameter is shown for some combination', () => {
	const seen = new Set(choiceCases.flatMap(([, choices]) => findShownParameters(choices)));
	const rest = panel.filter(({ name }) => name !== 'resource' && name !== 'operation');

	expect(rest.filter((parameter) => !seen.has(parameter))).toEqual([]);
});

describe.each(choiceCases)('%s', (_, choices) => {
	const parameters = findShownParameters(choices);
	const groups = [parameters, ...parameters.map(listCollectionFields)];

	test('shows each name once, and each display name once', () => {
		for (const group of groups) {
			const names = group.map(({ name }) => name);
			const displayNames = group.map(({ displayName }) => displayName);

			expect(new Set(names).size).toBe(names.length);
			expect(new Set(displayNames).size).toBe(displayNames.length);
		}
	});

	test('gives each parameter a display name, a name, a type and a default, and a description', () => {
		for (const parameter of groups.flat()) {
			expect(parameter.displayName).toMatch(/^[A-Z]/);
			expect(parameter.name).toMatch(/^[a-z][A-Za-z]*$/);
			expect(parameter.type).toEqual(expect.any(String));
			expect(parameter.default).toBeDefined();
			// Options are options wherever n8n has them.
			if (parameter.name !== 'options') expect(parameter.description).toMatch(/^[A-Z].{4,}/);
			if (parameter.type === 'boolean') expect(parameter.description).toMatch(/^Whether /);
		}
	});

	test('begins each placeholder with e.g., but for those of a collection', () => {
		for (const { type, placeholder, modes } of groups.flat()) {
			if (type === 'collection') expect(placeholder).toMatch(/^Add /);
			else if (placeholder !== undefined) expect(placeholder).toMatch(/^e\.g\. \S/);

			for (const mode of modes ?? []) {
				// A list has the editor's own, and a name is any text.
				const isPlain = mode.name === 'list' || mode.name === 'name';
				if (!isPlain || mode.placeholder !== undefined) {
					expect(mode.placeholder).toMatch(/^e\.g\. \S/);
				}
			}
		}
	});

	test('gives each choice a default that is one of its values', () => {
		for (const parameter of groups.flat().filter(({ type }) => type === 'options')) {
			expect(parameter.options).toContainEqual(
				expect.objectContaining({ value: parameter.default }),
			);
		}
	});

	test('shows collections last, both kinds of options behind the others, then the workspace', () => {
		const order = ['parameter', 'collection', 'options', 'requestOptions', 'workspaceSlug'];
		const ranks = parameters.map(({ name, type }) =>
			order.indexOf(
				order.includes(name) ? name : type === 'collection' ? 'collection' : 'parameter',
			),
		);

		expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
	});
});

describe('what is required in the panel', () => {
	test.each(namedOperations)('for %s is what its declaration says', (_, operation) => {
		const required = listFields(operation).filter((field) => field.required);
		const found = findAllParameters(operation).filter((parameter) => parameter.required === true);

		expect(found.map(({ name }) => name).sort()).toEqual(
			required.map(({ parameter }) => parameter).sort(),
		);
	});

	test('is nothing inside a collection, where nothing must be added', () => {
		const added = panel.flatMap(listCollectionFields);

		expect(added.filter(({ required }) => required === true)).toEqual([]);
	});
});

describe('the kinds of parameter', () => {
	const called = (name: string) => all.filter((parameter) => parameter.name === name);

	test('show a record as a locator with a list, By ID, By Name where it has one, and By URL where there is an address', () => {
		const modes = (name: string) => [
			...new Set(called(name).map((p) => (p.modes ?? []).map((mode) => mode.name).join())),
		];

		expect(modes('projectId')).toEqual(['list,id,name,url']);
		expect(modes('linkId')).toEqual(['list,id']);
		expect(modes('propertyId')).toEqual(['list,id,name']);
		expect(modes('assignee')).toEqual(['list,id,name']);
		// An intake item, any other work item, and one that is archived: no list and no key finds that.
		const all = ['list,id', 'list,id,name,externalId,url', 'id,externalId'];

		expect(new Set(modes('workItemId'))).toEqual(new Set(all));

		for (const parameter of called('projectId')) {
			expect(parameter.type).toBe('resourceLocator');
			expect(parameter.default).toMatchObject({ mode: 'list', value: '' });
		}
	});

	test('call a locator of the path as the record is called', () => {
		const locators = panel.filter(({ type }) => type === 'resourceLocator');

		expect(locators.length).toBeGreaterThanOrEqual(10);
		const others = locators.filter(
			({ name, displayName }) => displayName !== titleCase(name.replace(/Id$/, '')),
		);
		// Their paths have the ID of another record.
		const names = new Set(others.map(({ displayName }) => displayName));

		expect(names).toEqual(new Set(['Intake Item', 'Membership']));
	});

	test('give hints in sentence case, not longer than a glance takes', () => {
		const hints = all.flatMap(({ hint, modes = [] }) => [hint, ...modes.map((mode) => mode.hint)]);
		const given = hints.filter((hint) => hint !== undefined);

		expect(given.length).toBeGreaterThan(10);
		for (const hint of given) expect(hint).toMatch(/^[A-Z][^.]{9,119}$/);
	});

	test('stand in the subtitle of the node, as n8n has it', () => {
		const { subtitle } = new Plane().description;

		expect(subtitle).toBe('={{$parameter["operation"] + ": " + $parameter["resource"]}}');
	});

	test('name only lists that the node has', () => {
		const { listSearch, loadOptions } = new Plane().methods;
		const searched = all.flatMap(({ modes = [] }) =>
			modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
		);
		const loaded = all.flatMap(({ typeOptions }) => typeOptions?.loadOptionsMethod ?? []);

		expect(new Set(searched)).toEqual(new Set(Object.keys(listSearch)));
		expect(new Set(loaded)).toEqual(new Set(Object.keys(loadOptions)));
	});

	test('let the editor empty no locator, with what was chosen or written in it', () => {
		const locators = all.filter(({ type }) => type === 'resourceLocator');

		expect(locators.length).toBeGreaterThan(50);

		for (const { typeOptions } of locators) {
			expect(typeOptions?.loadOptionsDependsOn).toBeUndefined();
		}
	});

	test('load the options of several records again with another project or workspace', () => {
		for (const { typeOptions } of all) {
			const depending = typeOptions?.loadOptionsDependsOn ?? [];
			if (typeOptions?.loadOptionsMethod !== undefined) {
				expect(depending[0]).toBe('workspaceSlug');
			}

			for (const name of depending.filter((each) => each !== 'workspaceSlug')) {
				const parents = panel.filter((other) => `${other.name}.value` === name);

				expect(parents.map(({ type }) => type)).toContain('resourceLocator');
			}
		}
	});

	test('hide the signature of an upload', () => {
		expect(called('signature').map(({ typeOptions }) => typeOptions?.password)).toEqual([true]);
	});

	test('show a limit only where not all is returned', () => {
		expect(called('limit').length).toBeGreaterThan(0);

		for (const { displayOptions, default: usual, typeOptions } of called('limit')) {
			expect(displayOptions?.show?.returnAll).toEqual([false]);
			expect(usual).toBe(50);
			expect(typeOptions?.minValue).toBe(1);
		}
	});

	test('show dates, colors and choices with the widgets made for them', () => {
		expect(new Set(called('startDate').map(({ type }) => type))).toEqual(new Set(['dateTime']));
		expect(new Set(called('color').map(({ type }) => type))).toEqual(new Set(['color']));
		expect(new Set(called('status').map(({ type }) => type))).toEqual(new Set(['options']));
		expect(new Set(called('expand').map(({ type }) => type))).toEqual(new Set(['multiOptions']));
	});
});
