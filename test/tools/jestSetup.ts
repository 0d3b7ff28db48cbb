import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How the name of the folder begins. */
export const PREFIX = 'n8n-nodes-plane-tests-';

/**
 * Called by Jest before the first test: everything temporary of the run goes into one folder, which
 * is removed after the last test, because a worker may be ended before it can clear up.
 */
export default function setUp(): void {
	process.env.TMPDIR = mkdtempSync(join(tmpdir(), PREFIX));
}
