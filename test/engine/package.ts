import './environment';

import { PackageDirectoryLoader } from 'n8n-core';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { join } from 'node:path';

import { PlaneApi } from '../../credentials/PlaneApi.credentials';
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
export type CredentialName = 'planeApi' | 'planeWebhookApi';

const createFromSources = (): Package => ({
	nodes: {
		plane: new Plane(),
		planePollingTrigger: new PlanePollingTrigger(),
		planeTrigger: new PlaneTrigger(),
	},
	credentials: { planeApi: new PlaneApi(), planeWebhookApi: new PlaneWebhookApi() },
});

// Created once, as n8n does, and before a test changes anything, because it takes a while.
const cachedPackage = process.env.PLANE_SOURCES === undefined ? undefined : createFromSources();

/** The package from its sources, to measure which of their lines the tests run. */
export const loadPackageFromSources = (): Package => cachedPackage ?? createFromSources();

/** The built package, as n8n's own loader loads it from `dist`. */
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
			planeWebhookApi: loader.getCredential('planeWebhookApi').type,
		},
	};
}

/** The package from its sources if PLANE_SOURCES is set, and otherwise the built package. */
export const loadPackage = async (): Promise<Package> =>
	cachedPackage ?? (await loadBuiltPackage());
