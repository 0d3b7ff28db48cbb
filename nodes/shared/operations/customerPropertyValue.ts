import { required, values } from '../fields/kinds';
import { flatBody } from './body';
import { update } from './builders';

export const updateCustomerPropertyValue = update({
	resource: 'customerPropertyValue',
	description: 'Set the values that one customer has for one property',
	path: 'customers/{customer_id}/property-values/{property_id}/',
	edition: 'commercial',
	body: flatBody(
		required(
			values(
				'values',
				'Values to set. A value with a comma goes into a list: ["Berlin, Germany"].',
				{
					hint: 'They replace all values that the customer has for this property',
					notComparedReason:
						'Servers return the values in a form that depends on the type of the property.',
				},
			),
		),
	),
});
