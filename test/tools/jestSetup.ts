import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The start of the folder's name. */
export const PREFIX = 'n8n-nodes-plane-tests-';

/**
 * Called by Jest before the first test. All temporary files go into one folder, which is removed after
 * the last test, because a worker may be killed before it can clean up. Random tests use the seed that
 * is printed here.
 */
export default function setUp(): void {
	process.env.SEED ??= '1';
	// Jest prints to stderr, too.
	console.error(`Random tests: SEED=${process.env.SEED} RUNS=${process.env.RUNS ?? '1'}`);
	const folder = mkdtempSync(join(tmpdir(), PREFIX));

	// PostgreSQL runs as another user, and has its folder in this one.
	chmodSync(folder, 0o711);
	process.env.TMPDIR = folder;
	// The engine's tests run the sources. Released n8n runs the build.
	process.env.PLANE_SOURCES = 'yes';
}
