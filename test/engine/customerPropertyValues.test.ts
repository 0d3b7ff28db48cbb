import { beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { stableId, type CustomerProperty } from '../service/state';
import { expectProblem } from '../expectProblem';
import { causes, outcomes } from '../nodeTexts';
import type { Outcome } from './engine';
import { byId } from './samples';
import { jsonItems } from './startNode';
import { useWorld } from './useWorld';

const world = useWorld({ workItems: 4 }, true);

const only = <Entry>(entry: Entry | undefined): Entry => {
	if (entry === undefined) throw new Error('The service has no such record');

	return entry;
};

const customer = () => only(world.service.state.customers[0]);

/** The first property: tier, a dropdown with Standard and Gold. */
const tier = () => only(world.service.state.customerProperties[0]);

const option = (name: string) => only(tier().options.find((row) => row.name === name)).id;

/** Adds a property of customers. */
function addProperty(
	name: string,
	kind: string,
	more: Partial<CustomerProperty> = {},
): CustomerProperty {
	const { customerProperties } = world.service.state;
	const added: CustomerProperty = {
		...tier(),
		id: stableId('added customer property', customerProperties.length),
		name: name.toLowerCase(),
		display_name: name,
		property_type: kind,
		options: [],
		...more,
	};

	customerProperties.push(added);

	return added;
}

const mapper = (value: object): INodeParameters => ({
	mappingMode: 'defineBelow',
	value: value as INodeParameters,
});

const setMany = async (values: object, items: readonly IDataObject[] = [{}]) =>
	await world.run(
		'customerPropertyValue.setMany',
		{ customerId: byId(customer().id), properties: mapper(values) },
		{ items: jsonItems(items) },
	);

const update = async (property: CustomerProperty, values: string) =>
	await world.run('customerPropertyValue.update', {
		customerId: byId(customer().id),
		propertyId: byId(property.id),
		values,
	});

/** The values of the customer by the names of the properties, as the service stores them. */
const storedValues = (): Readonly<Record<string, readonly string[]>> =>
	Object.fromEntries(
		world.service.state.customerPropertyValues
			.filter((row) => row.customer === customer().id)
			.map(({ property, values }) => [
				only(world.service.state.customerProperties.find(({ id }) => id === property)).display_name,
				values,
			]),
	);

const listRequests = (): string[] =>
	world.service.requests.map(({ method, url }) =>
		`${method} ${url.split('/workspaces/')[1]?.split('?')[0] ?? url}`
			.replace(/^(\w+) [^/]+\//, '$1 ')
			.replace(/[0-9a-f-]{36}/g, '…'),
	);

describe('Customer Property Value: Set Many', () => {
	it('sets values of every kind in one request, each in the form that Plane takes', async () => {
		const [, ada] = world.service.state.users;
		const [item] = world.service.state.workItems;
		const { identifier } = only(
			world.service.state.projects.find(({ id }) => id === item?.project),
		);
		const note = addProperty('Note', 'TEXT');
		const since = addProperty('Since', 'DATETIME');
		const seats = addProperty('Places', 'DECIMAL');
		const isActive = addProperty('Active', 'BOOLEAN');
		const site = addProperty('Site', 'URL');
		const owner = addProperty('Owner', 'RELATION', { relation_type: 'USER' });
		const cause = addProperty('Cause', 'RELATION', { relation_type: 'ISSUE' });
		const tiers = addProperty('Tiers', 'OPTION', { is_multi: true, options: tier().options });

		const { error, json } = await setMany({
			[tier().id]: 'gold',
			[note.id]: 'A note',
			[since.id]: '2026-03-31T23:30:00Z',
			[seats.id]: '12.5',
			[isActive.id]: 'yes',
			[site.id]: 'https://example.com/a',
			[owner.id]: only(ada).email,
			[cause.id]: `${identifier}-${only(item).sequence_id}`,
			[tiers.id]: 'Standard, gold',
		});

		expect(error).toBeUndefined();
		expect(world.service.ledger).toHaveLength(1);
		expect(storedValues()).toEqual({
			tier: [option('Gold')],
			Note: ['A note'],
			Since: ['2026-04-01'],
			Places: ['12.5'],
			Active: ['True'],
			Site: ['https://example.com/a'],
			Owner: [only(ada).id],
			Cause: [only(item).id],
			Tiers: [option('Standard'), option('Gold')],
		});
		expect(json).toHaveLength(9);
		expect(json[0]).toEqual({ property: tier().id, values: [option('Gold')] });
	});

	it('takes properties by name, reads their list once, and the options only of those that are set', async () => {
		addProperty('Region', 'OPTION', { options: tier().options });

		const { error } = await setMany({ TIER: '={{ $json.tier }}', Seats: 3 }, [
			{ tier: 'Gold' },
			{ tier: 'Standard' },
		]);

		expect(error).toBeUndefined();
		expect(storedValues()).toEqual({ tier: [option('Standard')], seats: ['3'] });
		expect(listRequests()).toEqual([
			'GET customer-properties/',
			'GET customer-properties/…/',
			'POST customers/…/property-values/',
			'GET customers/…/property-values/',
			'POST customers/…/property-values/',
			'GET customers/…/property-values/',
		]);
	});

	it('leaves other values as they are, and removes those for which an expression returns null', async () => {
		const note = addProperty('Note', 'TEXT');

		await setMany({ [note.id]: 'A note' });
		const { error, json } = await setMany({ [tier().id]: '={{ null }}' });

		expect(error).toBeUndefined();
		expect(storedValues()).toMatchObject({ tier: [], Note: ['A note'] });
		expect(json).toEqual([{ property: tier().id, values: [] }]);
	});

	it.each<[kind: string, value: unknown, message: string | RegExp]>([
		['DECIMAL', 'many', /^Field: "many" is not a number/],
		['DATETIME', '31.03.2026', `Field: ${causes.notADate('"31.03.2026"')}`],
		['BOOLEAN', 'maybe', /^Field: "maybe" is neither true nor false/],
		['URL', 'example', `Field: ${causes.notAnAddress('"example"')}`],
		['EMAIL', 'ada', /^Field: "ada" is not an email address/],
		['OPTION', 'Silver', `Field: ${causes.notOneOfItsValues('"Silver"')}`],
	])('refuses a value that a property of the kind %s cannot have', async (kind, value, message) => {
		const { id } = addProperty('Field', kind, { options: tier().options });

		const { error } = await setMany({ [tier().id]: 'Gold', [id]: value });

		expectProblem(error, { cause: message });
		expect(world.service.ledger).toEqual([]);
	});

	it('refuses everything if the value of the last item is wrong', async () => {
		const { error } = await setMany({ tier: '={{ $json.tier }}' }, [
			{ tier: 'Gold' },
			{ tier: 'Goald' },
		]);

		expect(error?.description).toContain('The closest one is Gold');
		expect(world.service.ledger).toEqual([]);
	});

	it.each<[what: string, values: unknown, message: string | RegExp]>([
		['no value at all', {}, /^Properties: no property has a value/],
		['values that were left empty', { tier: '' }, /^Properties: no property has a value/],
		[
			'an unknown property',
			{ Tears: 'Gold' },
			/^Properties: customers have no property with the name "Tears"/,
		],
		[
			'an expression without a value',
			{ tier: '={{ $json.none }}' },
			`Properties: ${causes.noResult}`,
		],
		['a name with a dot', { 'a.b': 'Gold' }, /^Properties: the name "a\.b" cannot be read/],
	])('refuses %s', async (_, values, message) => {
		const { error } = await setMany(values as object);

		expectProblem(error, { cause: message });
		expect(world.service.ledger).toEqual([]);
	});

	it('refuses two values for the same property, and a name that two properties have', async () => {
		const twice = await setMany({ tier: 'Gold', [tier().id]: 'Standard' });

		addProperty('Tier', 'TEXT');
		const ambiguous = await setMany({ TIER: 'Gold' });

		expect(twice.error?.message).toMatch(/^tier: there are two values/);
		expect(ambiguous.error?.description).toContain(tier().id);
		expect(world.service.ledger).toEqual([]);
	});

	it('refuses a parameter that is no mapping', async () => {
		const { error } = await world.run('customerPropertyValue.setMany', {
			customerId: byId(customer().id),
			properties: {},
		});

		expect(error?.message).toMatch(/^Properties: the value is not a mapping/);
		expect(world.service.requests).toEqual([]);
	});
});

describe('Customer Property Value: Update', () => {
	it('takes names of options, and sends them as their IDs', async () => {
		const { error, json } = await update(tier(), 'gold');

		expect(error).toBeUndefined();
		expect(world.service.ledger).toMatchObject([{ body: { values: [option('Gold')] } }]);
		expect(json).toEqual([{ property: tier().id, values: [option('Gold')] }]);
	});
});

describe('Values that were set, but cannot be read afterwards', () => {
	beforeEach(() => {
		world.service.faults.plan(
			{ kind: 'status', status: 403 },
			{
				when: ({ method, url }) => method === 'GET' && url?.includes('/property-values/') === true,
			},
		);
	});

	it.each<[operation: string, write: () => Promise<Outcome>]>([
		['Update', async () => await update(tier(), 'Gold')],
		['Set Many', async () => await setMany({ tier: 'Gold' })],
	])(
		'make %s fail with an error that says so, and are the same after a second run',
		async (_, write) => {
			const { error } = await write();
			const stored = storedValues();

			world.service.faults.clear();
			const { error: secondError } = await write();

			expect(stored).toMatchObject({ tier: [option('Gold')] });
			expect(secondError).toBeUndefined();
			expect(storedValues()).toEqual(stored);
			expect(error?.message).toMatch(/^The values were saved, but could not be read afterwards: /);
			expect(error?.description).toMatch(outcomes.safeAgain);
		},
	);
});

describe('The properties of customers in the editor', () => {
	it('are shown with their kinds and options, and none has to be filled in', async () => {
		addProperty('Since', 'DATETIME', { is_required: true });

		const { fields } = await world.engine.loadMapper(
			{ method: 'mapCustomerProperties', parameters: {} },
			world.credential,
		);

		expect(fields).toMatchObject([
			{
				id: tier().id,
				displayName: 'tier',
				type: 'options',
				required: false,
				options: [
					{ name: 'Standard', value: option('Standard') },
					{ name: 'Gold', value: option('Gold') },
				],
			},
			{ displayName: 'seats', type: 'number' },
			{ displayName: 'account manager', type: 'string' },
			{ displayName: 'Since', type: 'dateTime', required: false },
		]);
	});

	it('are a sentence if there are none', async () => {
		world.service.state.customerProperties.length = 0;

		const result = await world.engine.loadMapper(
			{ method: 'mapCustomerProperties', parameters: {} },
			world.credential,
		);

		expect(result).toEqual({
			fields: [],
			emptyFieldsNotice: 'Customers have no properties yet',
		});
	});
});
