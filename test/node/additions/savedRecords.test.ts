import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters, JsonObject } from 'n8n-workflow';

import { USE_EXISTING } from '../../../nodes/shared/operations/shared/choices';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import type { Routes } from '../../unit/fakePlane';
import { jsonResponse, networkFault } from '../../unit/responses';
import type { NodeRun } from '../plane';
import { externalIdFields, NO_RECORD, useProject, type ProjectServer } from '../writes/useProject';
import { expectProblem } from '../../expectProblem';
import { outcomes } from '../../nodeTexts';
import {
	acceptAddition,
	addToCycle,
	addToModule,
	CYCLE,
	CYCLE_ENDED,
	DENIED,
	listOf,
	MODULE,
	OTHER_CYCLE,
	OTHER_MODULE,
	uuid,
} from './targets';

const startProject = useProject();

const post = 'POST work-items/';

/** A server that saves work items under their names as IDs, and has no others. */
const startServer = (answers: Routes = {}) =>
	startProject({
		'GET *': listOf(),
		'GET work-items/': NO_RECORD,
		[post]: ({ body = {} }) => jsonResponse({ ...body, id: body.name ?? '' }, 201),
		'PATCH *': ({ route, body }) => jsonResponse({ ...body, id: route.split('/').at(-2) ?? '' }),
		'POST cycles/*': acceptAddition,
		'POST modules/*': acceptAddition,
		...answers,
	});

const inCycle = { cycle: byId(CYCLE) };

const create = async (
	server: ProjectServer,
	additionalFields: INodeParameters,
	{ rows = [{ name: uuid(1) }], ...more }: NodeRun & { rows?: readonly IDataObject[] } = {},
	options: INodeParameters = {},
) =>
	await server.run(
		'workItem.create',
		{ name: '={{ $json.name }}', additionalFields, options },
		{ items: jsonItems(rows), ...more },
	);

const update = async (
	server: ProjectServer,
	rows: readonly IDataObject[],
	updateFields: INodeParameters,
) =>
	await server.run(
		'workItem.update',
		{ workItemId: byId('={{ $json.name }}'), updateFields: { priority: 'high', ...updateFields } },
		{ items: jsonItems(rows) },
	);

describe('Saved work items', () => {
	const rows = [
		{ name: uuid(1), cycle: CYCLE, modules: [MODULE, OTHER_MODULE] },
		{ name: uuid(2), cycle: OTHER_CYCLE, modules: [MODULE] },
		{ name: uuid(3), cycle: CYCLE, modules: [MODULE] },
	];
	const targets = {
		cycle: byId('={{ $json.cycle }}'),
		modules: '={{ $json.modules }}',
	};

	it.each<
		[what: string, save: (server: ProjectServer) => Promise<{ json: readonly IDataObject[] }>]
	>([
		['new', async (server) => await create(server, targets, { rows })],
		['changed', async (server) => await update(server, rows, targets)],
	])('are added with one request for each cycle and module, if they are %s', async (_, save) => {
		const server = startServer();

		const { json } = await save(server);
		const additions = server
			.requests()
			.filter(({ route }) => /^POST (cycles|modules)/.test(route))
			.map(({ route, body }) => [route, body?.issues]);

		expect(json.map(({ id }) => id)).toEqual(rows.map(({ name }) => name));
		expect(additions).toEqual([
			[addToCycle(CYCLE), [uuid(1), uuid(3)]],
			[addToModule(MODULE), [uuid(1), uuid(2), uuid(3)]],
			[addToModule(OTHER_MODULE), [uuid(1)]],
			[addToCycle(OTHER_CYCLE), [uuid(2)]],
		]);
	});

	it('are not added anywhere before all of them are saved', async () => {
		const server = startServer();

		await create(server, targets, { rows });
		const routes = server.routes();

		expect(routes.slice(0, 3)).toEqual([post, post, post]);
		expect(routes.slice(3)).not.toContain(post);
	});

	it('are added although another one is not saved, and another cycle refuses', async () => {
		const server = startServer({
			[post]: ({ body = {} }) =>
				body.name === uuid(3) ? DENIED : jsonResponse({ ...body, id: body.name ?? '' }, 201),
			[addToCycle(OTHER_CYCLE)]: DENIED,
		});

		const { json } = await create(
			server,
			{ cycle: targets.cycle },
			{ rows, onError: 'continueRegularOutput' },
		);

		expect(json).toMatchObject([
			{ id: uuid(1) },
			{
				error: expect.stringMatching(
					`^It was saved \\(ID ${uuid(2)}\\), but not added to Cycle ${OTHER_CYCLE}: Plane denied`,
				),
			},
			{ error: expect.stringMatching(/^Plane denied/) },
		]);
		expect(server.writtenBodies().slice(3)).toEqual([{ issues: [uuid(1)] }, { issues: [uuid(2)] }]);
	});

	// Servers drop values silently (row 24).
	it('are added although none of the values of an update was taken, which the error says', async () => {
		const server = startServer({
			'PATCH *': jsonResponse({ id: uuid(1), priority: 'none' }),
		});

		const { error } = await update(server, [{ name: uuid(1) }], inCycle);

		expect(error?.message).toMatch(/^Plane did not take Priority [^;]*$/);
		expect(server.writtenBodies()).toEqual([{ priority: 'high' }, { issues: [uuid(1)] }]);
	});

	it('report both a value that was not taken and a failed addition', async () => {
		const server = startServer({
			'GET labels/': jsonResponse({ results: [{ id: uuid(7), name: 'bug' }], total_count: 1 }),
			[post]: jsonResponse({ id: uuid(1), labels: [] }, 201),
			'POST cycles/*': DENIED,
		});

		const { error } = await create(server, { ...inCycle, labels: 'bug' });

		expect(error?.message).toMatch(
			/^Plane did not take Label Names or IDs .*; It was saved \(ID .*\), but not added to Cycle /,
		);
	});

	it.each<[title: string, saved: JsonObject]>([
		['no ID', {}],
		['an ID that is no text', { id: 5 }],
	])('are added nowhere if the response has %s, which the error says', async (_, saved) => {
		const server = startServer({ [post]: jsonResponse(saved, 201) });

		const { error } = await create(server, inCycle);

		expect(error).toMatchObject({
			message: expect.stringContaining('It was saved, but Plane did not return its ID'),
			description: expect.stringMatching(
				/^Find it in Plane, .* Do not run the item again, because that would create a duplicate\.$/,
			),
		});
		expect(server.routes()).toEqual([post]);

		const { json } = await create(server, {});

		expect(json).toEqual([saved]);
	});
});

