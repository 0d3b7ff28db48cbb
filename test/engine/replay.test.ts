import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { readOmittedCount, readRecordings, type Recording } from '../service/recordings';
import { causes } from '../nodeTexts';
import { credentialFor } from './credentials';
import { withLimits } from './limits';
import { byId } from './samples';
import type { StubServer } from '../service/testing/stubServer';
import { textFile } from './uploads';
import { useStubServers } from '../service/testing/useStubServers';
import { useWorld } from './useWorld';

// Serves the recorded responses of a real server unchanged, and checks that the node understands each.

const recordings = readRecordings();

/** The exchanges that are not replayed here, by their index, with the reason. */
const NOT_REPLAYED: Readonly<Record<number, string>> = {
	41: 'issues upload credentials',
	46: 'completes an attachment',
	48: 'refuses upload credentials',
	49: 'refuses upload credentials',
	...Object.fromEntries(
		[53, 54, 55, 56, 57, 58, 59, 60].map((index) => [index, 'belongs to a list of the panel']),
	),
	...Object.fromEntries([61, 62, 63].map((index) => [index, 'belongs to a download'])),
};

/** The operation for which recorded responses are served, and its result. */
type Replay = readonly [
	/** The exchanges whose responses are served in this order; that of the last one for all later requests. */
	served: readonly [number, ...number[]],
	operation: string,
	parameters: INodeParameters,
	/** The output, or the error that a user reads. */
	gives: readonly IDataObject[] | string | RegExp,
	/** The method and the last two segments of the path of each request. */
	asks?: readonly string[],
];

const getRecording = (index: number): Recording => {
	const recording = recordings[index];
	if (recording === undefined) throw new Error(`There is no exchange ${String(index)}`);

	return recording;
};

const isRow = (value: unknown): value is IDataObject => typeof value === 'object' && value !== null;

/** Reads the recorded body of a response, without the marks of shortened lists, and the records in it. */
function readExchange(index: number): { readonly body: unknown; readonly rows: IDataObject[] } {
	const { body } = getRecording(index).response;
	const keepRecords = (rows: readonly unknown[]) =>
		rows.filter((row) => readOmittedCount(row) === undefined).filter(isRow);
	if (Array.isArray(body)) return { body: keepRecords(body), rows: keepRecords(body) };
	if (!isRow(body)) return { body, rows: [] };
	if (!Array.isArray(body.results)) return { body, rows: [body] };

	const results = keepRecords(body.results);

	return { body: { ...body, results }, rows: results };
}

const readRows = (index: number) => readExchange(index).rows;

const PROJECT = 'dea35cbb-1f93-48ff-8bfb-bd57d6a206f8';
const MODULE = '0c7da278-21b6-4225-9d30-da0e1a924ae5';
const CYCLE = '5fede980-b401-4371-a256-ccff5c354f91';
const WORK_ITEM = 'c4a97e4a-c841-4279-a339-6c2512d6b1ac';
const OTHER = 'c811b1f6-10dc-4aa0-987d-6eacfeec3e67';
const LINK = '37a8c9d4-9b3a-4391-b42d-5bab85433be0';
const UNKNOWN = 'b08def6a-9b36-4186-a496-848f0be657b2';

const inProject = { projectId: byId(PROJECT) };

const state = { ...inProject, name: 'Review', color: '#ff00aa' };
const label = { ...inProject, name: 'bug' };
const linkWith = (updateFields: INodeParameters) => ({
	...inProject,
	workItemId: byId(WORK_ITEM),
	linkId: byId(LINK),
	updateFields,
});
const moduleWith = (updateFields: INodeParameters, moduleId = MODULE) => ({
	...inProject,
	moduleId: byId(moduleId),
	updateFields,
});
const toModule = (...workItemIds: string[]) => ({
	...inProject,
	moduleId: byId(MODULE),
	workItemIds,
});
const toCycle = (...workItemIds: string[]) => ({ ...inProject, cycleId: byId(CYCLE), workItemIds });
const listParameters = (limit: number, more: INodeParameters = {}) => ({
	...inProject,
	limit,
	...more,
});
const withModuleId = (index: number) => readRows(index).map((row) => ({ id: MODULE, ...row }));
/** The recorded rows of these work items in a response of a module or cycle. */
const findAdded = (index: number, ...ids: string[]) =>
	ids.flatMap((issue) => readRows(index).filter((row) => row.issue === issue));

