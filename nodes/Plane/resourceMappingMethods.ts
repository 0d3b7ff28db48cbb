import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { operations } from '../shared/operations/catalog';
import {
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
	const properties = await loadCustomProperties(this);

	return typeof properties === 'string'
		? { fields: [], emptyFieldsNotice: properties }
		: { fields: listPropertyFields(properties) };
}

/** The methods that n8n calls for the fields of resource mappers, by name. */
export const resourceMapping = {
	...mappersOfOperations,
	[PROPERTY_MAPPER_METHOD]: mapCustomProperties,
};
