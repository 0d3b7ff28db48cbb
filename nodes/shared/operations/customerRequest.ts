import { customers } from '../lists/lists';
import { list } from './builders';
import { redundantFilter, withinWorkspace } from './shared/serverFilter';

export const getCustomerRequests = list({
	resource: 'customerRequest',
	description: 'Retrieve a list of the requests of a customer',
	path: 'customers/{customer_id}/requests/',
	edition: 'commercial',
	records: 'customer requests',
	serverFilters: [redundantFilter('customer', 'customer above', customers), withinWorkspace],
});
