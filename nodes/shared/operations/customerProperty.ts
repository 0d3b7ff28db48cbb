import {
	boolean,
	notClearable,
	name,
	number,
	object,
	openChoice,
	text,
	texts,
} from '../fields/kinds';
import { updateBody } from './body';
import { update } from './builders';

export const updateCustomerProperty = update({
	resource: 'customerProperty',
	description: 'Change the definition of a customer property',
	path: 'customer-properties/{property_id}/',
	edition: 'commercial',
	body: updateBody([
		notClearable(text('name', 'Name of the property')),
		name('display_name', 'Name of the property as people see it'),
		text('description', 'What the property is for'),
		openChoice(
			'property_type',
			['TEXT', 'DATETIME', 'DECIMAL', 'BOOLEAN', 'OPTION', 'RELATION', 'URL', 'EMAIL', 'FILE'],
			'Kind of values that the property takes. Use an expression for a type that is not listed.',
		),
		openChoice(
			'relation_type',
			['ISSUE', 'USER'],
			'Kind of record that a relation points to. Use an expression for a type that is not listed.',
		),
		boolean('is_required', 'Whether every customer must have a value'),
		boolean('is_multi', 'Whether a customer can have several values'),
		boolean('is_active', 'Whether the property is in use', { default: true }),
		number('sort_order', 'Position among the properties: the smallest number comes first', {
			placeholder: 'e.g. 65535',
		}),
		texts('default_value', 'Default values for new customers'),
		object('settings', 'Settings of the property', {
			placeholder: 'e.g. {"display_format": "single-line"}',
		}),
		object('validation_rules', 'Rules that its values must follow', {
			placeholder: 'e.g. {"max_length": 80}',
		}),
		object('logo_props', 'Icon of the property', {
			placeholder: 'e.g. {"in_use": "icon", "icon": {"name": "Building"}}',
		}),
		name('external_source', 'System that the property was imported from', {
			placeholder: 'e.g. hubspot',
			identifiesRecord: true,
		}),
		name('external_id', 'ID of the property in the external source', { identifiesRecord: true }),
	]),
});
