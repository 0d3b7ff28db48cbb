import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { UPDATE_EXISTING, USE_EXISTING } from '../../../nodes/shared/operations/shared/choices';
import { byId } from '../../engine/samples';
import { jsonResponse } from '../../unit/responses';
import { expectProblem } from '../../expectProblem';
import { causes } from '../../nodeTexts';
import { NO_RECORD, PROJECT_PATH, uuid, WORK_ITEM_ID } from './useNames';
import {
	people,
	platforms,
	region,
	severity,
	tags,
	testers,
	TYPE_ID,
	useProperties,
} from './useProperties';

const startServer = useProperties();

const { ada, adaLovelace, lovelace } = people;

describe('A new work item without a value of a required property', () => {
	const required = { ...severity, is_required: true };
	const noValue = `Severity: ${causes.noValue}`;
	const external = { typeId: byId(TYPE_ID), externalSource: 'sheet', externalId: 'row-1' };
	const lookup = `GET ${PROJECT_PATH}/work-items/`;

	it.each([
		['used', USE_EXISTING],
		['updated', UPDATE_EXISTING],
	])('is not refused if an existing one is %s', async (_, ifItAlreadyExists) => {
		const server = startServer([required], {
			[lookup]: jsonResponse({ id: WORK_ITEM_ID, external_source: 'sheet', external_id: 'row-1' }),
		});

		const { error } = await server.createWithValues(
			{},
			{ additionalFields: external, options: { ifItAlreadyExists } },
		);

		expect(error).toBeUndefined();
		expect(server.writes().filter(({ route }) => route.startsWith('POST'))).toEqual([]);
	});

	it('is refused if there is no existing one', async () => {
		const server = startServer([required], { [lookup]: NO_RECORD });

		const { error } = await server.createWithValues(
			{},
			{ additionalFields: external, options: { ifItAlreadyExists: UPDATE_EXISTING } },
		);

		expect(error?.message).toContain(noValue);
		expect(server.writes()).toEqual([]);
	});

	it('is refused before those of other items are created', async () => {
		const server = startServer([required]);

		const { error } = await server.createWithValues(
			{ Severity: '={{ $json.severity }}' },
			{ rows: [{ severity: 'High' }, { severity: null }] },
		);

		expect(error).toMatchObject({ message: expect.stringContaining(noValue), itemIndex: 1 });
		expect(server.writes()).toEqual([]);
	});

	it.each<[which: string, option: JsonObject, message: string | undefined]>([
		['is created if there is a default option', { is_default: true }, undefined],
		['is refused if there is no default option', { is_default: false }, noValue],
		[
			'is refused if the default option is not in use',
			{ is_default: true, is_active: false },
			noValue,
		],
	])('%s', async (_, option, message) => {
		const options = [{ id: 'o1', name: 'High', ...option }];
		const server = startServer([{ ...required, options }]);

		const { error } = await server.createWithValues({});

		expect(error?.message).toEqual(message && expect.stringContaining(message));
	});

	it('is created if the default option is in the list of options (row 480)', async () => {
		const { options, ...listed } = required;
		const server = startServer([listed], {
			[`GET ${PROJECT_PATH}/work-item-properties/${severity.id}/options/`]: jsonResponse(
				options.map((option) => ({ ...option, is_default: option.id === 'o1' })),
			),
		});

		const { error } = await server.createWithValues({});

		expect(error).toBeUndefined();
		expect(server.writes()).toHaveLength(1);
	});

	it('is created if the node cannot set that kind of property', async () => {
		const server = startServer([{ ...region, is_required: true }, severity]);

		const { error } = await server.createWithValues({ Severity: 'High' });

		expect(error).toBeUndefined();
		expect(server.sentValues()).toEqual({ [severity.id]: 'o1' });
	});

	it('is created if it has no type, and no properties are read', async () => {
		const server = startServer([required]);

		const { error } = await server.createWithValues({}, { additionalFields: {} });

		expect(error).toBeUndefined();
		expect(server.reads()).toEqual([]);
	});
});

describe('A property by its name', () => {
	const twins = ['Plan', 'plan'].map((name, index) => ({
		id: uuid(420 + index),
		display_name: name,
		property_type: 'TEXT',
	}));

	it('is the one with exactly this name, if another one differs in case', async () => {
		const server = startServer(twins);

		await server.createWithValues({ plan: 'Pro' });

		expect(server.sentValues()).toEqual({ [uuid(421)]: 'Pro' });
	});

	it('is an error that lists names with IDs if none has exactly this name', async () => {
		const server = startServer(twins);

		const { error } = await server.createWithValues({ PLAN: 'Pro' });

		expect(error?.description).toContain(`Plan (${uuid(420)}), plan (${uuid(421)})`);
		expect(server.writes()).toEqual([]);
	});

	it.each([
		['an unknown kind', region],
		['an unknown relation', { ...region, property_type: 'RELATION', relation_type: 'PLANET' }],
		['a kind like a member of every object', { ...region, property_type: 'constructor' }],
	])('is an error if it is of %s', async (_, property) => {
		const server = startServer([property]);

		const { error } = await server.createWithValues({ Region: 'Europe' });

		expect(error?.message).toContain('Region: the node does not know this kind of property');
	});
});

