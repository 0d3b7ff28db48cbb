import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Line } from './install';
import { dataFolder } from './pack';

/** Variables that n8n gets from this environment: none of n8n's settings, and none of a test runner. */
const INHERITED = [
	'LANG',
	'LC_ALL',
	'TZ',
	'HTTP_PROXY',
	'HTTPS_PROXY',
	'NO_PROXY',
	'NODE_EXTRA_CA_CERTS',
];

/** Turns off what n8n requests from the servers of its makers, or shows because of them. */
const OFFLINE = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	// Its list of servers is requested from n8n's makers.
	N8N_DISABLED_MODULES: 'mcp-registry',
};

/** Settings for n8n on this machine. All others have n8n's defaults. */
const LOCAL = {
	NODE_ENV: 'production',
	NO_COLOR: '1',
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_HOST: '127.0.0.1',
	N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	QUEUE_HEALTH_CHECK_ACTIVE: 'true',
	// A browser does not store a secure cookie of a URL without https.
	N8N_SECURE_COOKIE: 'false',
	// The same for all, so that the processes of a queue, and copies of a user folder, read what others have encrypted.
	N8N_ENCRYPTION_KEY: 'the key that they share',
	N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
	// Python, which its second kind of task runner needs, may be missing.
	N8N_PYTHON_ENABLED: 'false',
	// Keeps compiled code, so that each start after the first takes a quarter less.
	NODE_COMPILE_CACHE: join(dataFolder, 'compiled'),
};

/** Settings for one line of n8n only. */
const LINE_SETTINGS = {
	v2: {},
	// The 2.x line always has task runners.
	v1: { N8N_RUNNERS_ENABLED: 'true', N8N_DISABLED_MODULES: '' },
};

/**
 * Creates the environment of an n8n that writes only to its user folder.
 *
 * @param ports of n8n itself, and of the broker of its task runners
 */
export function createEnvironment(
	line: Line,
	userFolder: string,
	ports: { readonly main: number; readonly broker: number },
): NodeJS.ProcessEnv {
	const temporary = join(userFolder, 'tmp');

	mkdirSync(temporary, { recursive: true });

	return {
		...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
		...OFFLINE,
		...LOCAL,
		...LINE_SETTINGS[line],
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
