import { parametersFor, type locator } from '../../engine/samples';
import { planeCredential } from './credential';
import { Draft, type WorkflowFile } from './draft';

/** @param projectId the project whose work items get the files */
export function attachmentsWorkflow(projectId: ReturnType<typeof locator>): WorkflowFile {
	const draft = new Draft('planeAttachmentsWorkflow', 'A file on each work item', planeCredential);
	const items = 'Three Work Items';
	const each = { __rl: true, mode: 'id', value: `={{ $('${items}').item.json.id }}` };
	const place = { projectId, workItemId: each };

	const steps = [
		draft.add('manual', 'Start', [0, 0]),
		draft.add('plane', items, [240, 0], parametersFor('workItem.getAll', { projectId, limit: 3 })),
		draft.add('toFile', 'A File for Each', [480, 0], {
			operation: 'toText',
			sourceProperty: 'name',
			options: { fileName: '={{ $json.sequence_id }}.txt' },
		}),
		draft.add('plane', 'Attach', [720, 0], parametersFor('workItemAttachment.attach', place)),
		draft.add(
			'plane',
			'Their Attachments',
			[960, 0],
			parametersFor('workItemAttachment.getAll', {
				...place,
				returnAll: true,
				// Those of this run: a test service has no files for what it begins with.
				filters: { createdAfter: '={{ $now.minus({ minutes: 1 }) }}' },
				options: { downloadFiles: true },
			}),
		),
	];
	steps.reduce((before, step) => draft.connect(before, step));
	return draft.file;
}
