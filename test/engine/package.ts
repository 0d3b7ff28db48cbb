import './environment';

import { PackageDirectoryLoader } from 'n8n-core';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { join } from 'node:path';

import { PlaneApi } from '../../credentials/PlaneApi.credentials';
import { PlaneOAuth2Api } from '../../credentials/PlaneOAuth2Api.credentials';
import { PlaneWebhookApi } from '../../credentials/PlaneWebhookApi.credentials';
import { Plane } from '../../nodes/Plane/Plane.node';
import { PlanePollingTrigger } from '../../nodes/PlanePollingTrigger/PlanePollingTrigger.node';
import { PlaneTrigger } from '../../nodes/PlaneTrigger/PlaneTrigger.node';

/** The package under test. */
export interface Package {
	readonly nodes: Readonly<Record<NodeName, INodeType>>;
	readonly credentials: Readonly<Record<CredentialName, ICredentialType>>;
}

export type NodeName = 'plane' | 'planePollingTrigger' | 'planeTrigger';
export type CredentialName = 'planeApi' | 'planeOAuth2Api' | 'planeWebhookApi';

const createFromSources = (): Package => ({
	nodes: {
		plane: new Plane(),
		planePollingTrigger: new PlanePollingTrigger(),
		planeTrigger: new PlaneTrigger(),
	},
	credentials: {
		planeApi: new PlaneApi(),
		planeOAuth2Api: new PlaneOAuth2Api(),
		planeWebhookApi: new PlaneWebhookApi(),
	},
});

// Created only once, as in n8n, and as soon as this module is loaded, because it takes a while.
const cachedPackage = process.env.PLANE_SOURCES === undefined ? undefined : createFromSources();

/** Returns the package from its sources, so that the coverage of their lines can be measured. */
export const loadPackageFromSources = (): Package => cachedPackage ?? createFromSources();

/** Loads the built package from `dist` with n8n's own loader. */
export async function loadBuiltPackage(): Promise<Package> {
	const loader = new PackageDirectoryLoader(join(__dirname, '../..'));

	await loader.loadAll();

	const node = (name: NodeName): INodeType => {
		const { type } = loader.getNode(name);
		if (!('description' in type) || 'nodeVersions' in type) throw new Error(`No ${name} in dist`);

		return type;
	};

	return {
		nodes: {
			plane: node('plane'),
			planePollingTrigger: node('planePollingTrigger'),
			planeTrigger: node('planeTrigger'),
		},
		credentials: {
			planeApi: loader.getCredential('planeApi').type,
			planeOAuth2Api: loader.getCredential('planeOAuth2Api').type,
			planeWebhookApi: loader.getCredential('planeWebhookApi').type,
		},
	};
}

/** Loads the package: from its sources if PLANE_SOURCES is set, and from `dist` if not. */
export const loadPackage = async (): Promise<Package> =>
	cachedPackage ?? (await loadBuiltPackage());
