import type { INodeParameters } from 'n8n-workflow';

import { titleCase } from '../../../nodes/shared/fields/names';
import { operations } from '../../../nodes/shared/operations/catalog';
import { byId, parametersFor, samples } from '../../engine/samples';
import type { Service } from '../../service/service';
import { Draft, planeCredential, STEP, type Position, type WorkflowFile } from './draft';

/** The demo workflow's rows in the editor: what they are about, and their operations in order. */
const rows: readonly (readonly [string, ...string[]])[] = [
	[
		'## Work items\nwith what belongs to them in a project',
		'workItem.getAll',
		'workItemLink.update',
		'state.create',
		'page.create',
	],
	[
		'## Labels\nfrom the first to the last',
		'label.getAll',
		'label.create',
		'label.get',
		'label.delete',
	],
	[
		'## Planning\nmodules, cycles and initiatives',
		'module.update',
		'module.addWorkItems',
		'cycle.addWorkItems',
		'initiative.update',
	],
	[
		'## Customers and teamspaces\nin the commercial editions',
		'customer.create',
		'customerProperty.update',
		'customerPropertyValue.update',
		'customerRequest.getAll',
		'teamspaceMember.add',
		'teamspaceMember.getAll',
	],
];

/** The label that the workflow itself has made, so that it can be run again. */
const labelId = byId('={{ $("Label: Create").item.json.id }}');
const ofItsOwn: Readonly<Record<string, INodeParameters>> = {
	'label.get': { labelId },
	'label.delete': { labelId },
};

const FILES = '## Files\nin one step, or with credentials issued by another call';

/** In pixels; multiples of 16 stand on the editor's grid. */
const ROW = 304;
const LEFT = 320;
/** Height and width of a node in the editor. */
const NODE = 96;

const at = (column: number, row: number): Position => [LEFT + column * STEP, row * ROW];

/** `workItem.getAll` → `Work Item: Get Many`, the node's name in the editor. */
export function nodeName(key: string): string {
	const operation = operations.find(({ resource, value }) => `${resource}.${value}` === key);
	if (operation === undefined) throw new Error(`There is no operation ${key}`);
	return `${titleCase(operation.resource)}: ${operation.name}`;
}

/**
 * One workflow with every operation of the package, for the records of a test service that has just
 * been started. It can be run any number of times.
 */
export function demoWorkflow(service: Service): WorkflowFile {
	const draft = new Draft('planeDemoWorkflow', 'All operations');
	const all = samples(service.state);
	const operation = (key: string, after: string, place: Position, more = {}) =>
		draft.add('plane', nodeName(key), parametersFor(key, { ...all[key], ...more }), {
			...{ after, at: place },
			// The lists before it give many items, and once is enough to show what it does.
			executeOnce: true,
		});

	const start = draft.add('manual', 'Start', {}, { at: [0, 2 * ROW] });
	for (const [row, [title, ...keys]] of rows.entries()) {
		addNote(draft, title, row, keys.length);
		keys.reduce(
			(before, key, column) => operation(key, before, at(column, row), ofItsOwn[key]),
			start,
		);
	}

	// Two ways to upload: with all three steps in one node, and with the credentials of a call before.
	const row = rows.length;
	addNote(draft, FILES, row, 4, 2);
	const text = draft.add('set', 'A Text', aText, { after: start, at: at(0, row) });
	const file = draft.add('toFile', 'A File', aFile, { after: text });
	const attach = operation('workItemAttachment.attach', file, at(2, row));
	operation('workItemAttachment.getAll', attach, at(3, row));

	const issue = draft.add('http', 'Upload Credentials', issueRequest(service), {
		...{ after: text, at: at(1, row + 1) },
	});
	const both = draft.add('merge', 'Both', sideBySide, { after: issue });
	draft.connect(file, both, 1);
	const uploadData = '={{ $json.upload_data }}';
	operation('workItemAttachment.upload', both, at(3, row + 1), { uploadData });
	return draft.file;
}

/** Adds a note behind the nodes of a row, or of several. */
function addNote(draft: Draft, content: string, row: number, columns: number, high = 1): void {
	const [x, y] = at(0, row);
	const size = { width: (columns - 1) * STEP + NODE + 160, height: high * ROW - 32 };
	draft.add('note', `Note ${row + 1}`, { content, ...size }, { at: [x - 80, y - 96] });
}

const aText = {
	assignments: {
		assignments: [
			{ id: 'text', name: 'text', type: 'string', value: 'A file that n8n uploads.\n' },
		],
	},
	options: {},
};

const aFile = { operation: 'toText', sourceProperty: 'text', options: { fileName: 'notes.txt' } };

const sideBySide = { mode: 'combine', combineBy: 'combineByPosition', options: {} };

/** What a workflow of today has for it: n8n's HTTP Request node with the same credential. */
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
		jsonBody:
			'={{ JSON.stringify({ name: "notes.txt", type: "text/plain", size: $json.text.length }) }}',
		options: {},
	};
}
