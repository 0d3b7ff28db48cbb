import { notClearable, required } from '../fields/kinds';
import { features } from '../fields/features';
import { createBody, updateBody } from './body';
import { resource } from './builders';
import { byUncheckedExternalId } from './shared/external';
import {
	activeField,
	changeableFields,
	updatableFields,
	definitionFields,
	kindField,
	propertyName,
} from './shared/propertyFields';
import { simplified } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';

const operations = resource({
	resource: 'customerProperty',
	records: 'customer properties',
	path: 'customer-properties/',
	recordPath: 'customer-properties/{property_id}/',
	plan: 'Business',
	feature: features.customers,
	output: simplified(simplifiers.property),
});

export const createCustomerProperty = operations.create({
	description: 'Create a property for customers',
	// The list leaves out its options (row 455).
	naturalKey: {
		...byUncheckedExternalId('display_name'),
		lookup: { kind: 'incompleteLists', archives: [] },
	},
	output: simplified(simplifiers.property),
	body: createBody([
		required(propertyName),
		required(kindField()),
		activeField,
		...definitionFields,
		...changeableFields('customer'),
	]),
});

export const getCustomerProperty = operations.get({
	description: 'Get one property of customers, with its options',
});

export const getCustomerProperties = operations.list({
	description: 'List the properties of customers, without their options',
});

export const updateCustomerProperty = operations.update({
	description: 'Change a customer property, but not its kind',
	output: simplified(simplifiers.property),
	body: updateBody([notClearable(propertyName), activeField, ...updatableFields('customer')]),
});

export const deleteCustomerProperty = operations.delete({
	description: 'Delete a property of customers with all its values',
});
