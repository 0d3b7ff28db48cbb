import { idOf } from '../../service/state';
import { planeCredential } from '../workflows/credential';
import type { Parameters, WorkflowFile, WorkflowNode } from '../workflows/draft';

/** Where a call starts the workflow: `POST /webhook/<this>`. */
export const WEBHOOK = 'updates';

export const WORKFLOW_ID = 'updatesInAQueue';

/**
 * The workflow: a webhook, whose body holds the updates, an item for each of them, and the Plane
 * node, which names every module after the execution that updates it, so that the service's ledger
 * shows which execution carried out what.
 */
export function workflowOf(projectId: string): WorkflowFile {
	const webhook = { httpMethod: 'POST', path: WEBHOOK, responseMode: 'onReceived', options: {} };
	const plane = {
		resource: 'module',
		operation: 'update',
		projectId: { __rl: true, mode: 'id', value: projectId },
		moduleId: { __rl: true, mode: 'id', value: '={{ $json.module }}' },
		updateFields: { name: '={{ $execution.id }}: {{ $json.name }}' },
	};
	const { id, name, type } = planeCredential;
	return {
		id: WORKFLOW_ID,
		name: 'Updates in a queue',
		settings: { executionOrder: 'v1' },
		nodes: [
			// With an ID of its own, the webhook has its path alone as its address.
			{ ...node(0, 'Webhook', 'webhook', 2, webhook), ...{ webhookId: idOf(WORKFLOW_ID, 9) } },
			node(1, 'Split Out', 'splitOut', 1, { fieldToSplitOut: 'body.updates', options: {} }),
			{
				...node(2, 'Plane', 'plane', 1, plane),
				type: 'n8n-nodes-plane.plane',
				credentials: { [type]: { id, name } },
			},
		],
		connections: { Webhook: to('Split Out'), 'Split Out': to('Plane') },
	};
}

const node = (
	index: number,
	name: string,
	type: string,
	typeVersion: number,
	parameters: Parameters,
): WorkflowNode => ({
	...{ id: idOf(WORKFLOW_ID, index), name, type: `n8n-nodes-base.${type}`, typeVersion },
	...{ position: [index * 220, 0], parameters },
});

const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] }) as const;
