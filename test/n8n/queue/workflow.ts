/** Where a call starts the workflow: `POST /webhook/<this>`. */
export const WEBHOOK = 'updates';

export const WORKFLOW_ID = 'planequeue000001';

const CREDENTIAL = { id: 'planequeuekey001', name: 'Plane API' };

/** The credential as n8n imports it. */
export const credentialOf = (data: Readonly<Record<string, string>>) => [
	{ ...CREDENTIAL, type: 'planeApi', data },
];

/**
 * The workflow as n8n imports it: a webhook, whose body holds the updates, an item for each of them,
 * and the Plane node, which names every module after the execution that updates it, so that the
 * service's ledger shows which execution carried out what.
 */
export function workflowOf(projectId: string) {
	const plane = {
		resource: 'module',
		operation: 'update',
		projectId: { __rl: true, mode: 'id', value: projectId },
		moduleId: { __rl: true, mode: 'id', value: '={{ $json.module }}' },
		updateFields: { name: '={{ $execution.id }}: {{ $json.name }}' },
	};
	return {
		id: WORKFLOW_ID,
		name: 'Updates in a queue',
		active: false,
		settings: { executionOrder: 'v1' },
		nodes: [
			{
				...place(0, 'Webhook', 'n8n-nodes-base.webhook', 2),
				webhookId: '4b0f2f1c-64a5-4d6c-9d2c-0d6f4f3a7c11',
				parameters: { httpMethod: 'POST', path: WEBHOOK, responseMode: 'onReceived', options: {} },
			},
			{
				...place(1, 'Split Out', 'n8n-nodes-base.splitOut', 1),
				parameters: { fieldToSplitOut: 'body.updates', options: {} },
			},
			{
				...place(2, 'Plane', 'n8n-nodes-plane.plane', 1),
				parameters: plane,
				credentials: { planeApi: CREDENTIAL },
			},
		],
		connections: { Webhook: to('Split Out'), 'Split Out': to('Plane') },
	};
}

const place = (index: number, name: string, type: string, typeVersion: number) => ({
	...{ id: `8d9f1a52-77c1-4f6e-8a35-00000000000${index}`, name, type, typeVersion },
	position: [index * 220, 0],
});

const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
