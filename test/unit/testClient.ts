import { Client } from '../../nodes/shared/client/client';
import type { Connection } from '../../nodes/shared/transport/connection';
import type { RequestLimits } from '../../nodes/shared/transport/limits';
import type { Send } from '../../nodes/shared/transport/send';

/** The limits of a credential whose switch Limits is off. */
export const DEFAULT_LIMITS: RequestLimits = {
	concurrency: 8,
	maxWaitMs: 300_000,
	retries: 4,
	timeoutMs: 60_000,
};

const CONNECTION: Connection = {
	root: 'https://plane.example.com',
	webRoot: 'https://plane.example.com',
	workspaceSlug: 'acme',
	authentication: 'apiKey',
	secret: 'plane_api_1',
	extraHeaders: {},
	ignoreSslIssues: false,
	allowsApiV2: true,
	limits: DEFAULT_LIMITS,
};

/** A server that must not receive any request. */
export const refuseRequest: Send = ({ method, url }) => {
	throw new Error(`Unexpected request: ${method} ${url}`);
};

/** A client whose requests go to the fake servers of a test. */
export const createClient = ({
	service = refuseRequest,
	storage = refuseRequest,
}: Partial<Record<'service' | 'storage', Send>>): Client =>
	new Client(CONNECTION, service, storage);
