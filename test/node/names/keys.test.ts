import { describe, expect, it } from '@jest/globals';

import type { Outcome } from '../../../nodes/shared/transport/response';
import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import { jsonResponse, networkFault, NO_PATH } from '../../unit/responses';
import type { NodeRun } from '../plane';
import { expectProblem } from '../../expectProblem';
import { advice, causes, outcomes } from '../../nodeTexts';
import {
	byName,
	continues,
	createRows,
	importedWorkItem,
	NO_RECORD,
	OTHER_PROJECT_ID,
	PROJECT_ID,
	PROJECT_PATH,
	useNames,
	uuid,
	workItemWithKey,
	type NamesServer,
} from './useNames';

const startServer = useNames();

/** Adds work items to a cycle. */
const add = async ({ run }: NamesServer, workItemIds: string, more?: NodeRun) =>
	await run('cycle.addWorkItems', { cycleId: byId(uuid(50)), workItemIds }, more);

/** Adds the work item with a key to a cycle. @returns the ID that is sent, or the message of the error */
async function addByKey(server: NamesServer, key: string) {
	const { error } = await add(server, key);
	const [write] = server.writes();

	return error?.message ?? JSON.stringify(write?.body?.issues);
}

const keys = Array.from({ length: 30 }, (_, index) => ({ key: `LNCH-${index + 12}` }));
const lookups = ({ reads }: NamesServer) =>
	reads().filter((route) => route.startsWith('GET work-items/LNCH-'));

describe('Many keys', () => {
	it('cause a single request if the API key is wrong', async () => {
		const server = startServer({}, () =>
			jsonResponse({ detail: 'Given API token is not valid' }, 403),
		);

		const { error } = await add(server, keys.map(({ key }) => key).join());

		expectProblem(error, { cause: causes.keyRefused });
		expect(server.requests).toHaveLength(1);
	});

	it.each<[title: string, more: NodeRun, lookupCount: number, writeCount: number]>([
		// The first request is sent alone, then eight at the same time.
		['are not looked up after the first failures if the run stops', {}, 9, 0],
		['are all looked up in spite of failures if the run continues', continues, 30, 1],
	])('%s', async (_, more, lookupCount, writeCount) => {
		const server = startServer();

		await add(server, '={{ $json.key }}', { ...more, items: jsonItems(keys) });

		expect(lookups(server)).toHaveLength(lookupCount);
		expect(server.writes()).toHaveLength(writeCount);
	});
});

describe('A key on a server without a path for keys', () => {
	// The server of the specification, which has no path for keys. Row 38 shows the form of its search. A
	// status alone stands for any refusal with it.
	it.each<[title: string, key: string, searchOutcome: Outcome, result: string]>([
		['is sent as it is if there is no search', 'LNCH-12', jsonResponse({}, 404), 'LNCH-12'],
		['is sent as it is if the search refuses it', 'LNCH-12', jsonResponse({}, 400), 'LNCH-12'],
		['is sent as it is if GET is not allowed', 'LNCH-12', jsonResponse({}, 405), 'LNCH-12'],
		['is an error if the search is forbidden', 'LNCH-12', jsonResponse({}, 403), 'Plane denied'],
		[
			'is an error if the server does not respond',
			'LNCH-12',
			networkFault('ECONNREFUSED'),
			'plane.ex',
		],
		[
			'is an error if the response is no list',
			'LNCH-12',
			jsonResponse('No'),
			'The response of the',
		],
		['is found by the search', 'LNCH-12', jsonResponse({ issues: [workItemWithKey] }), uuid(71)],
		[
			'is not that of another work item that the search returns',
			'LNCH-13',
			jsonResponse({ issues: [workItemWithKey] }),
			causes.notFound('LNCH-13'),
		],
		[
			'as an External ID is an error if no work item has it',
			'sheet:row-9',
			jsonResponse({}, 404),
			causes.notFound('sheet:row-9'),
		],
		[
			'as an External ID is sent as it is if the list refuses it',
			'sheet:row-9',
			jsonResponse({}, 400),
			'sheet:row-9',
		],
		[
			'as an External ID finds the work item',
			'sheet:row-1',
			jsonResponse(importedWorkItem),
			uuid(72),
		],
	])('%s: %s', async (_, key, searchOutcome, expected) => {
		const server = startServer(
			{},
			{
				'GET work-items/search/': searchOutcome,
				[`GET ${PROJECT_PATH}/work-items/`]: searchOutcome,
				'GET work-items/LNCH-12/': jsonResponse({}, 405),
				'GET work-items/LNCH-13/': jsonResponse({}, 405),
			},
		);

		const result = await addByKey(server, key);

		expect(result).toContain(expected);
		expect(server.reads()).toContain(
			key.startsWith('LNCH') ? 'GET work-items/search/' : 'GET work-items/',
		);
	});
});

