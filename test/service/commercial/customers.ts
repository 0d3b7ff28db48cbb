import {
	badRequest,
	created,
	findById,
	noContent,
	ok,
	Refusal,
	type Answer,
	type Call,
} from '../answer';
import { isUuid, uniqueTexts } from '../fields';
import { isRecord } from '../http';
import { definePlainTable } from '../plainTable';
import { removeWhere, toSlug } from '../rows';
import { toSearchHit } from '../search';
import type { Host } from '../serve';
import type {
	Customer,
	CustomerLink,
	CustomerProperty,
	CustomerPropertyValue,
	CustomerRequest,
} from '../state';
import type { Endpoint, TableEndpoints, Values } from '../table';
import { checkKind, duplicate, matchesQuery, withoutField } from './shared';

const inWorkspace = 'workspaces/{workspace_slug}/';
const customerPath = `${inWorkspace}customers/{customer_id}/`;

/** Returns the customer with the same external ID or else with the same name (row 451). */
const findSameCustomer = (customers: readonly Customer[], values: Values): Customer | undefined => {
	const { name: customerName, external_source: source, external_id: id } = values;
	const isSameImport = (row: Customer) => row.external_source === source && row.external_id === id;

	return (
		(source && id ? customers.find(isSameImport) : undefined) ??
		customers.find((row) => row.name === customerName)
	);
};

/** Whether a text is a value of a kind: all values are texts (row 458). */
const ACCEPTS: Readonly<Record<string, (value: string) => boolean>> = {
	DATETIME: (value) => /^\d{4}-\d\d-\d\d$/.test(value),
	DECIMAL: (value) => value.trim() !== '' && Number.isFinite(Number(value)),
	BOOLEAN: (value) => ['True', 'False'].includes(value),
	RELATION: isUuid,
	URL: (value) => URL.canParse(value),
	EMAIL: (value) => value.includes('@'),
};

const isOptions = (value: unknown): value is readonly Values[] => Array.isArray(value);

