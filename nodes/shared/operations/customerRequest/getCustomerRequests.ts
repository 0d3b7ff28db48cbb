import { id, record } from '../../fields/kinds';
import { customers } from '../../lists/lists';
import { customer } from '../shared/locators';
import { operation, serverFilter } from '../operation';

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
			serverFilter(
				record(
					'customer',
					'Sent to the server as its own filter. The customer above is enough.',
					customers,
				),
			),
			serverFilter(
				id(
					'workspace',
					'Sent to the server as its own filter. The workspace of the node is enough.',
				),
			),
		],
		options: [],
	},
});
