import { idOf } from '../../service/state';
import { parametersFor } from '../../engine/samples';
import { planeCredential } from '../workflows/credential';
import { Draft, type WorkflowFile } from '../workflows/draft';

/** Where a call starts the workflow, which answers with what its last node gives. */
export const FILE_WEBHOOK = 'file';

const ID = 'fileInAQueue';

/** Takes a file from an address and uploads it by the credentials that the call brings. */
export function fileWorkflow(): WorkflowFile {
	const draft = new Draft(ID, 'A file in a queue', planeCredential);
	const webhook = draft.add(
		'webhook',
		'Webhook',
		[0, 0],
		{ httpMethod: 'POST', path: FILE_WEBHOOK, responseMode: 'lastNode', options: {} },
		{ webhookId: idOf(ID, 9) },
	);
	const file = draft.add('http', 'File', [240, 0], {
		url: '={{ $json.body.address }}',
		options: { response: { response: { responseFormat: 'file' } } },
	});
	const upload = parametersFor('workItemAttachment.upload', {
		credentialSource: 'json',
		uploadData: "={{ $('Webhook').item.json.body.uploadData }}",
		binaryPropertyName: 'data',
		options: { timeout: 2 },
	});
	draft.connect(draft.connect(webhook, file), draft.add('plane', 'Upload', [480, 0], upload));
	return draft.file;
}
