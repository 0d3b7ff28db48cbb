import { idOf } from '../../service/state';
import { planeCredential } from '../workflows/credential';
import { Draft, type WorkflowFile } from '../workflows/draft';

/** Where a call starts the workflow: `POST /webhook/<this>`. */
export const WEBHOOK = 'updates';

export const WORKFLOW_ID = 'updatesInAQueue';

/**
 * The workflow: a webhook, whose body holds the updates, an item for each of them, and the Plane
 * node, which names every module after the execution that updates it, so that the service's ledger
 * shows which execution carried out what.
 */
export function workflowOf(projectId: string): WorkflowFile {
	const draft = new Draft(WORKFLOW_ID, 'Updates in a queue', planeCredential);
	const webhook = draft.add(
		'webhook',
		'Webhook',
		[0, 0],
		{ httpMethod: 'POST', path: WEBHOOK, responseMode: 'onReceived', options: {} },
		{ webhookId: idOf(WORKFLOW_ID, 9) },
	);
	const items = { fieldToSplitOut: 'body.updates', options: {} };
	const splitOut = draft.connect(webhook, draft.add('splitOut', 'Split Out', [240, 0], items));
	const update = {
		resource: 'module',
		operation: 'update',
		projectId: { __rl: true, mode: 'id', value: projectId },
		moduleId: { __rl: true, mode: 'id', value: '={{ $json.module }}' },
		updateFields: { name: '={{ $execution.id }}: {{ $json.name }}' },
	};
	draft.connect(splitOut, draft.add('plane', 'Plane', [480, 0], update));
	return draft.file;
}