/** Defines the customers of the workspace, their properties and their requests. */
export function defineCustomers(host: Host, { endpointsFor }: TableEndpoints): Endpoint[] {
	const { state, rowFactory, hasDifference } = host;
	const workspace = state.workspace.id;

	const customers = definePlainTable<Customer>(host, 'customer', {
		name: 'Customer',
		rows: (call) => state.customers.filter(matchesQuery(call)),
		changeableRows: () => state.customers,
		allRows: () => state.customers,
		findExisting: (values) => findSameCustomer(state.customers, values),
		externalIdScope: () => [],
		serialize: (row) => ({
			...row,
			customer_request_count: state.customerRequests.filter(({ customer }) => customer === row.id)
				.length,
		}),
		onDelete({ id }) {
			const isOther = ({ customer }: { customer: string }) => customer !== id;

			state.customerRequests = state.customerRequests.filter(isOther);
			state.customerPropertyValues = state.customerPropertyValues.filter(isOther);
		},
	});

	/** Gives IDs to the options of a property: new ones have none. */
	const storeOptions = (sent: readonly Values[], entry?: CustomerProperty) => {
		const isKept = ({ id }: { id: string }) => !sent.some((option) => option.id === id);
		const kept = entry?.options.filter(isKept) ?? [];
		const stored = sent.map((option) => ({ ...rowFactory.create('option'), ...option }));

		return [...kept, ...stored];
	};

	// An update ignores what only the creation of the contract has (row 453).
	const properties = definePlainTable<CustomerProperty>(host, 'customerProperty', {
		name: 'Property',
		allRows: () => state.customerProperties,
		hasUncheckedIds: true,
		blank: () => ({ name: '', is_active: hasDifference('newPropertiesAreInUse') }),
		prepare(values, _call, entry) {
			if (entry === undefined) checkKind(values);

			const { options, display_name: title } = values;

			return {
				...values,
				...(typeof title === 'string' && { name: toSlug(title) }),
				...(isOptions(options) && { options: storeOptions(options, entry) }),
			};
		},
		findConflict: (other, values) =>
			other.display_name === values.display_name ? duplicate('Property') : undefined,
		// The list leaves the options out (row 455).
		serialize: (row) => withoutField(row, 'options'),
		serializeSingle: (row) => row,
	});

	/** Links work items to a customer, or to a request of the customer, each once. */
	function addLinks(customer: string, ids: readonly string[], request?: string): void {
		const isLinked = (issue: string) =>
			state.customerLinks.some(
				(link) => link.customer === customer && link.issue === issue && link.request === request,
			);

		for (const issue of ids.filter((id) => !isLinked(id))) {
			state.customerLinks.push({
				...rowFactory.create('customer link'),
				customer,
				issue,
				...(request !== undefined && { request }),
				workspace,
			});
		}
	}

	const filterByCustomer = (call: Call) => {
		const { id } = findById(state.customers, call.params.customer_id);

		return state.customerRequests.filter(({ customer }) => customer === id);
	};

	const requests = definePlainTable<CustomerRequest>(host, 'customerRequest', {
		// Never returned (row 452).
		inputs: ['work_item_ids'],
		name: 'Request',
		rows: (call) => filterByCustomer(call).filter(matchesQuery(call)),
		allRows: () => state.customerRequests,
		blank: ({ params }) => ({ customer: findById(state.customers, params.customer_id).id }),
		onCreate: ({ id, customer }, { body }) =>
			addLinks(customer, uniqueTexts(body.work_item_ids), id),
		listOptions: { pageSize: 1000 },
	});

	const findCustomer = ({ params }: Call) => findById(state.customers, params.customer_id);

	/** The values of a customer by property, without those of properties that are not in use (row 458). */
	function mapValues(customer: Customer, propertyId?: string): object {
		const isShown = ({ id, is_active: isActive }: CustomerProperty) =>
			isActive && (propertyId === undefined || id === propertyId);
		const shown = new Set(state.customerProperties.filter(isShown).map(({ id }) => id));
		const values = state.customerPropertyValues.filter(
			(row) => row.customer === customer.id && shown.has(row.property) && row.values.length > 0,
		);

		return Object.fromEntries(values.map((row) => [row.property, row.values]));
	}

	function listValues(call: Call): Answer {
		return ok(mapValues(findCustomer(call)));
	}

	/** A property without a value is an empty array (row 458). */
	function getValue(call: Call): Answer {
		const property = findById(state.customerProperties, call.params.property_id);
		const values = mapValues(findCustomer(call), property.id);

		return ok(Object.keys(values).length === 0 ? [] : values);
	}

	function requireValues(property: CustomerProperty, values: readonly string[]): void {
		if (values.length === 0 && property.is_required) {
			throw new Refusal(badRequest(`${property.display_name} is a required property.`));
		}
	}

	function storeValue(
		customer: string,
		property: CustomerProperty,
		values: string[],
	): CustomerPropertyValue {
		requireValues(property, values);

		const isSame = (row: CustomerPropertyValue) =>
			row.customer === customer && row.property === property.id;

		removeWhere(state.customerPropertyValues, isSame);
		const stored = {
			...rowFactory.create('customer property value'),
			customer,
			property: property.id,
			values,
			workspace,
		};

		state.customerPropertyValues.push(stored);

		return stored;
	}

	/** @throws Refusal 400 for a value that the kind of its property does not have (row 458) */
	function checkValues(property: CustomerProperty, values: readonly string[]): void {
		const { property_type: kind, display_name: name, is_multi: isMulti, options } = property;
		const isOption = (value: string) => options.some((option) => option.id === value);
		const accepts = kind === 'OPTION' ? isOption : (ACCEPTS[kind ?? ''] ?? (() => true));

		if (!values.every(accepts) || (values.length > 1 && !isMulti)) {
			throw new Refusal(badRequest(`${name}: the values are not valid.`));
		}
	}

	function updateValue(call: Call): Answer {
		const property = findById(state.customerProperties, call.params.property_id);
		const values = uniqueTexts(call.body.values);

		const row = storeValue(findCustomer(call).id, property, values);

		return hasDifference('customerValuesAnswer') ? ok(row) : noContent;
	}

	/** Sets the values of several properties, or of none if one of them is refused. Those of others stay (row 458). */
	function storeValues(call: Call): Answer {
		const { customer_property_values: sent } = call.body;
		if (!isRecord(sent)) throw new Refusal(badRequest('customer_property_values is required.'));

		const customer = findCustomer(call).id;
		const found = Object.entries(sent).map(([id, list]) => ({
			property: findById(state.customerProperties, id),
			list: uniqueTexts(list),
		}));

		for (const { property, list } of found) {
			checkValues(property, list);
			requireValues(property, list);
		}

		for (const { property, list } of found) storeValue(customer, property, list);

		return { status: 201 };
	}

	/** Whether a link is of the customer in the path, and of the request in the query if there is one. */
	const isOfCall = (call: Call) => {
		const { id } = findCustomer(call);
		const { customer_request_id: requestId } = call.query;

		return ({ customer, request }: CustomerLink) =>
			customer === id && (requestId === undefined || request === requestId);
	};

	/** The work items that are linked to a customer, each once. */
	const findLinked = (call: Call) => {
		const linked = new Set(state.customerLinks.filter(isOfCall(call)).map(({ issue }) => issue));

		return state.workItems.filter((item) => linked.has(item.id));
	};

	/** Links work items. A single unknown ID makes all of them fail (row 459). */
	function linkWorkItems(call: Call): Answer {
		const customer = findCustomer(call).id;
		const ids = uniqueTexts(call.body.issue_ids);
		const unknown = ids.find((id) => !state.workItems.some((item) => item.id === id));
		if (unknown !== undefined) throw new Refusal(badRequest('Some work items do not exist.'));

		addLinks(customer, ids, call.query.customer_request_id);
		const items = state.workItems.filter(({ id }) => ids.includes(id));

		return created({
			message: 'Work items linked successfully',
			linked_issues: items.map((item) => toSearchHit(state, item)),
		});
	}

	function listWorkItems(call: Call): Answer {
		const items = findLinked(call);

		return ok(items.map((item) => ({ ...toSearchHit(state, item), state_id: item.state })));
	}

	/** Without a request in the query, every link goes. @throws Refusal 404 if there is none (row 459) */
	function unlinkWorkItem(call: Call): Answer {
		const { id } = findById(findLinked(call), call.params.work_item_id);
		const isRemoved = isOfCall(call);

		removeWhere(state.customerLinks, (link) => isRemoved(link) && link.issue === id);

		return noContent;
	}

	/** Deletes the customer with an external ID, if there is one (row 451). */
	function deleteByExternalId(call: Call): Answer {
		const { external_source: source, external_id: id } = call.query;
		if (!source || !id) throw new Refusal(badRequest('Send external_source and external_id.'));

		const [customer] = state.customers.filter(
			(row) => row.external_source === source && row.external_id === id,
		);
		if (customer !== undefined) {
			removeWhere(state.customers, (row) => row === customer);
			customers.onDelete?.(customer, call);
		}

		return noContent;
	}

	const values = `${customerPath}property-values/`;

	return [
		...endpointsFor(customers),
		['DELETE', `${inWorkspace}customers/`, deleteByExternalId],
		...endpointsFor(properties),
		...endpointsFor(requests),
		['GET', values, listValues],
		['POST', values, storeValues],
		['GET', `${values}{property_id}/`, getValue],
		['PATCH', `${values}{property_id}/`, updateValue],
		['GET', `${customerPath}issues/`, listWorkItems],
		['POST', `${customerPath}issues/`, linkWorkItems],
		['DELETE', `${customerPath}issues/{work_item_id}/`, unlinkWorkItem],
	];
}
