import { getApiKey } from '../key';
import type { Service } from '../service';
import { at, first, projectPath, send, type Reply } from '../testing/client';
import type { Difference } from '../differences';
import type { Connection, ProbeRequest } from './connection';

/** A project that probes may do anything with. */
export interface ProbeProject {
	readonly id: string;
	readonly identifier: string;
}

/** Sends the requests of a probe. Paths are relative, such as `labels/`. */
export interface ProbeClient {
	readonly project: ProbeProject;
	/** Sends a request below the project. */
	readonly request: (method: string, path: string, body?: unknown) => Promise<Reply>;
	/** Reads below the workspace. Probes change nothing there. */
	readonly readWorkspace: (path: string) => Promise<Reply>;
	/** Sends a request to a whole path, from `/api/` on. */
	readonly send: (request: ProbeRequest) => Promise<Reply>;
	/** Sends a request below the project several times at the same moment. */
	readonly sendAtOnce: (request: ProbeRequest, times: number) => Promise<readonly Reply[]>;
	/** The path of the project, from `/api/` on. */
	readonly projectPath: string;
	/** The path of the workspace, from `/api/` on. */
	readonly workspacePath: string;
	/** Creates a record, and returns its ID. @throws Unavailable or Error if the server refuses it */
	readonly create: (path: string, body: object) => Promise<string>;
	/** Creates a work item, and returns its path, such as `work-items/…/`. */
	readonly createItem: (values?: object) => Promise<string>;
	/** Returns a text that begins with this one, and that no other record of the project has. */
	readonly unique: (text: string) => string;
	/** How often to try what happens by chance, until it happens. */
	readonly attempts: number;
	/** Waits until the server has done what it does after its answer. */
	readonly settle: () => Promise<void>;
}

/** The client of probes that need more than a project and a key, which only the test service has. */
export interface ServiceProbeClient extends ProbeClient {
	readonly service: Service;
	/** Sends a request below the project, as the user with this index. */
	readonly requestAs: (user: number, request: ProbeRequest) => Promise<Reply>;
}

interface ProbeFacts {
	/** The title of the recorded probe, or of another trial on a real server. */
	readonly title: string;
	/** The rows of docs/server-behaviour.md that say what it shows. */
	readonly rows: readonly number[];
	/** The answer of the real server, or what the row says, as `run` returns it. */
	readonly observed: unknown;
	/** The difference that the probe shows, if any. */
	readonly difference?: Difference;
}

/** A probe that any server can be asked. */
export interface OpenProbe extends ProbeFacts {
	readonly needs?: undefined;
	/** Set if it leaves the project archived. */
	readonly archivesProject?: true;
	readonly run: (client: ProbeClient) => Promise<unknown>;
}

/** A probe that only the test service can be asked. */
export interface ServiceProbe extends ProbeFacts {
	/** What a project of its own and one key do not give, such as `a second person`. */
	readonly needs: string;
	readonly run: (client: ServiceProbeClient) => Promise<unknown>;
}

export type Probe = OpenProbe | ServiceProbe;

/** Thrown by a probe if the server does not have what it is about. */
export class Unavailable extends Error {}

/** The statuses with which servers answer what their edition, plan or version lacks (rows 39, 466 and 472). */
const LACKING = [402, 403, 404, 405];

/** Returns a reply. @throws Unavailable if it says that the server lacks the path */
export function requireAvailable(reply: Reply, what: string): Reply {
	if (LACKING.includes(reply.status ?? 0)) {
		throw new Unavailable(`the server answers ${reply.status} to ${what}`);
	}

	return reply;
}

export interface ProbeClientOptions {
	readonly connection: Connection;
	readonly workspace: string;
	readonly project: ProbeProject;
	/** How long the server takes at most to do what it does after its answer, in milliseconds. */
	readonly settleTime: number;
	/** How often to try what happens by chance, until it happens. */
	readonly attempts: number;
}

/** Creates a client for one or more probes. */
export function createProbeClient(options: ProbeClientOptions): ProbeClient {
	const { connection, project, settleTime, attempts } = options;
	const workspacePath = `/api/v1/workspaces/${options.workspace}/`;
	const path = `${workspacePath}projects/${project.id}/`;
	let names = 0;

	const request = async (method: string, below: string, body?: unknown) =>
		await connection.send({ method, path: path + below, body });

	async function create(below: string, body: object): Promise<string> {
		const reply = requireAvailable(await request('POST', below, body), `POST ${below}`);
		const id = at(reply.body, 'id');
		if (typeof id !== 'string') {
			throw new Error(`POST ${below} was answered ${reply.status}: ${JSON.stringify(reply.body)}`);
		}

		return id;
	}

	function unique(text: string): string {
		names += 1;

		return `${text} ${names}`;
	}

	return {
		project,
		attempts,
		projectPath: path,
		workspacePath,
		request,
		create,
		unique,

		async readWorkspace(below) {
			return await connection.send({ method: 'GET', path: workspacePath + below });
		},

		async send(sent) {
			return await connection.send(sent);
		},

		async sendAtOnce(sent, times) {
			return await connection.sendAtOnce({ ...sent, path: path + sent.path }, times);
		},

		async createItem(values = {}) {
			return `work-items/${await create('work-items/', { name: unique('Item'), ...values })}/`;
		},

		async settle() {
			await new Promise((resolve) => setTimeout(resolve, settleTime));
		},
	};
}

/** Creates a client of the first project of a service, for a probe that only a service can be asked. */
export function createServiceProbeClient(
	service: Service,
	options: Omit<ProbeClientOptions, 'workspace' | 'project'>,
): ServiceProbeClient {
	const { workspace, state } = service;

	return {
		...createProbeClient({ ...options, workspace, project: first(state.projects) }),
		service,

		async requestAs(user, { method, path, body }) {
			return await send(service, method, projectPath(service) + path, body, getApiKey(user));
		},
	};
}

export const readStatus = (reply: Reply): number | undefined => reply.status;

/** Returns the rows of a list, which may be a page. */
export const readRows = (reply: Reply): unknown[] => {
	const results = at(reply.body, 'results') ?? reply.body;

	return Array.isArray(results) ? results : [];
};

/** Returns the names of the members of an object. */
export const readNames = (value: unknown): string[] => Object.keys(value ?? {});

/** An external ID and its source. */
export const buildExternalId = (client: ProbeClient) => ({
	external_id: client.unique('e'),
	external_source: 'sheet',
});
