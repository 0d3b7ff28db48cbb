import { beforeAll, describe, expect, test } from '@jest/globals';
import { generateNodeTypeFile } from '@n8n/workflow-sdk/scripts/generate-types';
import { jsonParse, type INodeTypeDescription } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import codex from '../../nodes/Plane/Plane.node.json';
import { Plane } from '../../nodes/Plane/Plane.node';
import { installN8n } from './install';
import { top } from './pack';

// Without a model: n8n's own search, among all nodes of the released n8n, leads from everyday words to resource and
// operation, and n8n's own definition of that operation has the fields.

const NAME = 'n8n-nodes-plane-workspace.plane';

/** What n8n's assistant searches with (`@n8n/ai-utilities`). */
interface NodeCatalog {
	readonly NodeTypeParser: new (nodes: readonly object[]) => object;
	readonly searchCodeBuilderNodes: (
		parser: object,
		queries: readonly string[],
	) => { readonly results: string };
}

const description = { ...new Plane().description, name: NAME, codex };
let search: (query: string) => string;

beforeAll(async () => {
	await installN8n('v2');
	const folder = join(top, 'test/n8n/node_modules');
	const catalog = createRequire(join(folder, 'n8n/package.json'))(
		join(folder, '@n8n/ai-utilities/dist/cjs/node-catalog'),
	) as NodeCatalog;
	const others = jsonParse<INodeTypeDescription[]>(
		readFileSync(join(folder, 'n8n-nodes-base/dist/types/nodes.json'), 'utf8'),
	);
	const parser = new catalog.NodeTypeParser([...others, description]);

	search = (query) => catalog.searchCodeBuilderNodes(parser, [query]).results;
});

const node: unknown = description;
const definition = generateNodeTypeFile(node as Parameters<typeof generateNodeTypeFile>[0]);

/** Returns what the search says of the Plane node: its resources, each with its operations. */
function readEntry(results: string): string {
	const entry = results.split(/\n(?=- )/).find((text) => text.startsWith(`- ${NAME}\n`));
	if (entry === undefined) throw new Error(`Not found among:\n${results.slice(0, 500)}`);

	return entry;
}

/** Returns the definition of one operation. */
function readOperation(resource: string, operation: string): string {
	const head = `  resource: '${resource}';\n  operation: '${operation}';\n`;
	const start = definition.indexOf(head);
	if (start === -1) throw new Error(`There is no ${resource}.${operation}`);

	return definition.slice(start, definition.indexOf('\n};', start));
}

/** What people ask for, the words that a model searches with, and what it has to find. */
const WISHES: readonly (readonly [
	wish: string,
	query: string,
	resource: string,
	operation: string,
	fields: readonly string[],
])[] = [
	[
		'Create a task for each form response',
		'plane task',
		'workItem',
		'create',
		['projectId', 'name', 'description', 'labels'],
	],
	[
		'Assign a bug to Ada, due on Friday',
		'plane bug',
		'workItem',
		'create',
		['assignees', 'targetDate', 'priority'],
	],
	['Move LNCH-12 to Done', 'plane issue', 'workItem', 'update', ['workItemId', 'state']],
	[
		'Which work items are overdue',
		'plane work item',
		'workItem',
		'getAll',
		['targetTo', 'stateGroup', 'returnAll'],
	],
	['What Bob works on', 'plane todo', 'workItem', 'getAll', ['assignee', 'projectScope']],
	['Find the ticket about the printer', 'plane ticket', 'workItem', 'search', ['search']],
	['Import a sheet, and again next week', 'plane import issues', 'workItem', 'upsert', ['columns']],
	[
		'Comment on a work item',
		'plane comment',
		'workItemComment',
		'create',
		['workItemId', 'comment'],
	],
	[
		'Attach the file of a mail',
		'plane attachment',
		'workItemAttachment',
		'attach',
		['workItemId', 'binaryPropertyName'],
	],
	['Link the pull request', 'plane link', 'workItemLink', 'create', ['workItemId', 'url']],
	[
		'Mark it as blocked by another',
		'plane issue tracker',
		'workItemRelation',
		'create',
		['relationType'],
	],
	['Start the next sprint', 'plane sprint', 'cycle', 'create', ['name', 'startDate', 'endDate']],
	[
		'Put work items into the current cycle',
		'plane cycle',
		'cycle',
		'addWorkItems',
		['cycleId', 'workItemIds'],
	],
	[
		'Roll over what is not done',
		'plane scrum',
		'cycle',
		'transferWorkItems',
		['cycleId', 'newCycleId'],
	],
	[
		'Create a module for a release',
		'plane module',
		'module',
		'create',
		['name', 'lead', 'targetDate'],
	],
	['Create a label', 'plane label', 'label', 'create', ['name', 'color']],
	['Take a support mail into intake', 'plane intake', 'intakeItem', 'create', ['name']],
	['Accept an intake item', 'plane intake', 'intakeItem', 'accept', ['workItemId']],
	['Set up a project', 'plane project management', 'project', 'create', ['name', 'identifier']],
	['Who is in the project', 'plane members', 'projectMember', 'getAll', ['projectId']],
];

describe('with n8n’s own search, a model finds how to', () => {
	test.each(WISHES)('%s (“%s”)', (_, query, resource, operation, fields) => {
		const entry = readEntry(search(query));
		const resourceText = entry
			.split(/\n(?= {6}- )/)
			.find((text) => text.startsWith(`      - ${resource}:`));

		expect(resourceText).toMatch(new RegExp(`^ {12}- ${operation}$`, 'm'));

		const parameters = readOperation(resource, operation);
		const missing = fields.filter(
			(field) => !new RegExp(`^\\s+${field}\\??: `, 'm').test(parameters),
		);

		expect(missing).toEqual([]);
	});
});
