import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How the name of the folder begins. */
export const PREFIX = 'n8n-nodes-plane-tests-';

/**
 * Called by Jest before the first test: everything temporary of the run goes into one folder, which
 * is removed after the last test, because a worker may be ended before it can clear up. Random tests
 * begin with the seed that is printed here, unless SEED says otherwise.
 */
export default function setUp(): void {
	process.env.SEED ??= '1';
	// Not on stdout, which `npm test` throws away.
	console.error(`Random tests: SEED=${process.env.SEED} RUNS=${process.env.RUNS ?? '1'}`);
	const folder = mkdtempSync(join(tmpdir(), PREFIX));

	// PostgreSQL runs as a user of its own, and has its folder in this one.
	chmodSync(folder, 0o711);
	process.env.TMPDIR = folder;
}
