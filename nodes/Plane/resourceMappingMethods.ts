import type { ResourceMapperFields } from 'n8n-workflow';

import { operations } from '../shared/operations/catalog';
import { listMapperFields, mapperMethod } from './panel/buildMapper';

/** The methods that n8n calls for the fields of resource mappers, by name. */
export const resourceMapping = Object.fromEntries(
	operations
		.filter((operation) => operation.kind === 'upsert')
		.map((operation) => [
			mapperMethod(operation),
			async (): Promise<ResourceMapperFields> =>
				await Promise.resolve({ fields: listMapperFields(operation) }),
		]),
);
