import { join } from 'node:path';

import { installN8n, linesToTest } from './install';
import { Instance, templateVariable } from './instance';
import { dataFolder } from './pack';

/** The user folders from which the tests copy theirs, for `tearDown.ts` to remove. */
export const templates: string[] = [];

/**
 * Called by Jest before the first test of released n8n: two test files that installed the same line
 * at the same time would destroy each other's files.
 */
export default async function setUp(): Promise<void> {
	for (const line of linesToTest) {
		const folder = join(dataFolder, `template-${line}-${process.pid}`);

		templates.push(folder);
		const instance = await Instance.create(await installN8n(line), { folder });

		// The first command creates the database.
		await instance.import({ credentials: [], workflows: [] });
		// Jest runs each test file in its own process.
		process.env[templateVariable(line)] = folder;
	}
}
