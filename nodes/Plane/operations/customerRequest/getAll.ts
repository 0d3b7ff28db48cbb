import { id } from '../../fields';
import { customer } from '../locators';
import { operation } from '../operation';

/** Specification, operation 16. */
export const getCustomerRequests = operation({
	resource: 'customerRequest',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many customer requests',
	description: 'Retrieve a list of customer requests, which is what one customer asks for',
	request: { method: 'GET', path: 'customers/{customer_id}/requests/' },
	edition: 'commercial',
	path: [customer],
	list: {
		records: 'customer requests',
		filters: [
			id('customer', 'Only requests of the customer with this ID'),
			id('workspace', 'Only requests of the workspace with this ID'),
		],
		options: [],
	},
});
