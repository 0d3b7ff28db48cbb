import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { moreOf, readRecordings, type Recording } from '../service/recordings';
import { Engine, type Outcome } from './engine';
import { parametersFor } from './samples';
import { startOddServer, type OddServer } from './world';

// Serves the recorded answers of a real server as they are, and shows that each is understood.

const recordings = readRecordings();

/** The exchanges that no operation of the node asks for, and why. */
const elsewhere: Readonly<Record<number, string>> = {
	41: 'issues credentials, which another node asks for',
	46: 'completes an attachment, which another node does',
	48: 'refuses credentials',
	49: 'refuses credentials',
	...Object.fromEntries([53, 54, 55, 56, 57, 58, 59, 60].map((index) => [index, 'is of a picker'])),
	...Object.fromEntries([61, 62, 63].map((index) => [index, 'is of a download'])),
};

interface Replay {
	/** The exchanges that answer the requests one after the other; the last one answers the rest. */
	readonly served: readonly [number, ...number[]];
	readonly operation: string;
	readonly parameters: INodeParameters;
	/** What comes out, or the error that a user reads. */
	readonly gives: readonly IDataObject[] | RegExp;
	/** The paths of the requests, from the last but one segment on. */
	readonly asks?: readonly string[];
}

const at = (index: number): Recording => {
	const recording = recordings[index];
	if (recording === undefined) throw new Error(`There is no exchange ${String(index)}`);
	return recording;
};

/** A recorded body as it was sent, without the marks of whoever cut it. */
function bodyOf(index: number): unknown {
	const { body } = at(index).response;
	const whole = (rows: readonly unknown[]): unknown[] =>
		rows.filter((row) => moreOf(row) === undefined);
	if (Array.isArray(body)) return whole(body);
	if (
		typeof body === 'object' &&
		body !== null &&
		'results' in body &&
		Array.isArray(body.results)
	) {
		return { ...body, results: whole(body.results) };
	}
	return body;
}

const isRow = (value: unknown): value is IDataObject => typeof value === 'object' && value !== null;

/** The records of a recorded answer. */
function rowsOf(index: number): IDataObject[] {
	const body = bodyOf(index);
	const rows = (list: readonly unknown[]) => list.filter(isRow);
	if (Array.isArray(body)) return rows(body);
	if (isRow(body) && Array.isArray(body.results)) return rows(body.results);
	return isRow(body) ? [body] : [];
}

const PROJECT = 'dea35cbb-1f93-48ff-8bfb-bd57d6a206f8';
const MODULE = '0c7da278-21b6-4225-9d30-da0e1a924ae5';
const CYCLE = '5fede980-b401-4371-a256-ccff5c354f91';
const WORK_ITEM = 'c4a97e4a-c841-4279-a339-6c2512d6b1ac';
const OTHER = 'c811b1f6-10dc-4aa0-987d-6eacfeec3e67';
const LINK = '37a8c9d4-9b3a-4391-b42d-5bab85433be0';
const UNKNOWN = 'b08def6a-9b36-4186-a496-848f0be657b2';

const id = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });
const inProject = { projectId: id(PROJECT) };

const state = { ...inProject, name: 'Review', color: '#ff00aa' };
const label = { ...inProject, name: 'bug' };
const ifTaken = { options: { ifItAlreadyExists: 'use_the_existing_one' } };
const link = (updateFields: INodeParameters) => ({
	...inProject,
	workItemId: id(WORK_ITEM),
	linkId: id(LINK),
	updateFields,
});
const toUpdate = (updateFields: INodeParameters, moduleId = MODULE) => ({
	...inProject,
	moduleId: id(moduleId),
	updateFields,
});
const toModule = (...ids: string[]) => ({ ...inProject, moduleId: id(MODULE), workItemIds: ids });
const toCycle = (...ids: string[]) => ({ ...inProject, cycleId: id(CYCLE), workItemIds: ids });
const work = (limit: number, more: INodeParameters = {}) => ({ ...inProject, limit, ...more });
const updated = (index: number) => rowsOf(index).map((row) => ({ id: MODULE, ...row }));

const recorded = at(42).request.form ?? {};
/** The recorded credentials, which have expired since, with a policy that has no end. */
const issued = { ...recorded, policy: endless(recorded.policy ?? '') };

function endless(policy: string): string {
	const read: unknown = JSON.parse(Buffer.from(policy, 'base64').toString());
	if (typeof read !== 'object' || read === null || !('expiration' in read)) {
		throw new Error('The recorded policy has no end');
	}
	return Buffer.from(JSON.stringify({ ...read, expiration: undefined })).toString('base64');
}

