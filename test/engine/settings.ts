import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core reads its settings, and writes its encryption key, as soon as it is loaded: this module
// is imported before it, and everything goes to a folder of this process's own.
process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), 'n8n-nodes-plane-'));
process.env.N8N_DEFAULT_BINARY_DATA_MODE = 'filesystem';
process.env.N8N_DIAGNOSTICS_ENABLED = 'false';
process.env.N8N_LOG_LEVEL = 'silent';
