import { rm } from 'node:fs/promises';

import { templates } from './setUp';

/** Called by Jest after the last test of released n8n. */
export default async function tearDown(): Promise<void> {
	for (const folder of templates) await rm(folder, { recursive: true, force: true });
}
