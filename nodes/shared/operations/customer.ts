import {
	count,
	email,
	html,
	name,
	notClearable,
	object,
	openChoice,
	record,
	required,
	text,
	url,
} from '../fields/kinds';
import { features } from '../fields/features';
import { customerRequests } from '../lists/lists';
import { workspaceWorkItems } from '../lists/workItems';
import { createBody, updateBody } from './body';
import { add, list, remove, resource } from './builders';
import { external } from './shared/external';
import { nameContains } from './shared/paging';
import { simplified } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';
import { workItemIds } from './shared/workItemIds';

const customerName = name('name', 'Its name', {
	identifiesRecord: true,
});

const sharedFields = [
	openChoice(
		'contract_status',
		['active', 'pre_contract', 'signed', 'inactive'],
		'Status of the contract',
	),
	html('description_html', 'Details about the customer', {
		notComparedReason: 'Servers sanitize HTML before they store it.',
	}),
	email('email', 'Email address of the customer'),
	count('employees', { from: 0, default: 0 }, 'Number of employees'),
	// The field `domain` is the industry; the address goes into `website_url` (row 450).
	text('domain', 'Their industry', {
		displayName: 'Industry',
		parameter: 'industry',
	}),
	object('logo_props', 'Icon of the customer'),
	text('revenue', 'Revenue, as text', { placeholder: 'e.g. 1200000' }),
	openChoice(
		'stage',
		['lead', 'sales_qualified_lead', 'contract_negotiation', 'closed_won', 'closed_lost'],
		'Stage of the sale',
	),
	url('website_url', 'Its website', {
		displayName: 'Website',
		parameter: 'website',
	}),
	...external,
];

/** Declares the field for a request of the customer. */
const customerRequest = (description: string) =>
	record('customer_request_id', description, customerRequests, {
		parameter: 'customerRequest',
		displayName: 'Customer Request',
	});

const operations = resource({
	resource: 'customer',
	records: 'customers',
	path: 'customers/',
	recordPath: 'customers/{customer_id}/',
	plan: 'Business',
	feature: features.customers,
	output: simplified(simplifiers.customer),
});

export const createCustomer = operations.create({
	// The server does it by itself (row 451).
	description:
		'Create a customer, or update the one with the same external ID or, without one, the same name',
	repetition: 'changesNothing',
	output: simplified(simplifiers.customer),
	body: createBody([required(customerName), ...sharedFields]),
});

export const getCustomer = operations.get({
	description: 'Get one customer',
});

export const getCustomers = operations.list({
	description: 'List the customers',
	serverFilters: [nameContains('e.g. engines')],
});

export const updateCustomer = operations.update({
	description: 'Change a customer',
	output: simplified(simplifiers.customer),
	body: updateBody([notClearable(customerName), ...sharedFields]),
});

export const deleteCustomer = operations.delete({
	description: 'Delete a customer with its requests and values',
});

export const addWorkItemsToCustomer = add({
	resource: 'customer',
	description: 'Link work items of any project to a customer',
	path: 'customers/{customer_id}/issues/',
	plan: 'Business',
	feature: features.customers,
	value: 'addWorkItems',
	name: 'Add Work Items',
	action: 'Add work items to customer',
	idsField: workItemIds('issue_ids', {
		source: workspaceWorkItems,
	}),
	options: [customerRequest('Request that they are about')],
	responseIdField: 'linked_issues.id',
	scope: 'workspace',
	targetsPerRecord: 'several',
});

export const getWorkItemsOfCustomer = list({
	resource: 'customer',
	description: 'List the work items that are linked to a customer',
	path: 'customers/{customer_id}/issues/',
	plan: 'Business',
	feature: features.customers,
	value: 'getWorkItems',
	name: 'Get Work Items',
	action: 'Get work items of customer',
	records: 'work items',
	output: simplified(simplifiers.linkedWorkItem),
	paging: 'optional',
	serverFilters: [
		customerRequest('About this request'),
		{
			...text('search', 'Text in the title', {
				displayName: 'Title Contains',
				placeholder: 'e.g. printer',
			}),
			rowPath: 'name',
			test: 'contains',
		},
	],
});

export const removeWorkItemsFromCustomer = remove({
	resource: 'customer',
	description: 'Unlink work items from a customer and all its requests, or from one request',
	path: 'customers/{customer_id}/issues/{work_item_id}/',
	plan: 'Business',
	feature: features.customers,
	action: 'Remove work items from customer',
	idsField: workItemIds('issues', {
		source: workspaceWorkItems,
	}),
	options: [customerRequest('The only request to unlink them from')],
	idPlaceholder: 'work_item_id',
});
