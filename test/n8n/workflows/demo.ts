import { parametersFor } from '../../engine/samples';
import { commercialStory, getNodeName, week } from '../../engine/story';
import type { Service } from '../../service/service';
import { Draft, planeCredential, STEP, type Position, type WorkflowFile } from './draft';

const COMMERCIAL = '## Customers, initiatives, pages and teamspaces\nin the commercial editions';

const ATTACH = 'workItemAttachment.attach';
const UPLOAD = 'workItemAttachment.upload';

/** The node that requests the upload credentials, and the expression that reads them. */
const CREDENTIALS = 'Upload Credentials';
const uploadData = `={{ $("${CREDENTIALS}").first().json.upload_data }}`;

/** Nodes before the first operation with a file. */
const FILE_NODES = 3;

/** In pixels. Multiples of 16 are on the editor's grid. */
const ROW = 304;
const LEFT = 320;
/** Height and width of a node in the editor. */
const NODE = 96;

const at = (column: number, row: number): Position => [LEFT + column * STEP, row * ROW];

/**
 * One workflow with every operation of the package: a team's week, and what the commercial editions have,
 * for a test service that has just been started. It removes everything that it creates, so it can be run
 * again.
 */
export function demoWorkflow(service: Service): WorkflowFile {
	const draft = new Draft('planeDemoWorkflow', "A team's week");
	const rows = [...week, [COMMERCIAL, commercialStory(service.state)] as const];
	const start = draft.add('manual', 'Start', {}, { at: [0, Math.floor(rows.length / 2) * ROW] });

	for (const [row, [title, steps]] of rows.entries()) {
		const isOfFiles = steps.some(({ operation }) => operation === ATTACH);
		const before = isOfFiles ? addFile(draft, start, row, service) : start;
		const first = isOfFiles ? FILE_NODES : 0;

		addNote(draft, title, row, steps.length + first);
		let after = before;

		for (const [column, step] of steps.entries()) {
			const { operation } = step;
			const parameters = { ...step.parameters, ...(operation === UPLOAD && { uploadData }) };

			after = draft.add('plane', getNodeName(step), parametersFor(operation, parameters), {
				after: operation === UPLOAD ? before : after,
				at: at(column + first, row),
				// The lists before it return many items, and one execution is enough.
				executeOnce: true,
			});
		}
	}

	return draft.file;
}

/** Adds the nodes that request upload credentials and create the file to upload. */
function addFile(draft: Draft, start: string, row: number, service: Service): string {
	const issue = draft.add('http', CREDENTIALS, issueRequest(service), {
		after: start,
		at: at(0, row),
	});
	const text = draft.add('set', 'A Text', aText, { after: issue, at: at(1, row) });

	return draft.add('toFile', 'A File', aFile, { after: text, at: at(2, row) });
}

/** Adds a note behind the nodes of a row, or of several. */
function addNote(draft: Draft, content: string, row: number, columns: number, high = 1): void {
	const [x, y] = at(0, row);
	const size = { width: (columns - 1) * STEP + NODE + 160, height: high * ROW - 32 };

	draft.add('note', `Note ${row + 1}`, { content, ...size }, { at: [x - 80, y - 96] });
}

const TEXT = 'A file that n8n uploads.\n';

const aText = {
	assignments: { assignments: [{ id: 'text', name: 'text', type: 'string', value: TEXT }] },
	options: {},
};

const aFile = { operation: 'toText', sourceProperty: 'text', options: { fileName: 'notes.txt' } };

/** Requests upload credentials with n8n's HTTP Request node and the same credential. */
function issueRequest({ url, workspace, state }: Service) {
	const [item] = state.workItems;
	const place = `projects/${item?.project ?? ''}/work-items/${item?.id ?? ''}/attachments/`;

	return {
		method: 'POST',
		url: `${url}/api/v1/workspaces/${workspace}/${place}`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: planeCredential.type,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: JSON.stringify({ name: 'notes.txt', type: 'text/plain', size: TEXT.length }),
		options: {},
	};
}
