import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';

import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import type { Respond } from '../../unit/fakePlane';
import { jsonResponse, textResponse } from '../../unit/responses';
import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { causes } from '../../nodeTexts';
import { withError } from './lostCreate';
import { ADA, GUEST, RECORD, useProject } from './useProject';

const startProject = useProject();

/** Labels of the project: A and B are those of the work item. */
const A = '11f1bdfd-0000-4000-8000-00000000000a';
const B = '11f1bdfd-0000-4000-8000-00000000000b';
const C = '11f1bdfd-0000-4000-8000-00000000000c';
const D = '11f1bdfd-0000-4000-8000-00000000000d';

const LABELS = [A, B, C, D].map((id) => ({ id, name: id.slice(-1) }));
const MEMBERS = [ADA, GUEST].map((id) => ({ id, display_name: id, role: 15 }));

const work = (updateFields: INodeParameters): INodeParameters => ({
	workItemId: byId(RECORD),
	updateFields,
});

/** A project that answers requests about its work item like this. */
const projectWith = (respond: Respond) =>
	startProject((request, count) => {
		if (request.route === 'GET labels/') return jsonResponse(LABELS);
		if (request.route.endsWith('members/')) return jsonResponse(MEMBERS);

		return respond(request, count);
	});

/** A project whose work item is this one. It takes what is sent. */
function projectWithItem(values: JsonObject) {
	let record: JsonObject = { id: RECORD, ...values };

	return projectWith(({ body }) => {
		record = { ...record, ...body };

		return jsonResponse(record);
	});
}

type Server = ReturnType<typeof projectWith>;

/** The methods of the requests about the work item. */
const listMethods = ({ routes }: Server) =>
	routes()
		.filter((route) => route.includes('work-items/'))
		.map((route) => route.split(' ')[0]);

describe('An update of a work item', () => {
	/** Labels are IDs, or records if the request expands them (row 30). */
	const stored = { labels: [A, { id: B }], assignees: [ADA], name: 'Old' };

	it.each<[title: string, fields: INodeParameters, sent: JsonObject | undefined, reads: string[]]>([
		['replaces a list', { labels: [C] }, { labels: [C] }, []],
		[
			'adds entries to a list',
			{ labels: [B, C], labelsAction: 'add' },
			{ labels: [A, B, C] },
			['GET'],
		],
		[
			'removes entries from a list',
			{ labels: [B, C], labelsAction: 'remove' },
			{ labels: [A] },
			['GET'],
		],
		[
			'sends nothing if all entries are there',
			{ labels: [B, A], labelsAction: 'add' },
			undefined,
			['GET'],
		],
		[
			'sends nothing if no entry is there',
			{ labels: [C], labelsAction: 'remove' },
			undefined,
			['GET'],
		],
		[
			'sends only the list that changes',
			{
				name: 'New',
				labels: [A],
				labelsAction: 'add',
				assignees: [GUEST],
				assigneesAction: 'add',
			},
			{ name: 'New', assignees: [ADA, GUEST] },
			['GET'],
		],
	])('%s', async (_, fields, sent, reads) => {
		const server = projectWithItem(stored);

		const output = await server.run('workItem.update', work(fields));

		expect(output.error).toBeUndefined();
		expect(output).toMatchObject({ json: [{ id: RECORD, ...stored, ...sent }] });
		expect(listMethods(server)).toEqual(sent === undefined ? reads : [...reads, 'PATCH']);
		expect(server.writtenBodies()).toEqual(sent === undefined ? [] : [sent]);
	});

	it.each<[title: string, label: string, action: string, sent: string[] | undefined]>([
		['adds a new entry', B, 'add', [A, B]],
		['sends nothing if the entry is there', A, 'add', undefined],
		['removes the entry', A, 'remove', []],
		['sends nothing if the entry is not there', B, 'remove', undefined],
	])('of a list that contains an entry twice %s', async (_, label, labelsAction, sent) => {
		const server = projectWithItem({ labels: [A, A] });

		await server.run('workItem.update', work({ labels: [label], labelsAction }));

		expect(server.writtenBodies()).toEqual(sent === undefined ? [] : [{ labels: sent }]);
	});

	const withoutReadableLabels = [
		{ id: RECORD },
		{ id: RECORD, labels: 'a' },
		{ id: RECORD, labels: [A, { name: 'b' }] },
	];

	it.each<[why: string, HttpResponse, message: string]>([
		['the record cannot be read', textResponse('', 403), causes.noAccess],
		// No server is known to send these. A list that cannot be read must not be overwritten.
		['the response is not a record', jsonResponse([{ id: RECORD }]), ' is not a record'],
		...withoutReadableLabels.map((record): [string, HttpResponse, string] => [
			`the record has no list of labels: ${JSON.stringify(record)}`,
			jsonResponse(record),
			'The response of the server has no readable Label Names or IDs',
		]),
	])('of a list sends nothing if %s', async (_, response, message) => {
		const server = projectWith(() => response);

		const output = await server.run('workItem.update', work({ labels: [C], labelsAction: 'add' }));

		expect(output).toMatchObject(withError(message));
		expect(listMethods(server)).toEqual(['GET']);
	});

	it('fails if it is refused', async () => {
		const server = projectWith(() => textResponse('', 403));

		const output = await server.run('workItem.update', work({ name: 'x' }));

		expect(output).toMatchObject(withError(causes.noAccess));
	});
});

describe('A server whose reads lag behind its writes (row 166)', () => {
	const old = { id: RECORD, labels: [A], updated_at: '2026-03-03T08:00:00.000000Z' };

	/** A project whose reads return the work item as it was before all writes. */
	function laggingProject() {
		let seconds = 0;

		return projectWith(({ route, body }) => {
			if (route.startsWith('GET')) return jsonResponse(old);

			seconds++;

			return jsonResponse({ ...old, ...body, updated_at: `2026-03-03T08:00:0${seconds}Z` });
		});
	}

	/** Adds or removes labels of the same work item, with an item for each of them. */
	const change = async (server: Server, rows: readonly { label: string; action: string }[]) =>
		await server.run(
			'workItem.update',
			work({ labels: '={{ [$json.label] }}', labelsAction: '={{ $json.action }}' }),
			{ items: jsonItems(rows) },
		);

	it.each<[title: string, rows: { label: string; action: string }[], labels: string[][]]>([
		[
			'keeps every label that the items of a run add',
			[B, C, D].map((label) => ({ label, action: 'add' })),
			[
				[A, B],
				[A, B, C],
				[A, B, C, D],
			],
		],
		[
			'has a label removed that an earlier item has added',
			['add', 'remove'].map((action) => ({ label: B, action })),
			[[A, B], [A]],
		],
	])('%s', async (_, rows, labels) => {
		const server = laggingProject();

		const { error } = await change(server, rows);

		expect(error).toBeUndefined();
		expect(server.writtenBodies()).toEqual(labels.map((list) => ({ labels: list })));
	});

	it('keeps what others have added since, once it is visible', async () => {
		let reads = 0;
		const server = projectWith(({ route, body }) => {
			if (route.startsWith('PATCH')) return jsonResponse({ ...old, ...body });

			return jsonResponse(
				reads++ === 0 ? old : { ...old, labels: [A, B, D], updated_at: '2026-03-03T09:00:00Z' },
			);
		});

		await change(
			server,
			[B, C].map((label) => ({ label, action: 'add' })),
		);

		expect(server.writtenBodies().at(-1)).toEqual({ labels: [A, B, D, C] });
	});
});
