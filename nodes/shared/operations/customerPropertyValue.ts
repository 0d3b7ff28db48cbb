import { required, values } from '../fields/kinds';
import { features } from '../fields/features';
import { flatBody } from './body';
import { resource, update } from './builders';

/** A map from the ID of each property that has values to these values, all of them texts (row 458). */
const grouped = {
	groupField: 'property',
	hasKnownLists: false,
	rowPer: 'list',
	listField: 'values',
} as const;

const operations = resource({
	resource: 'customerPropertyValue',
	records: 'customer property values',
	path: 'customers/{customer_id}/property-values/',
	recordPath: 'customers/{customer_id}/property-values/{property_id}/',
	plan: 'Business',
	feature: features.customers,
});

export const getCustomerPropertyValue = operations.get({
	description: 'Get the values of one property of a customer',
	grouped,
});

export const getCustomerPropertyValues = operations.list({
	description: 'List the property values of a customer, by property',
	paging: 'none',
	grouped,
	lacksCreationTime: true,
});

export const updateCustomerPropertyValue = operations.update({
	description: 'Set the values of one property of a customer',
	grouped,
	setsValues: 'ofCustomer',
	body: flatBody(
		required(
			values(
				'values',
				'Texts, numbers, dates, true or false, options, members or work items. A value with a comma needs a list.',
				{
					hint: 'All values that the customer has for this property are replaced',
					notComparedReason:
						'Servers return the values in a form that depends on the type of the property.',
				},
			),
		),
	),
});

export const setCustomerPropertyValues = update({
	resource: 'customerPropertyValue',
	description: 'Set the values of several properties of a customer; others stay as they are',
	path: 'customers/{customer_id}/property-values/',
	method: 'POST',
	value: 'setMany',
	name: 'Set Many',
	action: 'Set many customer property values',
	plan: 'Business',
	feature: features.customers,
	grouped,
	setsValues: 'manyOfCustomer',
	body: { ...flatBody(), customProperties: 'ofCustomers' },
});
