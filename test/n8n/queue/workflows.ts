import { locateFirst, parametersFor } from '../../engine/samples';
import type { Service } from '../../service/service';
import { stableId } from '../../service/state';
import { downloadParameters } from '../testWorkflows';
import { Draft, type WorkflowFile } from '../workflows/draft';

/** The paths of the webhooks that start the two workflows. */
export const UPDATES_WEBHOOK = 'updates';
export const FILE_WEBHOOK = 'file';

export const UPDATES_WORKFLOW = 'updatesInAQueue';

/** The update that an execution carries out for one of its items. */
export interface Update {
	/** The ID of a module that no other update changes. */
	readonly module: string;
	readonly name: string;
}

/**
 * A workflow with an item for each update of a call. The Plane node puts the ID of the execution into the
 * name of each module, so the service's ledger shows which execution carried out which update.
 */
export function createUpdatesWorkflow({ state }: Service): WorkflowFile {
	const draft = new Draft(UPDATES_WORKFLOW, 'Updates in a queue');
	const webhook = draft.addWebhook(UPDATES_WEBHOOK, 'onReceived');
	const items = { fieldToSplitOut: 'body.updates', options: {} };
	const update = parametersFor('module.update', {
		projectId: locateFirst(state.projects),
		moduleId: { __rl: true, mode: 'id', value: '={{ $json.module }}' },
		updateFields: { name: '={{ $execution.id }}: {{ $json.name }}' },
	});

	draft.add('plane', 'Plane', update, {
		after: draft.add('splitOut', 'Split Out', items, { after: webhook }),
	});

	return draft.file;
}

/** A workflow that downloads a file and uploads it with the upload credentials in the call. */
export function createFileWorkflow(): WorkflowFile {
	const draft = new Draft('fileInAQueue', 'A file in a queue');
	const webhook = draft.addWebhook(FILE_WEBHOOK, 'lastNode');
	const file = downloadParameters('={{ $json.body.address }}');
	const upload = parametersFor('workItemAttachment.upload', {
		credentialSource: 'json',
		uploadData: "={{ $('Webhook').item.json.body.uploadData }}",
		binaryPropertyName: 'data',
	});

	draft.add('plane', 'Upload', upload, {
		after: draft.add('http', 'File', file, { after: webhook }),
	});

	return draft.file;
}

/** Creates calls with a number of updates each, and a module in the service for every update. */
export function createCalls(service: Service, calls: number, updates: number): Update[][] {
	const [template] = service.state.modules;
	if (template === undefined) throw new Error('The service has no module');

	return Array.from({ length: calls }, (_call, call) =>
		Array.from({ length: updates }, (_update, index) => {
			const name = `call ${call + 1}, update ${index + 1}`;
			const module = stableId('module of the queue', call * updates + index);

			service.state.modules.push({ ...template, id: module, name });

			return { module, name };
		}),
	);
}