const recorded = getRecording(42).request.form ?? {};
/** The recorded upload credentials. They have expired since, so the expiration of their policy is removed. */
const issued = { ...recorded, policy: withoutExpiration(recorded.policy ?? '') };

function withoutExpiration(policy: string): string {
	const content: unknown = JSON.parse(Buffer.from(policy, 'base64').toString());
	if (typeof content !== 'object' || content === null || !('expiration' in content)) {
		throw new Error('The recorded policy has no expiration');
	}

	return Buffer.from(JSON.stringify({ ...content, expiration: undefined })).toString('base64');
}

const upload = { uploadData: '={{ $json.credentials }}', binaryPropertyName: 'data' };

const replays: readonly Replay[] = [
	[[3], 'state.create', state, readRows(3)],
	[[4], 'state.create', state, /already/],
	[[5], 'state.create', state, /Color: This field is required/],
	[
		[6],
		'state.create',
		{ ...state, name: 'Any' },
		causes.notTaken(causes.differs('Color', '"#ff00aa"', '"zzz"')),
	],
	[[7], 'label.create', label, readRows(7)],
	[[8], 'label.create', label, /already/],
	[
		[8, 9],
		'label.create',
		{ ...label, options: { ifItAlreadyExists: 'useExisting' } },
		readRows(9).map((record) => ({ ...record, outcome: 'unchanged' })),
		[`GET ${PROJECT}/`, 'POST labels/', 'GET 1aca0a7f-06dc-4856-b2c4-426ce6662627/'],
	],
	[
		[10, 11],
		'workItemLink.update',
		linkWith({ url: 'https://example.org' }),
		readRows(11),
		[`PATCH links/${LINK}`, `PATCH ${LINK}/`],
	],
	[[12, 13], 'workItemLink.update', linkWith({ name: 'New name' }), readRows(13)],
	[[14], 'module.update', moduleWith({ name: 'M1' }), withModuleId(14)],
	[[15], 'module.update', moduleWith({ status: 'paused' }), /Status: .*not a valid choice/],
	[[16], 'module.update', moduleWith({ startDate: '2026-03-01' }), withModuleId(16)],
	[[17], 'module.update', moduleWith({ startDate: '' }), withModuleId(17)],
	[[18], 'module.update', moduleWith({ startDate: '' }), /Start Date: Date has wrong format/],
	[[19], 'module.update', moduleWith({ startDate: '2026-01-01' }), /Start Date: Date has wrong/],
	[[20], 'module.update', moduleWith({ description: '' }), withModuleId(20)],
	[[21], 'module.update', moduleWith({ name: 'x' }, UNKNOWN), new RegExp(`Module.*${UNKNOWN}`)],
	[[22], 'module.update', moduleWith({ name: 'x' }, 'nope'), /Module.*nope/],
	[[23], 'module.addWorkItems', toModule(WORK_ITEM, OTHER), findAdded(23, WORK_ITEM, OTHER)],
	[[24], 'module.addWorkItems', toModule(WORK_ITEM), findAdded(24, WORK_ITEM)],
	[[25], 'module.addWorkItems', toModule(UNKNOWN), new RegExp(causes.notAdded(UNKNOWN))],
	[[26], 'module.addWorkItems', toModule(WORK_ITEM), /Issues are required/],
	// The node refuses the recorded request before it is sent, so the response is served to a valid one.
	[[27], 'module.addWorkItems', toModule(WORK_ITEM), /was not added.*Please provide valid detail/],
	[[28], 'cycle.addWorkItems', toCycle(OTHER), findAdded(28, OTHER)],
	[[29], 'cycle.addWorkItems', toCycle(UNKNOWN), /was not added.*The payload is not valid/],
	[[30], 'cycle.addWorkItems', toCycle(WORK_ITEM), /Work items are required/],
	[[31], 'cycle.addWorkItems', toCycle(WORK_ITEM), /Cycle/],
	...[32, 33, 34, 35, 36, 40].map((index): Replay => {
		const rows = readRows(index);

		return [[index], 'workItem.getAll', listParameters(Math.max(1, rows.length)), rows];
	}),
	[[37], 'workItem.getAll', listParameters(3), /Invalid per_page value/],
	[[38], 'workItem.getAll', listParameters(3), /Invalid cursor parameter/],
	// The recorded page is served again and again, and none of its rows matches the filter.
	[[39, 36], 'workItem.getAll', listParameters(3, { filters: { state: UNKNOWN } }), []],
	[[42], 'workItemAttachment.upload', upload, []],
	[[43], 'workItemAttachment.upload', upload, /larger|too large|exceeds/i],
	[[44], 'workItemAttachment.upload', upload, /storage/i],
	[[45], 'workItemAttachment.upload', upload, /storage/i],
	[
		[47],
		'workItemAttachment.getAll',
		listParameters(1, { workItemId: byId(WORK_ITEM) }),
		readRows(47),
	],
	[[50], 'label.create', label, /permission|not allow|may not/i],
	[[51], 'module.update', moduleWith({ name: 'x' }), /JSON parse error/],
	[[52], 'page.create', { ...inProject, name: 'x' }, /commercial/i],
	[[64], 'label.create', withLimits({ maxWait: 0 }, label), /limit|too many/i],
];

