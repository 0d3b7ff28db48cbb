import { email, text } from '../../fields/kinds';
import { content, operation } from '../operation';

/** Specification, operation 11. */
export const createCustomer = operation({
	resource: 'customer',
	value: 'create',
	name: 'Create',
	action: 'Create customer',
	description: 'Create a new customer in the workspace',
	request: { method: 'POST', path: 'customers/' },
	edition: 'commercial',
	path: [],
	body: content(
		text('name', 'Name of the customer', { placeholder: 'e.g. Analytical Engines Ltd' }),
		email('email', 'Email address of the customer'),
	),
});
