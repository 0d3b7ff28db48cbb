import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { CUSTOMER_MAPPER_METHOD, PROPERTY_MAPPER_METHOD } from './panel/mapperMethods';
import { operationMapperMethods } from './panel/planeProperties';

/** The methods that n8n calls for the fields of an operation, by name. */
const mappersOfOperations = Object.fromEntries(
	operationMapperMethods.map((method) => [
		method,
		async (): Promise<ResourceMapperFields> => {
			const { listOperationFields } = await import('./loadMapperFields.js');

			return listOperationFields(method);
		},
	]),
);

/** The methods that n8n calls for the fields of resource mappers, by name. */
export const resourceMapping = {
	...mappersOfOperations,
	async [PROPERTY_MAPPER_METHOD](this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
		const { loadPropertyFields } = await import('./loadMapperFields.js');

		return await loadPropertyFields(this);
	},
	async [CUSTOMER_MAPPER_METHOD](this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
		const { loadCustomerFields } = await import('./loadMapperFields.js');

		return await loadCustomerFields(this);
	},
};
