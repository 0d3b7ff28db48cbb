import { list } from './builders';

export const getCustomerRequests = list({
	resource: 'customerRequest',
	description: 'Retrieve a list of the requests of a customer',
	path: 'customers/{customer_id}/requests/',
	edition: 'commercial',
	records: 'customer requests',
});
