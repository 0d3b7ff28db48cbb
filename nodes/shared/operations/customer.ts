import { email, name } from '../fields/kinds';
import { inPlace, operation } from './operation';

export const createCustomer = operation({
	kind: 'create',
	resource: 'customer',
	description: 'Create a new customer in the workspace',
	path: 'customers/',
	edition: 'commercial',
	body: inPlace(
		name('name', 'Name of the customer', { placeholder: 'e.g. Analytical Engines Ltd' }),
		email('email', 'Email address of the customer'),
	),
});
