import { locator, parametersFor, withRequestOptions } from '../../engine/samples';
import type { Service } from '../../service/service';
import { idOf } from '../../service/state';
import { fileFrom } from '../testWorkflows';
import { Draft, type WorkflowFile } from '../workflows/draft';

/** The paths of the webhooks that start the two workflows. */
export const UPDATES_WEBHOOK = 'updates';
export const FILE_WEBHOOK = 'file';

export const UPDATES_WORKFLOW = 'updatesInAQueue';

/** What an execution is asked to do for one of its items. */
export interface Update {
	/** The ID of a module that no other update changes. */
	readonly module: string;
	readonly name: string;
}

/**
 * An item for each update that a call brings, and the Plane node, which names every module after
 * the execution that updates it, so that the service's ledger shows which execution carried out what.
 */
export function updatesWorkflow({ state }: Service): WorkflowFile {
	const draft = new Draft(UPDATES_WORKFLOW, 'Updates in a queue');
	const webhook = draft.addWebhook(UPDATES_WEBHOOK, 'onReceived');
	const items = { fieldToSplitOut: 'body.updates', options: {} };
	const update = parametersFor('module.update', {
		projectId: locator(state.projects),
		moduleId: { __rl: true, mode: 'id', value: '={{ $json.module }}' },
		updateFields: { name: '={{ $execution.id }}: {{ $json.name }}' },
	});

	draft.add('plane', 'Plane', update, {
		after: draft.add('splitOut', 'Split Out', items, { after: webhook }),
	});

	return draft.file;
}

/** Takes a file from an address and uploads it by the credentials that the call brings. */
export function fileWorkflow(): WorkflowFile {
	const draft = new Draft('fileInAQueue', 'A file in a queue');
	const webhook = draft.addWebhook(FILE_WEBHOOK, 'lastNode');
	const file = fileFrom('={{ $json.body.address }}');
	const upload = parametersFor('workItemAttachment.upload', {
		credentialSource: 'json',
		uploadData: "={{ $('Webhook').item.json.body.uploadData }}",
		binaryPropertyName: 'data',
		...withRequestOptions({ timeout: 2 }),
	});

	draft.add('plane', 'Upload', upload, {
		after: draft.add('http', 'File', file, { after: webhook }),
	});

	return draft.file;
}

/** Makes so many calls of so many updates each, and a module for every one of them in the service. */
export function makeCalls(service: Service, calls: number, updates: number): Update[][] {
	const [pattern] = service.state.modules;
	if (pattern === undefined) throw new Error('The service has no module');

	return Array.from({ length: calls }, (_call, call) =>
		Array.from({ length: updates }, (_update, index) => {
			const name = `call ${call + 1}, update ${index + 1}`;
			const module = idOf('module of the queue', call * updates + index);

			service.state.modules.push({ ...pattern, id: module, name });

			return { module, name };
		}),
	);
}
