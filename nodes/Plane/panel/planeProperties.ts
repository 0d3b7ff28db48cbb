// Saved as JSON when the package is built (gulpfile.js).

import { menu, operations } from '../../shared/operations/catalog';
import { authenticationProperty } from '../../shared/parameters/authenticationProperty';
import { mapperMethod } from './buildMapper';
import { buildProperties } from './buildProperties';

/** The parameters of the node. The first one has no conditions of its own: models would read them with every operation. */
export const planeProperties = [authenticationProperty, ...buildProperties(menu, 'workItem')];

/** The values of Operation that only read a file. */
export const operationsWithoutRequests: readonly string[] = menu
	.filter((operation) => operation.kind === 'readFile')
	.map(({ value }) => value);

/** The methods that n8n calls for the fields of operations with a resource mapper. */
export const operationMapperMethods: readonly string[] = operations
	.filter((operation) => operation.kind === 'upsert')
	.map(mapperMethod);
