import {
	NodeError,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type NodeExecutionHint,
	type OnError,
} from 'n8n-workflow';
import type { FastifyInstance } from 'fastify';

import { credentialFor } from '../engine/credentials';
import { parametersFor } from '../engine/samples';
import { createItems, type InputItem } from '../engine/startNode';
import { Faults } from '../service/faults';
import type { PlainAnswer } from '../service/faulty/replacement';
import {
	createService,
	type ReceivedRequest,
	type Service,
	type ServiceOptions,
} from '../service/service';
import { sleep } from '../service/sleep';
import { refuseV2Violations } from '../service/testing/v2Client';
import { createExecuteContext, type NodeTypes } from './contexts';
import type { InProcessHttp, InProcessServer, OutgoingRequest } from './inProcessHttp';
import type { VirtualTime } from './virtualTime';

/** A service that is reached in this process, with everything that tests of a service read and change. */
export type PlaneService = Omit<Service, 'close' | 'peakConcurrency'>;

/** One node and one Plane, in virtual time. */
export interface Plane {
	readonly service: PlaneService;
	readonly credential: ICredentialDataDecryptedObject;
	/** Runs a node with this operation, given as `resource.operation`. */
	readonly run: (
		operation: string,
		parameters?: INodeParameters,
		more?: NodeRun,
	) => Promise<NodeResult>;
	/** Sends a request that does not come from n8n. */
	readonly send: (request: OutgoingRequest) => Promise<PlainAnswer>;
	/** Lets time pass, in milliseconds: what the service does later is done. */
	readonly wait: (milliseconds: number) => Promise<void>;
	readonly close: () => Promise<void>;
}

export interface PlaneOptions
	extends ServiceOptions, Pick<InProcessServer, 'latency' | 'carryOut'> {
	/** The address of the service. Default: one of its own. */
	readonly origin?: string;
}

/** The settings of a run besides the parameters of its node. */
export interface NodeRun {
	/** Default: one empty item. */
	readonly items?: readonly InputItem[];
	/** Default: that of the service. */
	readonly credential?: ICredentialDataDecryptedObject;
	/** What the node does if an item fails. Default: it stops. */
	readonly onError?: OnError;
	/** Whether it runs as a tool of an agent. Default: no. */
	readonly isTool?: boolean;
	/** Cancels the run, as the button in the editor does. */
	readonly signal?: AbortSignal;
}

/** The result of a run. */
export interface NodeResult {
	/** The items of the output. With On Error → Continue, those that failed are among them. */
	readonly items: readonly INodeExecutionData[];
	/** Their JSON. */
	readonly json: readonly IDataObject[];
	readonly hints: readonly NodeExecutionHint[];
	/** The error that stopped the node, if any. */
	readonly error?: {
		readonly message: string;
		readonly description: string;
		/** The item that it is about, if it is about one. */
		readonly itemIndex?: number;
	};
	/** What the service received from this run and from those beside it, in the order of its arrival. */
	readonly requests: readonly ReceivedRequest[];
	/** How long it took, in virtual milliseconds. */
	readonly milliseconds: number;
}

/** What all Planes of a process share. */
export interface Surroundings {
	readonly time: VirtualTime;
	readonly http: InProcessHttp;
	/** The node that runs. */
	readonly types: NodeTypes;
}

/** Starts a Plane, and runs nodes against it as n8n does: in n8n's own context, with its own request helper. */
export async function startPlane(
	{ time, http, types }: Surroundings,
	{ origin, latency, carryOut, ...options }: PlaneOptions = {},
): Promise<Plane> {
	const parts = createService(options);
	const { app } = parts;
	const faults = new Faults();
	const server = {
		answer: async (request: OutgoingRequest) => await inject(app, request),
		faults,
		...(latency && { latency }),
		...(carryOut && { carryOut }),
	};
	const url = http.add(server, origin);
	const service = Object.assign(parts, { faults, url: `${url}${options.prefix ?? ''}` });
	const defaultCredential = credentialFor(service);

	// Node.js writes this header by the real clock.
	app.addHook('onSend', (_request, reply, _payload, done) => {
		if (!reply.hasHeader('date')) reply.header('date', new Date().toUTCString());

		done();
	});
	await app.ready();

	const run: Plane['run'] = async (operation, parameters, more) => {
		const firstRequest = service.requests.length;
		const result = await runNode({ time, http, types }, operation, parameters, {
			credential: defaultCredential,
			...more,
		});

		return { ...result, requests: service.requests.slice(firstRequest) };
	};

	return {
		service,
		credential: defaultCredential,
		run,
		async send(request) {
			time.noteActivity();

			const answer = await inject(app, request);

			time.noteActivity();

			return answer;
		},
		wait: async (milliseconds) => await time.pass(sleep(milliseconds)),
		async close() {
			parts.stopWorking();
			http.remove(url);
			await app.close();
			refuseV2Violations(service);
		},
	};
}

/** Gives a request to a service without a connection. */
async function inject(
	app: FastifyInstance,
	{ method, url, headers, body }: OutgoingRequest,
): Promise<PlainAnswer> {
	const response = await app.inject({
		method: method as 'GET',
		url,
		headers,
		...(body !== undefined && { payload: body }),
	});

	return {
		status: response.statusCode,
		headers: Object.fromEntries(
			Object.entries(response.headers).map(([name, value = '']) => [name, value]),
		),
		body: response.rawPayload,
	};
}

/** Runs a node with an operation, given as `resource.operation`. */
export async function runNode(
	{ time, http, types }: Surroundings,
	operation: string,
	parameters: INodeParameters = {},
	{ items = [{}], credential, onError, isTool = false, signal }: NodeRun = {},
): Promise<Omit<NodeResult, 'requests'>> {
	// Complete records by default, because most tests check fields that Simplify removes.
	const ownParameters = parametersFor(operation, {
		authentication: 'apiKey',
		simple: false,
		...parameters,
	});
	const context = await createExecuteContext(types, ownParameters, {
		credential,
		signal,
		node: {
			...(onError !== undefined && { onError }),
			...(isTool && { type: `n8n-nodes-plane-workspace.${types.node.description.name}Tool` }),
		},
		items: await storeItems(types, items),
	});
	const startedAt = time.now;
	const output = await time.pass(execute(context, types.node));

	http.throwDefect();

	return {
		...output,
		json: output.items.map(({ json }) => json),
		hints: context.hints,
		milliseconds: time.now - startedAt,
	};
}

/** Creates the input of a node. Its files are stored as n8n stores them. */
async function storeItems(
	types: NodeTypes,
	items: readonly InputItem[],
): Promise<INodeExecutionData[]> {
	const hasFiles = items.some(({ files }) => files !== undefined);
	if (!hasFiles) return items.map(({ json = {}, stored = {} }) => ({ json, binary: stored }));

	return await createItems(await createExecuteContext(types, {}), items);
}

/** Runs a node as the engine does. @returns its output, or the error that stopped it */
async function execute(
	context: IExecuteFunctions,
	node: INodeType,
): Promise<Pick<NodeResult, 'items' | 'error'>> {
	try {
		const output = await node.execute?.call(context);
		if (!Array.isArray(output)) throw new Error('The node returned no items');

		return { items: output[0] ?? [] };
	} catch (error) {
		if (!(error instanceof NodeError)) throw error;

		const { message, description, context: details } = error;
		const { itemIndex } = details;

		return {
			items: [],
			error: {
				message,
				description: description ?? '',
				...(typeof itemIndex === 'number' && { itemIndex }),
			},
		};
	}
}
