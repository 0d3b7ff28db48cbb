import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core reads its settings and writes its encryption key as soon as it is loaded. This module must be
// imported first: it gives this process a folder of its own, or the one that several processes share.
const shared = process.env.PLANE_TEST_USER_FOLDER;
const folder = shared ?? mkdtempSync(join(tmpdir(), 'n8n-nodes-plane-'));
if (shared === undefined)
	process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

process.env.N8N_USER_FOLDER = folder;
process.env.N8N_DEFAULT_BINARY_DATA_MODE = 'filesystem';
process.env.N8N_DIAGNOSTICS_ENABLED = 'false';
process.env.N8N_LOG_LEVEL = 'silent';
