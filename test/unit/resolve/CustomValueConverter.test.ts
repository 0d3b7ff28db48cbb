import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import type { Call } from '../../../nodes/shared/model/call';
import {
	createWorkItem,
	deleteWorkItemPropertyValue,
	setWorkItemPropertyValue,
	updateCustomerPropertyValue,
	updateWorkItem,
} from '../../../nodes/shared/operations';
import { CustomProperties } from '../../../nodes/shared/resolve/CustomProperties';
import { CustomValueConverter } from '../../../nodes/shared/resolve/CustomValueConverter';
import { Projects } from '../../../nodes/shared/resolve/Projects';
import { RecordLists } from '../../../nodes/shared/resolve/RecordLists';
import { isProblem } from '../../../nodes/shared/result/problem';
import { writeDefaults } from '../calls';
import { createExecution } from '../execute/testExecution';
import { jsonResponse } from '../responses';
import {
	commonParts,
	createCall as createItemCall,
	createUser,
	planeRoutes,
	PROJECT_ID,
	PROJECT_PATH,
	resolveCalls,
	uuid,
} from './resolverFixtures';

const OPTION_COUNT = 20_000;

const TYPE = '0c7da278-21b6-4225-9d30-da0e1a924ae5';

/** A list of properties with one dropdown (row 480), from a server that has it. */
function createProperties(options: readonly JsonObject[]): CustomProperties {
	const property = { id: 'severity', display_name: 'Severity', property_type: 'OPTION', options };
	const { execution } = createExecution({
		[`GET projects/p1/work-item-types/${TYPE}/work-item-properties/`]: jsonResponse([
			{ ...property, options: [...options] },
		]),
	});
	const { client, listSource } = execution;

	return new CustomProperties(new RecordLists(client, listSource, new Projects(client)));
}

const createCall = (severity: string): Call<'create'> => ({
	...writeDefaults,
	kind: 'create',
	operation: createWorkItem,
	itemIndex: 0,
	workspace: 'acme',
	path: { project_id: 'p1' },
	body: { type_id: TYPE },
	ifExists: 'fail',
	customValues: { timezone: 'UTC', input: { severity } },
});

const convert = async (properties: CustomProperties, severity: string) =>
	await new CustomValueConverter(properties, async () => await Promise.resolve(TYPE)).convert(
		createCall(severity),
	);

describe('a dropdown with thousands of options', () => {
	const options = Array.from({ length: OPTION_COUNT }, (_, index) => ({
		id: `option-${index}`,
		name: `Option ${index}`,
	}));

	test('is declared once for all values', async () => {
		const properties = createProperties(options);
		const first = await convert(properties, 'option 7');
		const second = await convert(properties, 'OPTION 19999');

		expect(first).toMatchObject({ customValues: { values: [{ valueToSend: 'option-7' }] } });
		expect(second).toMatchObject({ customValues: { values: [{ valueToSend: 'option-19999' }] } });

		const fields = [first, second].map((call) =>
			!isProblem(call) && call.kind === 'create'
				? call.customValues?.values?.[0]?.field
				: undefined,
		);

		expect(fields[0]).toBeDefined();
		expect(fields[1]).toBe(fields[0]);
	});

	test('lists some of them for a value that is none', async () => {
		const result = await convert(createProperties(options), 'many');

		expect(result).toMatchObject({
			description: expect.stringMatching(/^Use one of: Option 0, .*, Option 49 and 19950 more\./),
		});
	});
});

const ADA_LOVELACE = uuid(11);
const LOVELACE = uuid(12);
const ADA = uuid(13);

const people = [
	createUser(11, 'ada@example.com', 'Lovelace, Ada'),
	createUser(12, 'lo@example.com', 'Lovelace'),
	createUser(13, 'a@example.com', 'Ada'),
];

/** Properties as the list of a type has them (row 480), and that of customers (row 453). */
const severity = {
	id: 'severity',
	display_name: 'Severity',
	property_type: 'OPTION',
	options: [
		{ id: 'o1', name: 'High' },
		{ id: 'o2', name: 'Low' },
	],
};
const platforms = {
	id: 'platforms',
	display_name: 'Platforms',
	property_type: 'OPTION',
	is_multi: true,
	options: [
		{ id: 'o3', name: 'Windows, all' },
		{ id: 'o4', name: 'Linux' },
	],
};
const tags = { id: 'tags', display_name: 'Tags', property_type: 'TEXT', is_multi: true };
const testers = {
	id: 'testers',
	display_name: 'Testers',
	property_type: 'RELATION',
	relation_type: 'USER',
	is_multi: true,
};
const region = { id: 'region', display_name: 'Region', property_type: 'CASCADING' };

