import { createCommercialRows } from '../../engine/customerStory';
import { parametersFor } from '../../engine/samples';
import { getNodeName, type Row, week } from '../../engine/story';
import type { Service } from '../../service/service';
import { Draft, planeCredential, STEP, type Position, type WorkflowFile } from './draft';

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

const gridPosition = (column: number, row: number): Position => [LEFT + column * STEP, row * ROW];

/**
 * The workflow with every operation that a Community Edition has: a team's week. It removes what it creates, so
 * it can be run again.
 */
export const createWeekWorkflow = (service: Service): WorkflowFile =>
	createStoryWorkflow(new Draft('planeWeekWorkflow', "A team's week"), week, service);

/**
 * The workflow with every operation that only the commercial editions have: a customer's request. A workflow of
 * its own, because the editor of n8n hardly responds with 230 nodes.
 */
export const createCustomerWorkflow = (service: Service): WorkflowFile =>
	createStoryWorkflow(
		new Draft('planeCustomerWorkflow', "A customer's request"),
		createCommercialRows(service.state),
		service,
	);

/** Adds a row of nodes for each row of a story. */
function createStoryWorkflow(draft: Draft, rows: readonly Row[], service: Service): WorkflowFile {
	const start = draft.add('manual', 'Start', {}, { at: [0, Math.floor(rows.length / 2) * ROW] });

	for (const [row, [title, steps]] of rows.entries()) {
		const hasFiles = steps.some(({ operation }) => operation === ATTACH);
		const rowStart = hasFiles ? addFileNodes(draft, start, row, service) : start;
		const firstColumn = hasFiles ? FILE_NODES : 0;

		addNote(draft, title, row, steps.length + firstColumn);
		let previous = rowStart;

		for (const [column, step] of steps.entries()) {
			const { operation } = step;
			const parameters = { ...step.parameters, ...(operation === UPLOAD && { uploadData }) };

			previous = draft.add('plane', getNodeName(step), parametersFor(operation, parameters), {
				after: operation === UPLOAD ? rowStart : previous,
				at: gridPosition(column + firstColumn, row),
				// The lists before it return many items, and one execution is enough.
				executeOnce: true,
			});
		}
	}

	return draft.file;
}

/** Adds the nodes that request upload credentials and create the file to upload. */
function addFileNodes(draft: Draft, start: string, row: number, service: Service): string {
	const issue = draft.add('http', CREDENTIALS, buildCredentialsRequest(service), {
		after: start,
		at: gridPosition(0, row),
	});
	const text = draft.add('set', 'A Text', textParameters, {
		after: issue,
		at: gridPosition(1, row),
	});

	return draft.add('toFile', 'A File', fileParameters, { after: text, at: gridPosition(2, row) });
}

/** Adds a note behind the nodes of a row. */
function addNote(draft: Draft, content: string, row: number, columns: number): void {
	const [x, y] = gridPosition(0, row);
	const size = { width: (columns - 1) * STEP + NODE + 160, height: ROW - 32 };

	draft.add('note', `Note ${row + 1}`, { content, ...size }, { at: [x - 80, y - 96] });
}

const TEXT = 'A file that n8n uploads.\n';

const textParameters = {
	assignments: { assignments: [{ id: 'text', name: 'text', type: 'string', value: TEXT }] },
	options: {},
};

const fileParameters = {
	operation: 'toText',
	sourceProperty: 'text',
	options: { fileName: 'notes.txt' },
};

/** Requests upload credentials with n8n's HTTP Request node and the same credential. */
function buildCredentialsRequest({ url, workspace, state }: Service) {
	const [item] = state.workItems;
	const path = `projects/${item?.project ?? ''}/work-items/${item?.id ?? ''}/attachments/`;

	return {
		method: 'POST',
		url: `${url}/api/v1/workspaces/${workspace}/${path}`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: planeCredential.type,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: JSON.stringify({ name: 'notes.txt', type: 'text/plain', size: TEXT.length }),
		options: {},
	};
}