describe('A key on a server with a path for keys (row 27)', () => {
	const workItem = { id: uuid(71), sequence_id: 12 };
	const notFound = causes.notFound('LNCH-12');

	it.each<[title: string, Outcome, result: string]>([
		['finds a work item', jsonResponse({ ...workItem, project: PROJECT_ID }), uuid(71)],
		[
			'finds a work item with the project as a record',
			jsonResponse({ ...workItem, project: { id: PROJECT_ID } }),
			uuid(71),
		],
		['finds a work item that does not show its project', jsonResponse(workItem), uuid(71)],
		[
			'takes no work item of another project',
			jsonResponse({ ...workItem, project: OTHER_PROJECT_ID }),
			notFound,
		],
		['is an error if no work item has it', NO_RECORD, notFound],
		[
			'is not found if the user may not see its project',
			jsonResponse({ detail: 'You do not have permission to perform this action.' }, 403),
			notFound,
		],
		[
			'is not sent on if the API key is wrong',
			jsonResponse({ detail: 'Given API token is not valid' }, 403),
			causes.keyRefused,
		],
		['is an error if the server fails', jsonResponse({}, 500), 'Plane failed with status 500'],
		['is an error if the server does not respond', networkFault('ECONNREFUSED'), 'plane.ex'],
	])('%s, without a search', async (_, outcome, expected) => {
		const server = startServer({}, { 'GET work-items/LNCH-12/': outcome });

		const result = await addByKey(server, 'lnch-12');

		expect(result.toLowerCase()).toContain(expected.toLowerCase());
		expect(server.reads()[0]).toBe('GET work-items/LNCH-12/');
		expect(server.reads()).not.toContain('GET work-items/search/');
	});

	it('is refused by a server that is too old for it', async () => {
		const server = startServer({}, () => NO_PATH);

		const { error } = await add(server, 'LNCH-12');

		expect(error?.message).toMatch(/^Work Item IDs: this server cannot find LNCH-12, /);
		expect(error?.description).toContain(advice.updateServer);
	});

	it('is looked up once for items that create labels and items that do not', async () => {
		const server = startServer();

		await server.create(
			{ parent: byName('LNCH-12') },
			{ createMissingLabels: '={{ $json.createLabels }}' },
			{ items: jsonItems([{ createLabels: true }, { createLabels: false }]) },
		);

		expect(server.reads()).toEqual(['GET work-items/LNCH-12/']);
		expect(server.writes()).toHaveLength(2);
	});

	it('and an External ID can be in one list', async () => {
		const server = startServer();

		await add(server, 'LNCH-12, sheet: row-1');

		expect(server.writes()).toMatchObject([{ body: { issues: [uuid(71), uuid(72)] } }]);
	});
});

describe('A name that looks like a key', () => {
	const epics = { [`${PROJECT_PATH}/epics/`]: createRows(300, 'Phase-2') };

	it('finds the epic with that title', async () => {
		const server = startServer(epics, {
			[`GET ${PROJECT_PATH}/epics/${uuid(300)}/`]: jsonResponse({ id: uuid(300) }),
		});

		const { json } = await server.run('epic.get', { epicId: byName('phase-2') });

		expect(json).toMatchObject([{ id: uuid(300) }]);
	});

	it('is said to be no key if no epic has that title', async () => {
		const server = startServer(epics);

		const { error } = await server.run('epic.get', { epicId: byName('Phase-3') });

		expect(error?.message).toContain(causes.notFound('Epic Phase-3'));
	});
});

describe('A key or an External ID that no work item has', () => {
	const archivedAdvice = ' A work item that is archived is not found by its key: use its ID.';

	it.each<[key: string, Outcome, advice: string]>([
		['LNCH-13', jsonResponse({}, 404), archivedAdvice],
		['sheet:row-9', jsonResponse({}, 404), ''],
		['sheet:row-9', jsonResponse([importedWorkItem]), ''],
	])('is an error that lists no other keys: %s', async (key, outcome, advice) => {
		const server = startServer({}, { [`GET ${PROJECT_PATH}/work-items/`]: outcome });

		const { error } = await add(server, key);

		expect(error?.description).toBe(
			`Check Work Item IDs first, then Project ${PROJECT_ID} and Workspace Slug acme.${advice}<br>${outcomes.nothingChanged}`,
		);
	});

	it('is not that of a work item that a server returns because it ignores External IDs', async () => {
		const server = startServer(
			{},
			{ [`GET ${PROJECT_PATH}/work-items/`]: jsonResponse([workItemWithKey, importedWorkItem]) },
		);

		expect(await addByKey(server, 'sheet:my row-1')).toContain(causes.notFound('"sheet:my row-1"'));
	});
});