/** Resolves a create that sets these values of a type with these properties. */
async function resolveValues(
	properties: readonly JsonObject[],
	input: Readonly<Record<string, JsonValue>>,
	body: JsonObject = { type_id: TYPE },
	ifExists: Call<'create'>['ifExists'] = 'fail',
	listedOptions: JsonObject[] = [],
) {
	const { resolved, problem } = await resolveCalls(
		[createItemCall(body, { ifExists, customValues: { timezone: 'UTC', input } })],
		{
			...planeRoutes({ [`${PROJECT_PATH}/members/`]: people }),
			[`GET projects/${PROJECT_ID}/work-item-types/${TYPE}/work-item-properties/`]: jsonResponse([
				...properties,
			]),
			[`GET projects/${PROJECT_ID}/work-item-properties/severity/options/`]:
				jsonResponse(listedOptions),
		},
	);
	const [call] = resolved;
	const customValues = call?.kind === 'create' ? call.customValues : undefined;
	const values = customValues?.values ?? [];

	return {
		problem,
		refusal: customValues?.newRecordRefusal?.message,
		values: values.map(({ field, valueToSend }) => [field.wire, valueToSend]),
		isResolved: call !== undefined,
	};
}

/** Resolves an update of the values of one property of a customer. */
async function resolveCustomerValues(property: JsonObject, values: JsonValue, text?: string) {
	const call: Call<'update'> = {
		...commonParts,
		kind: 'update',
		operation: updateCustomerPropertyValue,
		path: { customer_id: uuid(90), property_id: uuid(91) },
		body: { values },
		listActions: {},
		customValues: { timezone: 'UTC', input: {} },
		...(text !== undefined && { textsToSplit: { values: text } }),
	};
	const { resolved, problem } = await resolveCalls([call], {
		...planeRoutes({ 'members/': people }),
		'GET customer-properties/': jsonResponse([{ ...property, id: uuid(91) }]),
	});
	const [resolvedCall] = resolved;

	return {
		problem,
		values: resolvedCall?.kind === 'update' ? resolvedCall.body.values : undefined,
	};
}

describe('a create of a work item with a type', () => {
	test('is refused if the only property of the type is required and has no value', async () => {
		const { problem } = await resolveValues([{ ...severity, is_required: true }], {});

		expect(problem?.message).toBe('Severity: there is no value');
	});

	test.each(['use', 'update'] as const)(
		'is not refused before its record was looked for, if an existing one would do (%s)',
		async (ifExists) => {
			const { problem, refusal } = await resolveValues(
				[{ ...severity, is_required: true }],
				{},
				{ type_id: TYPE, external_source: 'sheet', external_id: 'row-1' },
				ifExists,
			);

			expect(problem).toBeUndefined();
			expect(refusal).toBe('Severity: there is no value');
		},
	);

	test('is refused without an external ID by which an existing record could be found', async () => {
		const { problem } = await resolveValues(
			[{ ...severity, is_required: true }],
			{},
			{ type_id: TYPE },
			'update',
		);

		expect(problem?.message).toBe('Severity: there is no value');
	});

	test.each<[which: string, option: JsonObject, message: string | undefined]>([
		['a default option', { is_default: true }, undefined],
		['no default option', { is_default: false }, 'Severity: there is no value'],
		[
			'a default option that is not in use',
			{ is_default: true, is_active: false },
			'Severity: there is no value',
		],
	])('needs a value for a required dropdown by its options (%s)', async (_, option, message) => {
		const options = [{ id: 'o1', name: 'High', ...option }];
		const { problem } = await resolveValues([{ ...severity, is_required: true, options }], {});

		expect(problem?.message).toBe(message);
	});

	test('needs no value for a dropdown whose default option is in the list of its options', async () => {
		const { options, ...listed } = severity;
		const { problem, isResolved } = await resolveValues(
			[{ ...listed, is_required: true }],
			{},
			{ type_id: TYPE },
			'fail',
			options.map((option) => ({ ...option, is_default: option.id === 'o1' })),
		);

		expect(problem).toBeUndefined();
		expect(isResolved).toBe(true);
	});

	test('needs no value for a required property of a kind that the node cannot set', async () => {
		const { problem, values } = await resolveValues([{ ...region, is_required: true }, severity], {
			severity: 'High',
		});

		expect(problem).toBeUndefined();
		expect(values).toEqual([['severity', 'o1']]);
	});
});

