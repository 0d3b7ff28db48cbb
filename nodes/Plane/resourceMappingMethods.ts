import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { operations } from '../shared/operations/catalog';
import type { CustomProperty } from '../shared/resolve/customProperty';
import {
	CUSTOMER_MAPPER_METHOD,
	listMapperFields,
	listPropertyFields,
	mapperMethod,
	PROPERTY_MAPPER_METHOD,
} from './panel/buildMapper';

/** The methods that n8n calls for the fields of an operation, by name. */
const mappersOfOperations = Object.fromEntries(
	operations
		.filter((operation) => operation.kind === 'upsert')
		.map((operation) => [
			mapperMethod(operation),
			async (): Promise<ResourceMapperFields> =>
				await Promise.resolve({ fields: listMapperFields(operation) }),
		]),
);

/** Loads the custom properties of the chosen type. */
async function mapCustomProperties(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const { loadCustomProperties } = await import('../shared/listSearch/loadCustomProperties.js');

	return toMapperFields(await loadCustomProperties(this));
}

/** Loads the properties of customers. None of them has to be filled in: the others stay as they are. */
async function mapCustomerProperties(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const { loadCustomerProperties } = await import('../shared/listSearch/loadCustomProperties.js');
	const { fields, ...notice } = toMapperFields(await loadCustomerProperties(this));

	return { ...notice, fields: fields.map((field) => ({ ...field, required: false })) };
}

/** @param properties or a sentence that says why there are none */
const toMapperFields = (properties: readonly CustomProperty[] | string): ResourceMapperFields =>
	typeof properties === 'string'
		? { fields: [], emptyFieldsNotice: properties }
		: { fields: listPropertyFields(properties) };

/** The methods that n8n calls for the fields of resource mappers, by name. */
export const resourceMapping = {
	...mappersOfOperations,
	[PROPERTY_MAPPER_METHOD]: mapCustomProperties,
	[CUSTOMER_MAPPER_METHOD]: mapCustomerProperties,
};
