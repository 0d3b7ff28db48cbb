import { locateFirst, parametersFor } from '../engine/samples';
import type { Service } from '../service/service';
import { stableId } from '../service/state';
import { Draft, type WorkflowFile } from './workflows/draft';

/** Creates a label with the time in its name, every second. */
export function createScheduleWorkflow({ state }: Service): WorkflowFile {
	const draft = new Draft('everySecond', 'Every second');
	const rule = { interval: [{ field: 'seconds', secondsInterval: 1 }] };
	const label = { projectId: locateFirst(state.projects), name: '={{ $now.toISO() }}' };

	draft.add('plane', 'Label', parametersFor('label.create', label), {
		after: draft.add('schedule', 'Every Second', { rule }),
	});

	return draft.file;
}

/** Two nodes fail for the second of three items. One continues, the other has an error output. */
export function createFailingWorkflow({ state }: Service): WorkflowFile {
	const draft = new Draft('oneFails', 'One of three fails');
	const projectId = locateFirst(state.projects);
	const [module] = state.modules;
	const value = `={{ $itemIndex === 1 ? "${stableId('nothing', 1)}" : "${module?.id ?? ''}" }}`;
	const update = (name: string) =>
		parametersFor('module.update', {
			projectId,
			moduleId: { __rl: true, mode: 'id', value },
			updateFields: { description: `=${name} {{ $itemIndex }}` },
		});
	const listParameters = parametersFor('workItem.getAll', { projectId, limit: 3 });
	const after = draft.add('plane', 'Items', listParameters, {
		after: draft.add('manual', 'Start'),
	});

	draft.add('plane', 'Continue', update('regular'), { after, onError: 'continueRegularOutput' });
	draft.add('plane', 'Error Output', update('error'), { after, onError: 'continueErrorOutput' });

	return draft.file;
}

/** Reads work items and creates a label for each of them, with a connected account. */
export function createAccountWorkflow({ state }: Service): WorkflowFile {
	const draft = new Draft('account', 'With an account');
	const projectId = locateFirst(state.projects);
	const authentication = 'oAuth2';
	const list = parametersFor('workItem.getAll', { projectId, limit: 20, authentication });
	const name = '=Label of {{ $json.id }} {{ $now.toMillis() }}';
	const label = parametersFor('label.create', { projectId, name, authentication });
	const after = draft.add('plane', 'Items', list, { after: draft.add('manual', 'Start') });

	draft.add('plane', 'Labels', label, { after });

	return draft.file;
}

/** Parameters of n8n's HTTP Request node to download a file. */
export const downloadParameters = (url: string) => ({
	url,
	options: { response: { response: { responseFormat: 'file' } } },
});

/** Downloads a file and attaches it to the first work item. */
export function createAttachWorkflow(address: string, { state }: Service): WorkflowFile {
	const draft = new Draft('attachFrom', 'Attach a file');
	const recordParameters = {
		projectId: locateFirst(state.projects),
		workItemId: locateFirst(state.workItems),
	};

	draft.add('plane', 'Attach', parametersFor('workItemAttachment.attach', recordParameters), {
		after: draft.add('http', 'File', downloadParameters(address), {
			after: draft.add('manual', 'Start'),
		}),
	});

	return draft.file;
}