const replays: readonly Replay[] = [
	{ served: [3], operation: 'state.create', parameters: state, gives: rowsOf(3) },
	{ served: [4], operation: 'state.create', parameters: state, gives: /already/ },
	{
		served: [5],
		operation: 'state.create',
		parameters: state,
		gives: /Color: This field is required/,
	},
	{ served: [6], operation: 'state.create', parameters: state, gives: rowsOf(6) },
	{ served: [7], operation: 'label.create', parameters: label, gives: rowsOf(7) },
	{ served: [8], operation: 'label.create', parameters: label, gives: /already/ },
	{
		served: [8, 9],
		operation: 'label.create',
		parameters: { ...label, ...ifTaken },
		gives: rowsOf(9),
		asks: ['POST labels/', `GET 1aca0a7f-06dc-4856-b2c4-426ce6662627/`],
	},
	{
		served: [10, 11],
		operation: 'workItemLink.update',
		parameters: link({ url: 'https://example.org' }),
		gives: rowsOf(11),
		asks: [`PATCH links/${LINK}`, `PATCH ${LINK}/`],
	},
	{
		served: [12, 13],
		operation: 'workItemLink.update',
		parameters: link({ name: 'New name' }),
		gives: rowsOf(13),
	},
	{
		served: [14],
		operation: 'module.update',
		parameters: toUpdate({ name: 'M1' }),
		gives: updated(14),
	},
	{
		served: [15],
		operation: 'module.update',
		parameters: toUpdate({ status: 'paused' }),
		gives: /Status: .*not a valid choice/,
	},
	{
		served: [16],
		operation: 'module.update',
		parameters: toUpdate({ startDate: '2026-03-01' }),
		gives: updated(16),
	},
	{
		served: [17],
		operation: 'module.update',
		parameters: toUpdate({ startDate: '' }),
		gives: updated(17),
	},
	{
		served: [18],
		operation: 'module.update',
		parameters: toUpdate({ startDate: '' }),
		gives: /Start Date: Date has wrong format/,
	},
	{
		served: [19],
		operation: 'module.update',
		parameters: toUpdate({ startDate: '2026-01-01' }),
		gives: /Start Date: Date has wrong format/,
	},
	{
		served: [20],
		operation: 'module.update',
		parameters: toUpdate({ description: '' }),
		gives: updated(20),
	},
	{
		served: [21],
		operation: 'module.update',
		parameters: toUpdate({ name: 'x' }, UNKNOWN),
		gives: new RegExp(`Module.*${UNKNOWN}`),
	},
	{
		served: [22],
		operation: 'module.update',
		parameters: toUpdate({ name: 'x' }, 'nope'),
		gives: /Module.*nope/,
	},
	{
		served: [23],
		operation: 'module.addWorkItems',
		parameters: toModule(WORK_ITEM, OTHER),
		gives: [WORK_ITEM, OTHER].flatMap((issue) => rowsOf(23).filter((row) => row.issue === issue)),
	},
	{
		served: [24],
		operation: 'module.addWorkItems',
		parameters: toModule(WORK_ITEM),
		gives: rowsOf(24).filter((row) => row.issue === WORK_ITEM),
	},
	{
		served: [25],
		operation: 'module.addWorkItems',
		parameters: toModule(UNKNOWN),
		gives: new RegExp(`${UNKNOWN} was not added`),
	},
	{
		served: [26],
		operation: 'module.addWorkItems',
		parameters: toModule(WORK_ITEM),
		gives: /Issues are required/,
	},
	{
		served: [27],
		operation: 'module.addWorkItems',
		// What it answers to is refused before it is sent.
		parameters: toModule(WORK_ITEM),
		gives: /was not added.*Please provide valid detail/,
	},
	{
		served: [28],
		operation: 'cycle.addWorkItems',
		parameters: toCycle(OTHER),
		gives: rowsOf(28).filter((row) => row.issue === OTHER),
	},
	{
		served: [29],
		operation: 'cycle.addWorkItems',
		parameters: toCycle(UNKNOWN),
		gives: /was not added.*The payload is not valid/,
	},
	{
		served: [30],
		operation: 'cycle.addWorkItems',
		parameters: toCycle(WORK_ITEM),
		gives: /Work items are required/,
	},
	{
		served: [31],
		operation: 'cycle.addWorkItems',
		parameters: toCycle(WORK_ITEM),
		gives: /Cycle/,
	},
	...[32, 33, 34, 35, 36, 40].map(
		(index): Replay => ({
			served: [index],
			operation: 'workItem.getAll',
			parameters: work(Math.max(1, rowsOf(index).length)),
			gives: rowsOf(index),
		}),
	),
	{
		served: [37],
		operation: 'workItem.getAll',
		parameters: work(3),
		gives: /Invalid per_page value/,
	},
	{
		served: [38],
		operation: 'workItem.getAll',
		parameters: work(3),
		gives: /Invalid cursor parameter/,
	},
	{
		// Asked again and again for more, the recorded page gives nothing new: none of its rows fits.
		served: [39, 36],
		operation: 'workItem.getAll',
		parameters: work(3, { filters: { state: UNKNOWN } }),
		gives: [],
	},
	...[
		[42, []],
		[43, /larger|too large|exceeds/i],
		[44, /storage/i],
		[45, /storage/i],
	].map(
		([index, gives]): Replay => ({
			served: [Number(index)],
			operation: 'workItemAttachment.upload',
			parameters: { uploadData: '={{ $json.credentials }}', binaryPropertyName: 'data' },
			gives: gives instanceof RegExp ? gives : [],
		}),
	),
	{
		served: [47],
		operation: 'workItemAttachment.getAll',
		parameters: { ...inProject, workItemId: id(WORK_ITEM), limit: 1 },
		gives: rowsOf(47),
	},
	{
		served: [50],
		operation: 'label.create',
		parameters: label,
		gives: /permission|not allow|may not/i,
	},
	{
		served: [51],
		operation: 'module.update',
		parameters: toUpdate({ name: 'x' }),
		gives: /JSON parse error/,
	},
	{
		served: [52],
		operation: 'page.create',
		parameters: { ...inProject, name: 'x' },
		gives: /commercial/i,
	},
	{
		served: [64],
		operation: 'label.create',
		parameters: { ...label, options: { maxWait: 0 } },
		gives: /limit|too many/i,
	},
];