describe('A work item that was saved, but not added to its cycle,', () => {
	const refused = jsonResponse({ error: 'No' }, 400);
	const doNotRunAgain = `Add it with Add Work Items: the record is there already. ${outcomes.wouldDuplicate}`;

	interface Case {
		readonly refusal?: Outcome;
		readonly fields?: INodeParameters;
		readonly options?: INodeParameters;
		readonly remedy: string | RegExp;
	}

	it.each<[what: string, Case]>([
		[
			'must not be created again without a unique value',
			{ refusal: DENIED, remedy: new RegExp(`^The user .*${doNotRunAgain}`) },
		],
		[
			'can be created again with another option if it has an External ID',
			{
				refusal: DENIED,
				fields: externalIdFields,
				remedy: outcomes.chooseExisting,
			},
		],
		[
			'can be created again if existing ones are used',
			{
				refusal: DENIED,
				fields: externalIdFields,
				options: { ifItAlreadyExists: USE_EXISTING },
				remedy: outcomes.safeAgain,
			},
		],
		[
			'has no advice about the values of the item, which are right',
			{ refusal: refused, remedy: new RegExp(`^${doNotRunAgain}`) },
		],
		[
			'may have been added if the response is lost',
			{
				refusal: networkFault('ECONNRESET'),
				remedy: new RegExp(`^${outcomes.maybeAdded} ${doNotRunAgain}`),
			},
		],
	])('%s', async (_, { refusal = DENIED, fields, options, remedy }) => {
		const server = startServer({ 'POST cycles/*': refusal });

		const { error } = await create(server, { ...inCycle, ...fields }, {}, options);

		expectProblem(error, {
			cause: `${outcomes.saved(uuid(1))}not added to Cycle ${CYCLE}: `,
			remedy,
		});
	});

	it('can be changed again', async () => {
		const server = startServer({ 'POST cycles/*': DENIED });

		const { error } = await update(server, [{ name: uuid(1) }], inCycle);

		expect(error?.description).toContain(outcomes.safeAgain);
	});

	it('names the cycle as the user did, and the module that refused it as well', async () => {
		const server = startServer({
			'GET cycles/': jsonResponse({ results: [{ id: CYCLE, name: 'Week 1' }], total_count: 1 }),
			'POST cycles/*': CYCLE_ENDED,
			'POST modules/*': DENIED,
		});

		const { error } = await create(server, {
			cycle: { __rl: true, mode: 'name', value: 'Week 1' },
			modules: MODULE,
		});

		expect(error?.message).toMatch(
			new RegExp(
				`^It was saved \\(ID ${uuid(1)}\\), but not added to Cycle "Week 1": Cycle "Week 1" has ended; nor to Module ${MODULE}: Plane denied`,
			),
		);
		expect(error?.description).toContain('ask an administrator');
		expect(error?.description).toContain(doNotRunAgain);
	});
});
