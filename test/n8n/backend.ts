import { startService } from '../service/service';
import { startStore } from '../service/store';
import { blankExamples, examplesFor, type Example } from './workflows/examples';

/** A server of Plane's interface. */
export interface Server {
	/** With or without `/api/v1`, as the credential takes it. */
	readonly url: string;
	readonly apiKey: string;
	/** The workspace's slug. */
	readonly workspace: string;
}

/** What n8n works with in `npm run dev`. */
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

const NAMES = ['PLANE_URL', 'PLANE_API_KEY', 'PLANE_WORKSPACE'] as const;

/**
 * The user's own server, if the environment names one.
 * @throws Error if it names only a part of it
 */
export function ownServer(env: NodeJS.ProcessEnv): Server | undefined {
	const [url = '', apiKey = '', workspace = ''] = NAMES.map((name) => env[name]?.trim());
	const missing = NAMES.filter((name) => !env[name]?.trim());
	if (missing.length === NAMES.length) return undefined;
	if (missing.length === 0) return { url, apiKey, workspace };

	throw new Error(
		`For a server of your own set ${NAMES.join(', ')}; ${missing.join(' and ')} is missing.`,
	);
}

/** The user's own server, or a test service with a store, which are started here. */
export async function startBackend(env: NodeJS.ProcessEnv): Promise<Backend> {
	const own = ownServer(env);
	if (own !== undefined) {
		return {
			kind: 'own',
			server: own,
			examples: blankExamples(),
			description: `your server ${own.url}, workspace ${own.workspace}`,
			close: () => Promise.resolve(),
		};
	}

	const store = await startStore();
	const service = await startService({ storage: store });

	return {
		kind: 'test',
		server: service,
		examples: examplesFor(service),
		description: `a test service at ${service.url}, its object store at ${store.url}`,
		async close() {
			await service.close();
			await store.close();
		},
	};
}