describe('The option of a dropdown', () => {
	it('is an error that lists the first of thousands of options if there is none', async () => {
		const options = Array.from({ length: 20_000 }, (_, index) => ({
			id: `option-${index}`,
			name: `Option ${index}`,
		}));
		const server = startServer([{ ...severity, options }]);

		const { error } = await server.createWithValues({ Severity: 'many' });

		expect(error?.description).toMatch(/^Use one of: Option 0, .*, Option 49 and 19950 more\./);
	});

	it('is an error if no option can be chosen', async () => {
		const options = [{ id: 'o1', name: 'High', is_active: false }];
		const server = startServer([{ ...severity, options }]);

		const { error } = await server.createWithValues({ Severity: 'High' });

		expectProblem(error, {
			about: 'Severity',
			cause: causes.notOneOfItsValues('"High"'),
			remedy: 'It has no options that can be chosen: add one first.',
		});
	});
});

describe('Several values in one text', () => {
	it.each<[what: string, property: JsonObject & { id: string }, text: string, values: string[]]>([
		['one member with a comma in the name', testers, 'Lovelace, Ada', [adaLovelace.id]],
		['members with and without a comma', testers, 'Ada; Lovelace, Ada', [ada.id, adaLovelace.id]],
		['two members', testers, 'Lovelace, a@example.com', [lovelace.id, ada.id]],
		['one option with a comma in the name', platforms, 'windows, ALL', ['o3']],
		['options with and without a comma', platforms, 'Linux, Windows, all', ['o4', 'o3']],
		['an option twice', platforms, 'Linux, linux', ['o4']],
		['texts', tags, 'Lovelace, Ada', ['Lovelace', 'Ada']],
		['texts in lines, some of them blank', tags, 'Gold\n\nSilver\n', ['Gold', 'Silver']],
	])('are %s', async (_, property, text, values) => {
		const server = startServer([property]);

		const { error } = await server.createWithValues({ [property.id]: text });

		expect(error).toBeUndefined();
		expect(server.sentValues()).toEqual({ [property.id]: values });
	});

	it.each<[what: string, property: JsonObject & { id: string }, text: string, message: string]>([
		['texts', tags, 'Gold, ', `Tags: ${causes.emptyEntry('2 of 2')}`],
		['options', platforms, 'Linux, ', `Platforms: ${causes.emptyEntry('2 of 2')}`],
		['members', testers, 'Ada; ', `Testers: ${causes.emptyEntry('2 of 2')}`],
		['texts, all of them empty', tags, ', ', 'Tags: no entry has a value'],
	])(
		'are refused if one is empty, because leaving it out would remove a value (%s)',
		async (_, property, text, message) => {
			const server = startServer([property]);

			const { error } = await server.createWithValues({ [property.id]: text });

			expect(error?.message).toContain(message);
			expect(server.writes()).toEqual([]);
		},
	);
});

describe('Several values of a customer in one text', () => {
	it('are one member with a comma in the name', async () => {
		const server = startServer([testers]);

		const { error } = await server.updateCustomer(testers, 'Lovelace, Ada');

		expect(error).toBeUndefined();
		expect(server.writes()).toMatchObject([{ body: { values: [adaLovelace.id] } }]);
	});

	// The fields of customers, as documented (row 453).
	it('are one value of a property that takes only one, whatever separators an expression leaves in it', async () => {
		const greeting = { ...tags, is_multi: false };
		const server = startServer([greeting]);

		const { error } = await server.updateCustomer(greeting, '={{ "Best regards," }}');

		expect(error).toBeUndefined();
		expect(server.writes()).toMatchObject([{ body: { values: ['Best regards,'] } }]);
	});

	it('are refused if one of them is missing', async () => {
		const server = startServer([tags]);

		const { error } = await server.updateCustomer(tags, 'Gold,,Silver');

		expectProblem(error, { about: 'Tags', cause: causes.emptyEntry('2 of 3') });
		expect(server.writes()).toEqual([]);
	});
});

describe('A formatted text as the value of a custom property', () => {
	it('has a hint about what is left out of it', async () => {
		const notes = {
			id: uuid(415),
			display_name: 'Notes',
			property_type: 'RELATION',
			relation_type: 'RICH_TEXT',
		};
		const server = startServer([notes]);

		const { hints } = await server.createWithValues({
			[notes.id]: '<p>Sails</p><script>x()</script>',
		});

		expect(hints).toMatchObject([{ message: expect.stringContaining('Left out of Notes') }]);
	});
});
