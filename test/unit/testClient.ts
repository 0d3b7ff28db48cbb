import { Client } from '../../nodes/shared/client/client';
import type { Connection } from '../../nodes/shared/transport/connection';
import type { Send } from '../../nodes/shared/transport/send';

const CONNECTION: Connection = {
	root: 'https://plane.example.com',
	webRoot: 'https://plane.example.com',
	workspaceSlug: 'acme',
	authentication: 'apiKey',
	secret: 'plane_api_1',
	extraHeaders: {},
	ignoreSslIssues: false,
	allowsApiV2: true,
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
