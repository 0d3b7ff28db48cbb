import { idOf } from '../../service/state';

/** A credential as `n8n import:credentials` takes it. */
export interface CredentialFile {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly data: Readonly<Record<string, unknown>>;
}

export type Parameters = Readonly<Record<string, unknown>>;

export interface WorkflowNode {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	/** In the editor, in pixels from the left and from the top. */
	readonly position: readonly [number, number];
	readonly parameters: Parameters;
	readonly credentials?: Readonly<Record<string, { readonly id: string; readonly name: string }>>;
	/** Only the first input item is worked on. */
	readonly executeOnce?: boolean;
	readonly onError?: 'continueRegularOutput' | 'continueErrorOutput';
	/** With one of its own, a webhook has its path alone as its address. */
	readonly webhookId?: string;
}

interface Link {
	readonly node: string;
	readonly type: 'main';
	readonly index: number;
}

/** A workflow as `n8n import:workflow` takes it. */
export interface WorkflowFile {
	readonly id: string;
	readonly name: string;
	readonly nodes: readonly WorkflowNode[];
	readonly connections: Readonly<Record<string, { readonly main: readonly (readonly Link[])[] }>>;
	readonly settings: { readonly executionOrder: 'v1' };
}

/** The types of nodes that the workflows use, in versions that both lines of n8n have. */
export const types = {
	plane: ['n8n-nodes-plane-workspace.plane', 1],
	manual: ['n8n-nodes-base.manualTrigger', 1],
	schedule: ['n8n-nodes-base.scheduleTrigger', 1.2],
	set: ['n8n-nodes-base.set', 3.4],
	toFile: ['n8n-nodes-base.convertToFile', 1.1],
	http: ['n8n-nodes-base.httpRequest', 4.2],
	merge: ['n8n-nodes-base.merge', 3],
	webhook: ['n8n-nodes-base.webhook', 2],
	splitOut: ['n8n-nodes-base.splitOut', 1],
	note: ['n8n-nodes-base.stickyNote', 1],
} as const;

type Settings = Partial<Pick<WorkflowNode, 'executeOnce' | 'onError' | 'webhookId'>>;

/** A workflow in the making. */
export class Draft {
	readonly #nodes: WorkflowNode[] = [];
	readonly #connections: Record<string, { main: Link[][] }> = {};

	constructor(
		/** Up to 36 characters. */
		readonly id: string,
		readonly name: string,
		/** What the nodes of the package, and requests to the service, are signed with. */
		private readonly credential: Pick<CredentialFile, 'id' | 'name' | 'type'>,
	) {}

	/** Adds a node. Returns its name, for `connect`. */
	add(
		type: keyof typeof types,
		name: string,
		position: readonly [number, number],
		parameters: Parameters = {},
		settings: Settings = {},
	): string {
		const [fullType, typeVersion] = types[type];
		const { id, name: title, type: credentialType } = this.credential;
		const signed = type === 'plane' || parameters.nodeCredentialType === credentialType;
		this.#nodes.push({
			...{ id: idOf(this.id, this.#nodes.length), name, type: fullType, typeVersion, position },
			parameters,
			...(signed && { credentials: { [credentialType]: { id, name: title } } }),
			...settings,
		});
		return name;
	}

	/** Leads a node's first output to an input of another node. Returns that one. */
	connect(from: string, to: string, { input = 0 } = {}): string {
		const { main } = (this.#connections[from] ??= { main: [[]] });
		main[0]?.push({ node: to, type: 'main', index: input });
		return to;
	}

	get file(): WorkflowFile {
		return {
			...{ id: this.id, name: this.name },
			nodes: [...this.#nodes],
			connections: structuredClone(this.#connections),
			settings: { executionOrder: 'v1' },
		};
	}
}
