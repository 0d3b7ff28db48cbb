import { id, record } from '../../fields';
import { customers } from '../../pickers/lists';
import { customer } from '../locators';
import { operation } from '../operation';

/** Specification, operation 16. */
export const getCustomerRequests = operation({
	resource: 'customerRequest',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many customer requests',
	description: 'Get the requests of a customer',
	request: { method: 'GET', path: 'customers/{customer_id}/requests/' },
	edition: 'commercial',
	path: [customer],
	list: {
		records: 'customer requests',
		filters: [
			record('customer', 'Only requests of this customer', customers),
			id('workspace', 'Only requests of the workspace with this ID'),
		],
		options: [],
	},
});