let engine: Engine;
let server: OddServer;

beforeAll(async () => {
	engine = await Engine.start();
});
afterEach(async () => {
	await server.close();
});

/** Starts a server that gives these answers, one after the other. */
async function serve(indexes: readonly number[]): Promise<void> {
	let next = 0;
	server = await startOddServer((_, response) => {
		const index = indexes[Math.min(next++, indexes.length - 1)] ?? 0;
		const { status, headers } = at(index).response;
		const body = bodyOf(index);
		response.writeHead(status, headers);
		response.end(typeof body === 'string' ? body : JSON.stringify(body));
	});
}

const credential = () => ({
	apiKey: 'key-of-the-test',
	baseUrl: server.url,
	workspaceSlug: 'acme',
});

async function run({ operation, parameters }: Replay): Promise<Outcome> {
	const credentials = { url: `${server.url}/uploads`, fields: issued };
	const content = Buffer.from('hello world');
	return await engine.run(
		{ parameters: parametersFor(operation, { workspaceSlug: 'acme', ...parameters }) },
		[
			{
				json: { credentials },
				files: { data: { content, name: 'hello.txt', mimeType: 'text/plain' } },
			},
		],
		credential(),
	);
}

describe('the recorded answer', () => {
	test.each(
		replays.map(
			(replay) =>
				[
					replay.served.map((index) => `${String(index)}, ${at(index).note}`).join('; '),
					replay,
				] as const,
		),
	)('%s', async (_, replay) => {
		await serve(replay.served);
		const { json, error } = await run(replay);
		const told = `${error?.message ?? ''}. ${error?.description ?? ''}`;
		if (replay.gives instanceof RegExp) {
			expect(told).toMatch(replay.gives);
			expect(told).not.toMatch(/[{}<>]|status code/);
		} else if (replay.operation === 'workItemAttachment.upload') {
			expect(json).toMatchObject([{ status: 204, etag: '5eb63bbbe01eeed093cb22bb8f5acdc3' }]);
		} else {
			expect(error).toBeUndefined();
			expect(json).toEqual(replay.gives);
		}
		if (replay.asks !== undefined) {
			const asked = server.arrived.map(
				({ method, url }) => `${method} ${url.split('/').slice(-2).join('/')}`,
			);
			expect(asked).toEqual(replay.asks);
		}
	});

	test.each([
		[0, 'OK', /successful/],
		[1, 'Error', /Given API token is not valid|not accept|refused/],
		[2, 'Error', /missing|not provided|no API key/i],
		[64, 'Error', /limit|too many/i],
	] as const)('%i to the test of a credential', async (index, status, message) => {
		await serve([index]);
		const result = await engine.testCredential(credential());
		expect(result).toEqual({ status, message: expect.stringMatching(message) });
		expect(result.message).not.toMatch(/[{}<>]/);
	});

	test('is tried for every exchange that an operation or the credential can have', () => {
		const tried = [0, 1, 2, ...replays.flatMap(({ served }) => served)];
		const open = recordings
			.map((_, index) => index)
			.filter((index) => !tried.includes(index) && elsewhere[index] === undefined);
		expect(open).toEqual([]);
	});
});
