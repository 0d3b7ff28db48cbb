import { expect, test } from '@jest/globals';
import { loadOutputSchema } from 'n8n-core';
import { join } from 'node:path';

import { operations } from '../../nodes/shared/operations/catalog';
import { buildOutputSchemas } from '../../scripts/schemas';
import { recordStory } from '../../scripts/recordStory';

// `npm run docs` rewrites these files.
test('n8n finds the output schema of every operation', async () => {
	const nodeDir = join(__dirname, '../../dist/nodes/Plane');
	const schemas = buildOutputSchemas(await recordStory());

	expect(schemas).toHaveLength(operations.length);
	expect(
		schemas.map(({ resource, operation }) => ({
			resource,
			operation,
			schema: loadOutputSchema({ nodeDir, version: 1, resource, operation }),
		})),
	).toEqual(schemas);
});
