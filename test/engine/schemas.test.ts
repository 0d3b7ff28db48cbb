import { expect, test } from '@jest/globals';
import { loadOutputSchema } from 'n8n-core';
import { join } from 'node:path';

import { operations } from '../../nodes/shared/operations/catalog';
import { outputSchemas } from '../tools/schemas';

test('n8n finds for every operation the fields that it puts out (`npm run docs` writes them anew)', async () => {
	const nodeDir = join(__dirname, '../../dist/nodes/Plane');
	const schemas = await outputSchemas();
	expect(schemas).toHaveLength(operations.length);
	expect(
		schemas.map(({ resource, operation }) => ({
			resource,
			operation,
			schema: loadOutputSchema({ nodeDir, version: 1, resource, operation }),
		})),
	).toEqual(schemas);
});
