import { id, record } from '../../fields/kinds';
import { customers } from '../../lists/lists';
import { operation, serverFilter } from '../operation';
import { customer } from '../shared/locators';

export const getCustomerRequests = operation({
	kind: 'list',
	resource: 'customerRequest',
	action: 'Get many customer requests',
	description: 'Retrieve a list of the requests of a customer',
	request: { method: 'GET', path: 'customers/{customer_id}/requests/' },
	edition: 'commercial',
	path: [customer],
	list: {
		records: 'customer requests',
		filters: [
			serverFilter(
				record('customer', "The server's own filter; the customer above is enough", customers),
			),
			serverFilter(id('workspace', "The server's own filter; the workspace of the node is enough")),
		],
	},
});
