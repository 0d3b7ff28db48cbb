import { startService } from '../service/service';
import { startStore } from '../service/store';
import { createBlankExamples, createTestExamples, type Example } from './workflows/examples';

/** A server of Plane's interface. */
export interface Server {
	/** With or without `/api/v1`, as the credential takes it. */
	readonly url: string;
	readonly apiKey: string;
	/** The workspace's slug. */
	readonly workspace: string;
}

/** The Plane server, and the workflows for it, in `npm run dev`. */
export interface Backend {
	/** Whether it is the user's own server, or one that was started here. */
	readonly kind: 'own' | 'test';
	readonly server: Server;
	/** Workflows for this server. */
	readonly examples: readonly Example[];
	/** Shown to the user. */
	readonly description: string;
	close(): Promise<void>;
}

const VARIABLES = ['PLANE_URL', 'PLANE_API_KEY', 'PLANE_WORKSPACE'] as const;

/**
 * Reads the address of the user's own server from the environment.
 *
 * @returns undefined if the environment names no server
 * @throws Error if a variable is missing
 */
export function readOwnServer(env: NodeJS.ProcessEnv): Server | undefined {
	const [url = '', apiKey = '', workspace = ''] = VARIABLES.map((name) => env[name]?.trim());
	const missing = VARIABLES.filter((name) => !env[name]?.trim());
	if (missing.length === VARIABLES.length) return undefined;
	if (missing.length === 0) return { url, apiKey, workspace };

	throw new Error(
		`To use a server of your own, set ${VARIABLES.join(', ')}. Missing: ${missing.join(', ')}.`,
	);
}

/** Uses the server that the environment names, or starts a test service with a store. */
export async function startBackend(env: NodeJS.ProcessEnv): Promise<Backend> {
	const own = readOwnServer(env);
	if (own !== undefined) {
		return {
			kind: 'own',
			server: own,
			examples: createBlankExamples(),
			description: `your server ${own.url}, workspace ${own.workspace}`,
			close: () => Promise.resolve(),
		};
	}

	const store = await startStore();
	const service = await startService({
		storage: store,
		// Without these, a Plane Trigger could not create its webhook.
		differences: { servesApiV2: true, returnsNewSecrets: true },
	});

	return {
		kind: 'test',
		server: service,
		examples: createTestExamples(service),
		description: `a test service at ${service.url}, its object store at ${store.url}`,
		async close() {
			await service.close();
			await store.close();
		},
	};
}
