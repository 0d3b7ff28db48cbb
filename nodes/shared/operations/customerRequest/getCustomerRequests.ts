import { customers } from '../../lists/lists';
import { operation } from '../operation';
import { customer } from '../shared/locators';
import { serverFilter, withinWorkspace } from '../shared/serverFilter';

export const getCustomerRequests = operation({
	kind: 'list',
	resource: 'customerRequest',
	description: 'Retrieve a list of the requests of a customer',
	request: { method: 'GET', path: 'customers/{customer_id}/requests/' },
	edition: 'commercial',
	path: [customer],
	list: {
		records: 'customer requests',
		filters: [serverFilter('customer', 'customer above', customers), withinWorkspace],
	},
});
