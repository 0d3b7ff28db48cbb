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

const madeOfSources = (): Package => ({
	nodes: {
		plane: new Plane(),
		planePollingTrigger: new PlanePollingTrigger(),
		planeTrigger: new PlaneTrigger(),
	},
	credentials: { planeApi: new PlaneApi(), planeWebhookApi: new PlaneWebhookApi() },
});

// Made once and for all, as n8n does, and before a test changes anything: it takes a while.
const made = process.env.PLANE_SOURCES === undefined ? undefined : madeOfSources();

/** The package of its sources, so that it is known which of their lines tests have run. */
export const sources = (): Package => made ?? madeOfSources();

/** The built package, as n8n's own loader loads it from `dist`. */
export async function built(): Promise<Package> {
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

/** The sources where PLANE_SOURCES is set, else the built package. */
export const underTest = async (): Promise<Package> => made ?? (await built());
