import type { IDataObject, INodeParameters, JsonObject } from 'n8n-workflow';

import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import type { Routes } from '../../unit/fakePlane';
import { jsonResponse } from '../../unit/responses';
import { createUser, PROJECT_PATH, useNames, uuid, WORK_ITEM_ID } from './useNames';

/** A type of work items, whose properties each test declares. */
export const TYPE_ID = uuid(400);
const CUSTOMER_ID = uuid(401);

export const people = {
	adaLovelace: createUser(11, 'ada@example.com', 'Lovelace, Ada'),
	lovelace: createUser(12, 'lo@example.com', 'Lovelace'),
	ada: createUser(13, 'a@example.com', 'Ada'),
};

/** Properties as the list of a type has them (row 480), and that of customers (row 453). */
export const severity = {
	id: uuid(410),
	display_name: 'Severity',
	property_type: 'OPTION',
	options: [
		{ id: 'o1', name: 'High' },
		{ id: 'o2', name: 'Low' },
	],
};
export const platforms = {
	id: uuid(411),
	display_name: 'Platforms',
	property_type: 'OPTION',
	is_multi: true,
	options: [
		{ id: 'o3', name: 'Windows, all' },
		{ id: 'o4', name: 'Linux' },
	],
};
export const tags = {
	id: uuid(412),
	display_name: 'Tags',
	property_type: 'TEXT',
	is_multi: true,
};
export const testers = {
	id: uuid(413),
	display_name: 'Testers',
	property_type: 'RELATION',
	relation_type: 'USER',
	is_multi: true,
};
/** No server is known to have this kind. */
export const region = { id: uuid(414), display_name: 'Region', property_type: 'CASCADING' };

/** What new work items have besides values of custom properties. */
interface NewWorkItems {
	/** Default: the type alone. */
	readonly additionalFields?: INodeParameters;
	readonly options?: INodeParameters;
	/** The items of the input. Default: an empty one. */
	readonly rows?: readonly IDataObject[];
}

const PROPERTIES_ROUTE = `GET ${PROJECT_PATH}/work-item-types/${TYPE_ID}/work-item-properties/`;

/** Lets each test of a file write values of the custom properties that it declares. */
export function useProperties() {
	const startServer = useNames();

	return (properties: readonly JsonObject[], routes: Routes = {}) => {
		const rows = Object.values(people);
		const server = startServer(
			{ [`${PROJECT_PATH}/members/`]: rows, 'members/': rows },
			{
				[PROPERTIES_ROUTE]: jsonResponse([...properties]),
				'GET customer-properties/': jsonResponse([...properties]),
				'GET customers/*': jsonResponse({}),
				...routes,
			},
		);

		return {
			...server,
			/** Creates a work item of the type, with these values by the IDs or names of the properties. */
			createWithValues: async (
				values: INodeParameters,
				{
					additionalFields = { typeId: byId(TYPE_ID) },
					options = {},
					rows = [{}],
				}: NewWorkItems = {},
			) =>
				await server.run(
					'workItem.create',
					{ name: 'Print', additionalFields, options, ...mapping(values) },
					{ items: jsonItems(rows) },
				),
			/** Updates the values of a work item of the type. */
			updateValues: async (values: INodeParameters) =>
				await server.run('workItem.update', {
					workItemId: byId(WORK_ITEM_ID),
					updateFields: { typeId: byId(TYPE_ID) },
					...mapping(values),
				}),
			/** Updates the values of one property of a customer. */
			updateCustomer: async ({ id }: { readonly id: string }, values: string) =>
				await server.run('customerPropertyValue.update', {
					customerId: byId(CUSTOMER_ID),
					propertyId: byId(id),
					values,
				}),
			/** Updates the values of several properties of a customer. */
			updateCustomerValues: async (value: INodeParameters) =>
				await server.run('customerPropertyValue.setMany', {
					customerId: byId(CUSTOMER_ID),
					properties: { mappingMode: 'defineBelow', value },
				}),
			/** The values that were sent, by the IDs of their properties. */
			sentValues: (): Readonly<Record<string, unknown>> =>
				Object.fromEntries(
					server
						.writes()
						.filter(({ route }) => route.endsWith('/values/'))
						.map(({ route, body }): [string, unknown] => [
							route.split('/').at(-3) ?? '',
							body?.value,
						]),
				),
		};
	};
}

const mapping = (value: INodeParameters): INodeParameters => ({
	setCustomProperties: true,
	customProperties: { mappingMode: 'defineBelow', value },
});