test('a create without a type and without values of custom properties requires none', async () => {
	const { problem, isResolved } = await resolveValues([severity], {}, {});

	expect(problem).toBeUndefined();
	expect(isResolved).toBe(true);
});

describe('a property by its name', () => {
	const twins = [
		{ id: 'p1', display_name: 'Plan', property_type: 'TEXT' },
		{ id: 'p2', display_name: 'plan', property_type: 'TEXT' },
	];

	test('is the one with exactly this name, if another one differs in case', async () => {
		expect((await resolveValues(twins, { plan: 'Pro' })).values).toEqual([['p2', 'Pro']]);
	});

	test('is ambiguous if none has exactly this name: the error lists names with IDs', async () => {
		const { problem } = await resolveValues(twins, { PLAN: 'Pro' });

		expect(problem?.description).toContain('Plan (p1), plan (p2)');
	});
});

describe('several values in one text', () => {
	test.each<
		[what: string, property: JsonObject & { id: string }, text: string, values: readonly string[]]
	>([
		['one member with a comma in the name', testers, 'Lovelace, Ada', [ADA_LOVELACE]],
		['members with and without a comma', testers, 'Ada; Lovelace, Ada', [ADA, ADA_LOVELACE]],
		['two members', testers, 'Lovelace, a@example.com', [LOVELACE, ADA]],
		['one option with a comma in the name', platforms, 'windows, ALL', ['o3']],
		['options with and without a comma', platforms, 'Linux, Windows, all', ['o4', 'o3']],
		['an option twice', platforms, 'Linux, linux', ['o4']],
		['texts', tags, 'Lovelace, Ada', ['Lovelace', 'Ada']],
	])('are %s', async (_, property, text, expected) => {
		const { problem, values } = await resolveValues([property], { [property.id]: text });

		expect(problem).toBeUndefined();
		expect(values).toEqual([[property.id, expected]]);
	});

	test('are one member of a customer', async () => {
		const { problem, values } = await resolveCustomerValues(
			testers,
			['Lovelace', 'Ada'],
			'Lovelace, Ada',
		);

		expect(problem).toBeUndefined();
		expect(values).toEqual([ADA_LOVELACE]);
	});

	test('are one text of a customer if the property takes one value', async () => {
		const city = { ...tags, is_multi: false };
		const { values } = await resolveCustomerValues(city, ['Berlin', 'Germany'], 'Berlin, Germany');

		expect(values).toEqual(['Berlin, Germany']);
	});

	test('of a customer are refused if one of them is missing', async () => {
		const { problem } = await resolveCustomerValues(tags, ['Gold,,Silver'], 'Gold,,Silver');

		expect(problem?.message).toBe('Tags: entry 2 of 3 has no value');
	});
});

describe('several values of which one is empty', () => {
	test.each<[what: string, property: JsonObject & { id: string }, text: string]>([
		['texts', tags, 'Gold, '],
		['options', platforms, 'Linux, '],
		['members', testers, 'Ada; '],
	])('are refused, because leaving it out would remove a value (%s)', async (_, property, text) => {
		const { problem } = await resolveValues([property], { [property.id]: text });

		expect(problem?.message).toMatch(/: entry 2 of 2 has no value$/);
	});

	test('are refused if all are empty', async () => {
		const { problem } = await resolveValues([tags], { tags: ', ' });

		expect(problem?.message).toBe('Tags: no entry has a value');
	});

	test('may have blank lines between them', async () => {
		const { values } = await resolveValues([tags], { tags: 'Gold\n\nSilver\n' });

		expect(values).toEqual([['tags', ['Gold', 'Silver']]]);
	});
});

