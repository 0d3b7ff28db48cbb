import { beforeAll, expect, test } from '@jest/globals';
import { loadOutputSchema } from 'n8n-core';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { operations } from '../../nodes/shared/operations/catalog';
import { RESOURCES, buildResourcePages } from '../tools/resourcePages';
import { buildOutputSchemas } from '../tools/schemas';
import { type Story, recordStory } from '../tools/recordStory';

// `npm run docs` rewrites these files.
let story: Story;

beforeAll(async () => {
	story = await recordStory();
});

test('n8n finds the output schema of every operation', () => {
	const nodeDir = join(__dirname, '../../dist/nodes/Plane');
	const schemas = buildOutputSchemas(story);

	expect(schemas).toHaveLength(operations.length);
	expect(
		schemas.map(({ resource, operation }) => ({
			resource,
			operation,
			schema: loadOutputSchema({ nodeDir, version: 1, resource, operation }),
		})),
	).toEqual(schemas);
});

test('The page of each resource is up to date (`npm run docs` rewrites it)', async () => {
	const pages = await buildResourcePages(story);

	expect(readdirSync(RESOURCES).sort()).toEqual([...pages.keys()].sort());

	for (const [file, text] of pages) {
		expect(readFileSync(join(RESOURCES, file), 'utf8')).toBe(text);
	}
});
