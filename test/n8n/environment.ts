import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Line } from './install';

/** What of the environment reaches n8n: no setting of an n8n, and nothing of a test runner. */
const PASSED = [
	'LANG',
	'LC_ALL',
	'TZ',
	'HTTP_PROXY',
	'HTTPS_PROXY',
	'NO_PROXY',
	'NODE_EXTRA_CA_CERTS',
];

/** What n8n would ask of its makers' servers, or show because of them, is off. */
const QUIET = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	// Its list of servers comes from n8n's makers.
	N8N_DISABLED_MODULES: 'mcp-registry',
};

/** What makes an n8n on this machine usable; all else is as n8n has it. */
const LOCAL = {
	NODE_ENV: 'production',
	NO_COLOR: '1',
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_HOST: '127.0.0.1',
	N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	QUEUE_HEALTH_CHECK_ACTIVE: 'true',
	// A browser would not keep a secure cookie from an address without https.
	N8N_SECURE_COOKIE: 'false',
	N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
	// There may be no Python for its second kind of task runner.
	N8N_PYTHON_ENABLED: 'false',
};

/** What one line has to be told that the other one does not know. */
const OF_LINE = {
	v2: {},
	// The 2.x line has task runners in any case.
	v1: { N8N_RUNNERS_ENABLED: 'true', N8N_DISABLED_MODULES: '' },
};

/**
 * The whole environment of an n8n that keeps everything that it writes in its user folder.
 * @param ports of n8n itself, and of the broker that its task runners speak to
 */
export function environmentFor(
	line: Line,
	userFolder: string,
	ports: { readonly main: number; readonly broker: number },
): NodeJS.ProcessEnv {
	const temporary = join(userFolder, 'tmp');

	mkdirSync(temporary, { recursive: true });

	return {
		...Object.fromEntries(PASSED.map((name) => [name, process.env[name]])),
		...QUIET,
		...LOCAL,
		...OF_LINE[line],
		// n8n starts `node` for its task runner, and npm for packages.
		PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
		HOME: userFolder,
		TMPDIR: temporary,
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(ports.main),
		QUEUE_HEALTH_CHECK_PORT: String(ports.main),
		N8N_RUNNERS_BROKER_PORT: String(ports.broker),
	};
}
