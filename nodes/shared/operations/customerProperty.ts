import { notClearable, required } from '../fields/kinds';
import { features } from '../fields/features';
import { createBody, updateBody } from './body';
import { action, create, get, list, update } from './builders';
import { byUncheckedExternalId } from './shared/external';
import {
	activeField,
	changeableFields,
	updatableFields,
	definitionFields,
	kindField,
	propertyName,
} from './shared/propertyFields';
import { simplifiers } from './shared/simplifiers';

export const createCustomerProperty = create({
	resource: 'customerProperty',
	description: 'Create a new property for customers',
	path: 'customer-properties/',
	plan: 'Business',
	feature: features.customers,
	// The list leaves out its options (row 455).
	naturalKey: {
		...byUncheckedExternalId('display_name'),
		lookup: { kind: 'incompleteLists', archives: [] },
	},
	simplifier: simplifiers.property,
	body: createBody([
		required(propertyName),
		required(kindField()),
		activeField,
		...definitionFields,
		...changeableFields('customer'),
	]),
});

export const getCustomerProperty = get({
	resource: 'customerProperty',
	description: 'Retrieve one property of customers, with its options',
	path: 'customer-properties/{property_id}/',
	plan: 'Business',
	feature: features.customers,
	simplifier: simplifiers.property,
});

export const getCustomerProperties = list({
	resource: 'customerProperty',
	description:
		'Retrieve a list of the properties of customers, without their options, which Get returns',
	path: 'customer-properties/',
	plan: 'Business',
	feature: features.customers,
	records: 'customer properties',
	simplifier: simplifiers.property,
});

export const updateCustomerProperty = update({
	resource: 'customerProperty',
	description: 'Change a customer property, except for its kind and what depends on the kind',
	path: 'customer-properties/{property_id}/',
	plan: 'Business',
	feature: features.customers,
	simplifier: simplifiers.property,
	body: updateBody([notClearable(propertyName), activeField, ...updatableFields('customer')]),
});

export const deleteCustomerProperty = action({
	resource: 'customerProperty',
	description: 'Delete a property of customers with all its values',
	path: 'customer-properties/{property_id}/',
	plan: 'Business',
	feature: features.customers,
	resultKey: 'deleted',
});