const world = useWorld();
const startStubServer = useStubServers();

/** The project of all replays, from the recorded list of projects. */
const [project] = readRows(53).filter(({ id }) => id === PROJECT);

/** Starts a server that has the project, and sends the responses of these exchanges in this order. */
async function startReplay(indexes: readonly number[]): Promise<StubServer> {
	let next = 0;

	return await startStubServer(({ url = '' }, response) => {
		if (url.endsWith(`/${PROJECT}/`)) {
			response.writeHead(200, getRecording(53).response.headers);
			response.end(JSON.stringify(project));

			return;
		}

		const index = indexes[Math.min(next++, indexes.length - 1)] ?? 0;
		const { status, headers } = getRecording(index).response;
		const { body } = readExchange(index);

		response.writeHead(status, headers);
		response.end(typeof body === 'string' ? body : JSON.stringify(body));
	});
}

/** The record of a work item as the server returned it, without the key and the address that the node adds. */
function withoutReference(record: IDataObject): IDataObject {
	if (typeof record.key !== 'string') return record;

	const { key, url, ...recorded } = record;

	expect([key, url]).toEqual([
		expect.stringMatching(/^LNCH-\d+$/),
		expect.stringContaining(`/acme/browse/${key}/`),
	]);

	return recorded;
}

describe('A recorded response', () => {
	test.each(
		replays.map((replay) => {
			const notes = replay[0].map((index) => `${String(index)}, ${getRecording(index).note}`);

			return [notes.join('; '), replay] as const;
		}),
	)(
		'is understood: %s',
		async (_, [served, operation, parameters, expectedOutput, expectedPaths]) => {
			const server = await startReplay(served);
			const credentials = { url: `${server.url}/uploads`, fields: issued };
			const data = textFile('hello world', { name: 'hello.txt' });
			const { json, error } = await world.run(operation, parameters, {
				items: [{ json: { credentials }, files: { data } }],
				credential: credentialFor(server),
			});
			const text = `${error?.message ?? ''}. ${error?.description ?? ''}`;
			// n8n shows the line breaks of its own.
			const message = text.replaceAll('<br>', ' ');
			if (typeof expectedOutput === 'string' || expectedOutput instanceof RegExp) {
				expect(message).toMatch(expectedOutput);
				expect(message).not.toMatch(/[{}<>]|status code/);
			} else if (operation === 'workItemAttachment.upload') {
				expect(json).toMatchObject([{ status: 204, etag: '5eb63bbbe01eeed093cb22bb8f5acdc3' }]);
			} else {
				expect(error).toBeUndefined();
				expect(json.map(withoutReference)).toEqual(expectedOutput);
			}

			if (expectedPaths !== undefined) {
				const paths = server.arrived.map(
					({ method, url }) => `${method} ${url.split('/').slice(-2).join('/')}`,
				);

				expect(paths).toEqual(expectedPaths);
			}
		},
	);

	test.each([
		[0, 'OK', /successful/],
		[1, 'Error', /Given API token is not valid|not accept|refused/],
		[2, 'Error', /missing|not provided|no API key/i],
		[64, 'Error', /limit|too many/i],
	] as const)('is understood by the credential test: %i', async (index, status, message) => {
		const credential = credentialFor(await startReplay([index]));
		const result = await world.engine.testCredential(credential);

		expect(result).toEqual({ status, message: expect.stringMatching(message) });
		expect(result.message).not.toMatch(/[{}<>]/);
	});

	test('is replayed for every exchange that belongs to an operation or the credential test', () => {
		const replayed = [0, 1, 2, ...replays.flatMap(([served]) => served)];
		const notReplayed = recordings
			.map((_, index) => index)
			.filter((index) => !replayed.includes(index) && NOT_REPLAYED[index] === undefined);

		expect(notReplayed).toEqual([]);
	});
});
