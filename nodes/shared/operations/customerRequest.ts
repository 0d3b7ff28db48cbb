import { html, ids, link, notClearable, required } from '../fields/kinds';
import { features } from '../fields/features';
import { workspaceWorkItems } from '../lists/workItems';
import { createBody, updateBody } from './body';
import { resource } from './builders';
import { nameContains } from './shared/paging';
import { simplified } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';
import { title } from './shared/title';

const sharedFields = [
	html('description_html', 'What they ask for', {
		notComparedReason: 'Servers sanitize HTML before they store it.',
	}),
	link('link', 'Where they asked for it'),
];

const operations = resource({
	resource: 'customerRequest',
	records: 'customer requests',
	path: 'customers/{customer_id}/requests/',
	recordPath: 'customers/{customer_id}/requests/{request_id}/',
	plan: 'Business',
	feature: features.customers,
	output: simplified(simplifiers.customerRequest),
});

export const createCustomerRequest = operations.create({
	description: 'Create a request of a customer',
	output: simplified(simplifiers.customerRequest),
	body: createBody([
		required(title),
		...sharedFields,
		// Only a creation takes them, and no server returns them (row 452).
		ids('work_item_ids', 'Their IDs or keys', {
			source: workspaceWorkItems,
			placeholder: 'e.g. LNCH-12, LNCH-14',
			notComparedReason: 'Servers do not return them.',
		}),
	]),
});

export const getCustomerRequest = operations.get({
	description: 'Get one request of a customer',
});

export const getCustomerRequests = operations.list({
	description: 'List the requests of a customer',
	serverFilters: [nameContains('e.g. print')],
});

export const updateCustomerRequest = operations.update({
	description: 'Change a request of a customer',
	output: simplified(simplifiers.customerRequest),
	body: updateBody([notClearable(title), ...sharedFields]),
});

export const deleteCustomerRequest = operations.delete({
	description: 'Delete a request of a customer; its work items stay',
});
