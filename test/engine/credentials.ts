import { Container } from '@n8n/di';
import { Cipher, Credentials, EncryptionKeyProxy, InstanceSettings, type KeyInfo } from 'n8n-core';
import {
	ICredentialsHelper,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type ICredentials,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
	type IRequestOptionsSimplified,
} from 'n8n-workflow';

import type { Service } from '../service/service';

/**
 * Replaces the credentials helper of n8n's server, which is not part of n8n-core: n8n-core encrypts and
 * decrypts the credentials, the credential type adds its defaults, and its own `authenticate` applies them
 * to a request.
 */
export class EngineCredentials extends ICredentialsHelper {
	private readonly stored = new Map<string, ICredentials>();
	/** What was decrypted, by its encrypted form: a node asks for its credential with every request. */
	private readonly decrypted = new Map<string, ICredentialDataDecryptedObject>();
	private readonly types: readonly ICredentialType[];
	private count = 0;

	/** @param type the default type of stored credentials */
	constructor(
		private readonly type: ICredentialType,
		...others: readonly ICredentialType[]
	) {
		super();
		this.types = [type, ...others];
		useInstanceKey();
	}

	/** Encrypts and stores a credential. */
	async store(
		data: ICredentialDataDecryptedObject,
		typeName = this.type.name,
	): Promise<INodeCredentialsDetails> {
		const { displayName, name } = this.findType(typeName);
		const details = { id: String(this.count++), name: displayName };
		const credentials = new Credentials(details, name);

		await credentials.setData(data);
		this.stored.set(details.id, credentials);

		return details;
	}

	/** Stores other data under the same ID, as n8n does when a credential is edited. */
	async edit(
		details: INodeCredentialsDetails,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		const credentials = await this.getCredentials(details);

		await credentials.setData(data);
	}

	getParentTypes(typeName: string): string[] {
		return this.findType(typeName).extends ?? [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}

	getCredentials({ id }: INodeCredentialsDetails): Promise<ICredentials> {
		const found = this.stored.get(id ?? '');
		if (found === undefined) throw new Error(`No credential ${String(id)}`);

		return Promise.resolve(found);
	}

	async getDecrypted(
		_additionalData: unknown,
		details: INodeCredentialsDetails,
	): Promise<ICredentialDataDecryptedObject> {
		const credentials = await this.getCredentials(details);
		const { properties } = this.findType(credentials.type);
		const defaults: ICredentialDataDecryptedObject = {};

		for (const { name, default: value } of properties) {
			if (typeof value === 'string' || typeof value === 'boolean') defaults[name] = value;
		}

		return resolveExpressions({ ...defaults, ...(await this.decrypt(credentials)) });
	}

	authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.findType(typeName);
		if (typeof authenticate !== 'function') {
			throw new Error(`${typeName} does not say how it authenticates`);
		}
		if (!hasUrl(requestOptions)) throw new Error('The request has no URL');

		return authenticate(credentials, requestOptions);
	}

	preAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	runPreAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	updateCredentials(): Promise<void> {
		throw new Error('A test does not change a stored credential');
	}

	async updateCredentialsOauthTokenData(
		details: INodeCredentialsDetails,
		_typeName: string,
		{ oauthTokenData }: ICredentialDataDecryptedObject,
	): Promise<void> {
		const credentials = await this.getCredentials(details);
		const data = await credentials.getData();

		await credentials.setData({ ...data, ...(oauthTokenData && { oauthTokenData }) });
	}

	private async decrypt(credentials: ICredentials): Promise<ICredentialDataDecryptedObject> {
		const { data: encrypted = '' } = credentials;
		const known = this.decrypted.get(encrypted);
		if (known !== undefined) return known;

		const data = await credentials.getData();

		this.decrypted.set(encrypted, data);

		return data;
	}

	private findType(name: string): ICredentialType {
		const type = this.types.find((candidate) => candidate.name === name);
		if (type === undefined) throw new Error(`No credential type ${name}`);

		return type;
	}
}

/** A credential for this server. */
export const credentialFor = ({
	url,
	apiKey = 'plane_api_of_the_test',
	workspace = 'acme',
}: Pick<Service, 'url'> & Partial<Pick<Service, 'apiKey' | 'workspace'>>) => ({
	apiKey,
	baseUrl: url,
	workspaceSlug: workspace,
});

/** The type of a credential of Plane's API: only connected accounts have tokens. */
export const getCredentialType = (credential: ICredentialDataDecryptedObject) =>
	'oauthTokenData' in credential ? 'planeOAuth2Api' : 'planeApi';

/** Evaluates the expressions in a credential, as n8n does: `$self` is the credential itself. */
function resolveExpressions(data: ICredentialDataDecryptedObject): ICredentialDataDecryptedObject {
	const hasExpressions = Object.values(data).some(
		(value) => typeof value === 'string' && value.startsWith('='),
	);
	if (!hasExpressions) return data;

	const node: INode = {
		id: 'mock',
		name: 'mock',
		type: 'mock',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const type = { description: { properties: [] } } as unknown as INodeType;
	const nodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });

	return workflow.expression.getComplexParameterValue(
		node,
		data as INodeParameters,
		'internal',
		{},
		undefined,
		undefined,
		data,
	) as ICredentialDataDecryptedObject;
}

/** Whether a request has a URL. n8n's older request helper, which its own nodes still use, calls it `uri`. */
const hasUrl = (
	options: IHttpRequestOptions | IRequestOptionsSimplified,
): options is IHttpRequestOptions => 'url' in options || 'uri' in options;

/** Makes n8n-core encrypt with the key of the instance, as n8n does if that key was never changed. */
function useInstanceKey(): void {
	const { encryptionKey } = Container.get(InstanceSettings);
	const key: KeyInfo = {
		id: 'instance',
		value: Container.get(Cipher).encryptDEKWithInstanceKey(encryptionKey),
		algorithm: 'aes-256-cbc',
		format: 'no-prefix',
	};

	Container.get(EncryptionKeyProxy).setProvider({
		getActiveKey: () => Promise.resolve(key),
		getKeyById: () => Promise.resolve(key),
		getLegacyKey: () => Promise.resolve(key),
	});
}
