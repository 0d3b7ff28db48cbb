import { installN8n, linesToTest } from './install';

/**
 * Called by Jest before the first test of released n8n: two test files that installed the same line
 * at the same time would destroy each other's files.
 */
export default async function setUp(): Promise<void> {
	for (const line of linesToTest) await installN8n(line);
}
