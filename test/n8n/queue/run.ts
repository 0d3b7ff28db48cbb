import { startService } from '../../service/service';
import { freePort } from '../ports';
import { credentialTo } from '../workflows/credential';
import { startCluster, type Cluster } from './cluster';
import { fileWorkflow } from './file';
import { workflowOf } from './workflow';

/** A cluster, and the port of the service that its Plane node is to find. */
export interface Queue {
	readonly cluster: Cluster;
	readonly servicePort: number;
}

/** Starts a cluster whose Plane node has a credential for a service on a port of its own. */
export async function startQueue(): Promise<Queue> {
	const servicePort = await freePort();
	// Every service begins with the same records, so the credential holds for all of them.
	const service = await startService({ port: servicePort });
	const { url, apiKey, workspace, state } = service;
	await service.close();
	const [project] = state.projects;
	if (project === undefined) throw new Error('The service has no project');
	const cluster = await startCluster({
		credential: credentialTo({ url, apiKey, workspace }),
		workflows: [workflowOf(project.id), fileWorkflow()],
	});
	return { cluster, servicePort };
}
