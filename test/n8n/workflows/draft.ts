import type {
	IConnections,
	INode,
	INodeCredentials,
	INodeParameters,
	IWorkflowBase,
	IWorkflowSettings,
} from 'n8n-workflow';

import { client } from '../../service/authorizationServer';
import { stableId } from '../../service/state';
import type { Server } from '../backend';

/** A credential in the format of `n8n import:credentials`. */
export interface Credential {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly data: object;
}

/** The Plane API credential of all workflows. */
export const planeCredential = { id: 'planeCredential', name: 'Plane', type: 'planeApi' } as const;

/** Creates the Plane API credential for a server. */
export const createPlaneCredential = ({ url, apiKey, workspace }: Server) => ({
	...planeCredential,
	data: { apiKey, baseUrl: url, workspaceSlug: workspace },
});

/** The credential of an account that is connected to Plane. */
export const accountCredential = {
	id: 'planeAccount',
	name: 'Plane account',
	type: 'planeOAuth2Api',
} as const;

/** Creates the credential of an account, with the tokens that n8n has received for it. */
export const createAccountCredential = ({ url, workspace }: Server, tokens: object) => ({
	...accountCredential,
	data: {
		clientId: client.id,
		clientSecret: client.secret,
		baseUrl: url,
		workspaceSlug: workspace,
		oauthTokenData: tokens,
	},
});

/** The credential with the secret that signs deliveries. */
export const webhookCredential = {
	id: 'planeWebhook',
	name: 'Plane Webhook',
	type: 'planeWebhookApi',
	data: { signingSecret: 'plane_wh_0123456789abcdef0123456789abcdef' },
} as const;

/** A workflow in the format of `n8n import:workflow`. */
export type WorkflowFile = Pick<IWorkflowBase, 'id' | 'name' | 'nodes' | 'connections'> &
	Partial<Pick<IWorkflowBase, 'pinData'>> & {
		readonly settings: IWorkflowSettings;
	};

type Settings = Partial<Pick<INode, 'executeOnce' | 'onError' | 'webhookId'>>;

/** In the editor, in pixels from the left and from the top. */
export type Position = INode['position'];

/** From the left side of a node to that of the next one, in pixels. */
export const STEP = 240;

/** The types of nodes that the workflows use, in versions that both lines of n8n have. */
export const types = {
	plane: ['n8n-nodes-plane-workspace.plane', 1],
	planeTrigger: ['n8n-nodes-plane-workspace.planeTrigger', 1],
	planePollingTrigger: ['n8n-nodes-plane-workspace.planePollingTrigger', 1],
	manual: ['n8n-nodes-base.manualTrigger', 1],
	schedule: ['n8n-nodes-base.scheduleTrigger', 1.2],
	set: ['n8n-nodes-base.set', 3.4],
	toFile: ['n8n-nodes-base.convertToFile', 1.1],
	http: ['n8n-nodes-base.httpRequest', 4.2],
	merge: ['n8n-nodes-base.merge', 3],
	webhook: ['n8n-nodes-base.webhook', 2],
	splitOut: ['n8n-nodes-base.splitOut', 1],
	stopAndError: ['n8n-nodes-base.stopAndError', 1],
	loop: ['n8n-nodes-base.splitInBatches', 3],
	note: ['n8n-nodes-base.stickyNote', 1],
	jira: ['n8n-nodes-base.jira', 1],
	agent: ['@n8n/n8n-nodes-langchain.agent', 3],
} as const;

/** Credentials of n8n's own nodes. */
export const otherCredentials = {
	smtp: { id: 'mail', name: 'Mail', type: 'smtp' },
	openAiApi: { id: 'model', name: 'Model', type: 'openAiApi' },
	jira: { id: 'jira', name: 'Jira', type: 'jiraSoftwareCloudApi' },
} as const;

/** The credentials of a node type, or undefined if it needs none. */
export function findCredentials(type: string): INodeCredentials | undefined {
	const { smtp, openAiApi, jira } = otherCredentials;
	const isOwn = type.startsWith('n8n-nodes-plane-workspace.');
	const credentialsByType: Readonly<Record<string, Omit<Credential, 'data'>>> = {
		[types.planeTrigger[0]]: webhookCredential,
		'n8n-nodes-base.emailSend': smtp,
		'@n8n/n8n-nodes-langchain.lmChatOpenAi': openAiApi,
		[types.jira[0]]: jira,
	};
	const credential = credentialsByType[type] ?? (isOwn ? planeCredential : undefined);
	if (credential === undefined) return undefined;

	const all = type === types.planeTrigger[0] ? [credential, planeCredential] : [credential];

	return Object.fromEntries(
		all.map(({ id, name, type: credentialType }) => [credentialType, { id, name }]),
	);
}

/** Builds a workflow. */
export class Draft {
	readonly #nodes: INode[] = [];
	readonly #connections: IConnections = {};

	constructor(
		/** Up to 36 characters. */
		readonly id: string,
		readonly name: string,
	) {}

	/**
	 * Adds a node, with its credential if it needs one.
	 *
	 * @param options the previous node, and the position: by default to the right of the previous node
	 * @returns its name, to connect it with other nodes
	 */
	add(
		type: keyof typeof types,
		name: string,
		parameters: INodeParameters = {},
		options: Settings & { readonly after?: string; readonly at?: Position } = {},
	): string {
		const { after, at, ...settings } = options;
		const [fullType, typeVersion] = types[type];
		const credentialType =
			parameters.nodeCredentialType === planeCredential.type ? types.plane[0] : fullType;
		const { id, name: credentialName } = accountCredential;
		const credentials =
			parameters.authentication === 'oAuth2'
				? { [accountCredential.type]: { id, name: credentialName } }
				: findCredentials(credentialType);
		const [left, top] = this.#nodes.find((node) => node.name === after)?.position ?? [-STEP, 0];

		this.#nodes.push({
			id: stableId(this.id, this.#nodes.length),
			name,
			type: fullType,
			typeVersion,
			position: at ?? [left + STEP, top],
			parameters,
			...(credentials && { credentials }),
			...settings,
		});
		if (after !== undefined) this.connect(after, name);

		return name;
	}

	/** Adds a webhook with this path. */
	addWebhook(path: string, responseMode: 'onReceived' | 'lastNode'): string {
		const parameters = { httpMethod: 'POST', path, responseMode, options: {} };

		return this.add('webhook', 'Webhook', parameters, { webhookId: stableId(this.id, 9) });
	}

	/** Connects the first output of a node with an input of another node. */
	connect(from: string, to: string, input = 0): void {
		const { main } = (this.#connections[from] ??= { main: [[]] });

		main?.[0]?.push({ node: to, type: 'main', index: input });
	}

	get file(): WorkflowFile {
		return {
			id: this.id,
			name: this.name,
			nodes: [...this.#nodes],
			connections: structuredClone(this.#connections),
			settings: { executionOrder: 'v1' },
		};
	}
}
