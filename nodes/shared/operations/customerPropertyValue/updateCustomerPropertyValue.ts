import { required, values } from '../../fields/kinds';
import { customer, property } from '../shared/locators';
import { content, operation } from '../operation';

/** Specification, operation 14. */
export const updateCustomerPropertyValue = operation({
	resource: 'customerPropertyValue',
	value: 'update',
	name: 'Update',
	action: 'Update customer property value',
	description: 'Set the values that one customer has for one property',
	request: { method: 'PATCH', path: 'customers/{customer_id}/property-values/{property_id}/' },
	edition: 'commercial',
	path: [customer, property],
	body: content(
		required(
			values(
				'values',
				'Values to set: a list, or text separated by commas or line breaks. A value with a comma goes into a list: ["Berlin, Germany"].',
				{ hint: 'They replace all values that the customer has for this property' },
			),
		),
	),
});
