import { Client } from '../../../nodes/shared/client/client';
import type { Connection } from '../../../nodes/shared/transport/connection';
import type { Send } from '../../../nodes/shared/transport/send';

const CONNECTION: Connection = {
	...{ root: 'https://plane.example.com', workspaceSlug: 'acme', apiKey: 'plane_api_1' },
	ignoreSslIssues: false,
};

const unexpected: Send = ({ method, url }) => {
	throw new Error(`Nobody expects ${method} ${url}`);
};

/** A client whose requests go to these servers of a test. */
export const clientOf = ({
	service = unexpected,
	storage = unexpected,
}: Partial<Record<'service' | 'storage', Send>>): Client =>
	new Client(CONNECTION, service, storage);
