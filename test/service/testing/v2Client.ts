import type { Service, ServiceOptions } from '../service';
import { first, send, type Reply } from './client';

/** A commercial server with API v2. */
export const withApiV2 = (options: ServiceOptions = {}): ServiceOptions => ({
	serverKind: 'commercial',
	timeZone: 'UTC',
	...options,
	differences: { servesApiV2: true, ...options.differences },
});

/** Returns functions that send requests below the first project, or below the workspace with `../../`. */
export function createV2Client(service: Service) {
	const { workspace, state } = service;
	const project = `/api/v2/workspaces/${workspace}/projects/${first(state.projects).id}/`;

	const request = async (
		method: string,
		path: string,
		body?: unknown,
		key?: string,
	): Promise<Reply> => {
		const { pathname, search } = new URL(project + path, 'http://localhost');

		return await send(service, method, pathname + search, body, key);
	};

	return {
		request,
		get: async (path: string) => await request('GET', path),
		post: async (path: string, body: unknown) => await request('POST', path, body),
		patch: async (path: string, body: unknown) => await request('PATCH', path, body),
		remove: async (path: string) => await request('DELETE', path),
	};
}

/**
 * Checks that a server knows everything that was sent to its API v2, because a real one ignores the rest silently
 * (rows 507 and 508).
 *
 * @throws Error that names what it does not know
 */
export function refuseV2Violations({ requests }: Pick<Service, 'requests'>): void {
	const violations = requests
		.filter(({ url, problem }) => url.includes('/api/v2/') && problem !== undefined)
		.map(({ method, url, problem }) => `${method} ${url}: ${problem ?? ''}`);
	if (violations.length > 0) throw new Error(`API v2 ignored:\n${violations.join('\n')}`);
}
