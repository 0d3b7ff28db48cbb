import { customers } from '../lists/lists';
import { operation } from './operation';
import { serverFilter, withinWorkspace } from './shared/serverFilter';

export const getCustomerRequests = operation({
	kind: 'list',
	resource: 'customerRequest',
	description: 'Retrieve a list of the requests of a customer',
	path: 'customers/{customer_id}/requests/',
	edition: 'commercial',
	list: {
		records: 'customer requests',
		filters: [serverFilter('customer', 'customer above', customers), withinWorkspace],
	},
});
