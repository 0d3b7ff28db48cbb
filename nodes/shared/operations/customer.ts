import { email, name } from '../fields/kinds';
import { flatBody } from './body';
import { create } from './builders';

export const createCustomer = create({
	resource: 'customer',
	description: 'Create a new customer in the workspace',
	path: 'customers/',
	edition: 'commercial',
	body: flatBody(
		name('name', 'Name of the customer', { placeholder: 'e.g. Analytical Engines Ltd' }),
		email('email', 'Email address of the customer'),
	),
});