describe('an empty list', () => {
	test('removes the value', async () => {
		const { values } = await resolveValues([tags], { tags: '[]' });

		expect(values).toEqual([['tags', null]]);
	});

	test('is not set as the value of one property', async () => {
		const call: Call<'update'> = {
			...commonParts,
			kind: 'update',
			operation: setWorkItemPropertyValue,
			path: { project_id: PROJECT_ID, type_id: TYPE, work_item_id: uuid(71), property_id: 'tags' },
			body: { value: '[]' },
			listActions: {},
			customValues: { timezone: 'UTC', input: {} },
		};
		const { problem } = await resolveCalls([call], {
			...planeRoutes(),
			[`GET projects/${PROJECT_ID}/work-item-types/${TYPE}/work-item-properties/`]: jsonResponse([
				tags,
			]),
		});

		expect(problem?.message).toBe('Tags: the value is empty');
	});

	test('is no value for a property that is required', async () => {
		const { problem } = await resolveValues([{ ...tags, is_required: true }], { tags: '[]' });

		expect(problem?.message).toBe('Tags: there is no value');
	});

	test.each<[what: string, value: JsonValue]>([
		['an empty list', '[]'],
		['an expression without a value', null],
	])('does not remove the value of a work item that is required (%s)', async (_, value) => {
		const property = { ...tags, is_required: true };
		const { execution } = createExecution({
			[`GET projects/p1/work-item-types/${TYPE}/work-item-properties/`]: jsonResponse([property]),
		});
		const { client, listSource } = execution;
		const lists = new RecordLists(client, listSource, new Projects(client));
		const converter = new CustomValueConverter(
			new CustomProperties(lists),
			async () => await Promise.resolve(TYPE),
		);
		const create = createCall('');
		const update: Call<'update'> = {
			...commonParts,
			kind: 'update',
			operation: updateWorkItem,
			path: { project_id: 'p1', work_item_id: uuid(71) },
			body: { type_id: TYPE },
			listActions: {},
			customValues: { timezone: 'UTC', input: { tags: value } },
		};
		const converted = [
			await converter.convert(update),
			await converter.convert({
				...create,
				ifExists: 'update',
				customValues: { timezone: 'UTC', input: { tags: value } },
			}),
		];

		expect(converted).toMatchObject([
			{ message: 'Tags: the values cannot be removed' },
			{ message: 'Tags: the values cannot be removed' },
		]);
	});

	test('does not remove the values of a customer that are required', async () => {
		const { problem } = await resolveCustomerValues({ ...tags, is_required: true }, []);

		expect(problem?.message).toBe('Tags: the values cannot be removed');
	});

	test('removes the values of a customer that are not required', async () => {
		const { problem, values } = await resolveCustomerValues(tags, []);

		expect(problem).toBeUndefined();
		expect(values).toEqual([]);
	});
});

describe('a property that the node cannot set', () => {
	test.each([
		['of an unknown kind', region],
		['of an unknown relation', { ...region, property_type: 'RELATION', relation_type: 'PLANET' }],
		['of a kind like a member of every object', { ...region, property_type: 'constructor' }],
	])('is refused (%s)', async (_, property) => {
		const { problem } = await resolveValues([property], { region: 'Europe' });

		expect(problem?.message).toBe('Region: the node does not know this kind of property');
	});
});

test('a dropdown without options that can be chosen says so', async () => {
	const empty = { ...severity, options: [{ id: 'o1', name: 'High', is_active: false }] };
	const { problem } = await resolveValues([empty], { severity: 'High' });

	expect(problem?.message).toBe('Severity: "High" is not one of its values');
	expect(problem?.description).toBe('It has no options that can be chosen: add one first.');
});

describe('the value of a property', () => {
	const deleteValue = async (rows: JsonObject[] | undefined, ignoreMissing = false) => {
		const { execution } = createExecution({
			[`GET projects/p1/work-item-types/${TYPE}/work-item-properties/`]:
				rows === undefined ? jsonResponse({ error: 'Not found' }, 404) : jsonResponse(rows),
		});
		const { client, listSource } = execution;
		const lists = new RecordLists(client, listSource, new Projects(client));
		const converter = new CustomValueConverter(
			new CustomProperties(lists),
			async () => await Promise.resolve(TYPE),
		);
		const call: Call<'action'> = {
			...commonParts,
			kind: 'action',
			operation: deleteWorkItemPropertyValue,
			path: { project_id: 'p1', work_item_id: uuid(71), type_id: TYPE, property_id: 'tags' },
			ignoreMissing,
		};
		const result = await converter.convert(call);

		return isProblem(result) ? result.message : result === call;
	};

	test('is removed by Delete unless the type requires it', async () => {
		expect(await deleteValue([tags])).toBe(true);
		expect(await deleteValue([])).toBe(true);
		expect(await deleteValue([{ ...tags, is_required: true }])).toBe(
			'Tags: the values cannot be removed',
		);
	});

	test('is not removed by Delete if the type is not found, unless the value may be missing', async () => {
		expect(await deleteValue(undefined)).toEqual(expect.any(String));
		expect(await deleteValue(undefined, true)).toBe(true);
	});
});
