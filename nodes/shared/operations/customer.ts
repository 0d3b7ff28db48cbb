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

const customerName = name('name', 'Name of the customer', {
	placeholder: 'e.g. Analytical Engines Ltd',
	identifiesRecord: true,
});

const sharedFields = [
	openChoice(
		'contract_status',
		['active', 'pre_contract', 'signed', 'inactive'],
		'Status of the contract. Use an expression for one that is not listed: Plane stores it, but does not show it.',
	),
	html('description_html', 'Details about the customer', {
		notComparedReason: 'Servers sanitize HTML before they store it.',
	}),
	email('email', 'Email address of the customer'),
	count('employees', { from: 0, default: 0 }, 'Number of employees'),
	// The field `domain` is the industry; the address goes into `website_url` (row 450).
	text('domain', 'Industry of the customer', {
		displayName: 'Industry',
		parameter: 'industry',
		placeholder: 'e.g. Printing',
	}),
	object('logo_props', 'Icon of the customer', {
		placeholder: 'e.g. {"in_use": "icon", "icon": {"name": "Building"}}',
	}),
	text('revenue', 'Revenue of the customer, as text', { placeholder: 'e.g. 1200000' }),
	openChoice(
		'stage',
		['lead', 'sales_qualified_lead', 'contract_negotiation', 'closed_won', 'closed_lost'],
		'Stage of the sale. Use an expression for one that is not listed: Plane stores it, but does not show it.',
	),
	url('website_url', "Address of the customer's website", {
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
		'Create a customer, or update the one with the same external ID and source or, without these, the same name',
	repetition: 'changesNothing',
	output: simplified(simplifiers.customer),
	body: createBody([required(customerName), ...sharedFields]),
});

export const getCustomer = operations.get({
	description: 'Retrieve one customer of the workspace',
});

export const getCustomers = operations.list({
	description: 'Retrieve a list of the customers of the workspace',
	serverFilters: [nameContains('customers', 'e.g. engines')],
});

export const updateCustomer = operations.update({
	description: 'Change the details of a customer',
	output: simplified(simplifiers.customer),
	body: updateBody([notClearable(customerName), ...sharedFields]),
});

export const deleteCustomer = operations.delete({
	description: 'Delete a customer with its requests and values',
});

export const addWorkItemsToCustomer = add({
	resource: 'customer',
	description: 'Link one or more work items to a customer, from any project of the workspace',
	path: 'customers/{customer_id}/issues/',
	plan: 'Business',
	feature: features.customers,
	value: 'addWorkItems',
	name: 'Add Work Items',
	action: 'Add work items to customer',
	idsField: workItemIds('IDs or keys of the work items to link', 'issue_ids', {
		source: workspaceWorkItems,
	}),
	options: [customerRequest('Request of the customer that the work items are about')],
	responseIdField: 'linked_issues.id',
	container: 'workspace',
	targetsPerRecord: 'several',
});

export const getWorkItemsOfCustomer = list({
	resource: 'customer',
	description: 'Retrieve a list of the work items that are linked to a customer',
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
		customerRequest('Only work items that are about this request'),
		{
			...text('search', 'Only work items with this text in their title', {
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
	description:
		'Unlink one or more work items from a customer and from all its requests, or from one request; the work items stay',
	path: 'customers/{customer_id}/issues/{work_item_id}/',
	plan: 'Business',
	feature: features.customers,
	action: 'Remove work items from customer',
	idsField: workItemIds('IDs or keys of the work items to unlink', 'issues', {
		source: workspaceWorkItems,
	}),
	options: [
		customerRequest(
			'Request to unlink them from. Without it, they are unlinked from the customer and all its requests.',
		),
	],
	idPlaceholder: 'work_item_id',
});
