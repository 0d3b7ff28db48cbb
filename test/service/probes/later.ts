import { at, first } from '../testing/client';
import {
	buildExternalId,
	readNames,
	readStatus,
	type OpenProbe,
	type Probe,
	type ProbeClient,
} from './probe';
import { buildCycle, turnIntakeOn } from './steps';

/** Archives a new cycle of last year, and returns its path. */
async function archiveCycle(client: ProbeClient): Promise<string> {
	const days = { start_date: '2025-01-06', end_date: '2025-01-12' };
	const path = `cycles/${await client.create('cycles/', buildCycle(client, days))}/`;

	await client.request('POST', `${path}archive/`);

	return path;
}

const forbiddenCharacters: readonly OpenProbe[] = [
	{ title: 'U+0000', character: '\0', problem: 'Null characters are not allowed.' },
	{
		title: 'half of a surrogate pair',
		character: '\ud83d',
		problem: 'Surrogate characters are not allowed: U+D83D.',
	},
].map(({ title, character, problem }) => ({
	title: `name with ${title}`,
	rows: [415],
	observed: [400, { name: [problem] }],
	difference: 'ownValidation',
	run: async ({ request }) => {
		const reply = await request('POST', 'work-items/', { name: `a${character}b` });

		return [readStatus(reply), reply.body];
	},
}));

/**
 * What a real server 1.3.1 answered on November 27, 2026, when the service still answered otherwise (rows
 * 68, 69 and 410 to 425). Of a body, only what was noted, or what the server's source says, is compared.
 */
export const laterProbes: readonly Probe[] = [
	{
		title: 'POST with an external ID in blanks that another one has',
		rows: [410],
		observed: [201, true],
		run: async (client) => {
			const external = buildExternalId(client);

			await client.createItem(external);
			const body = { name: 'y', ...external, external_id: ` ${external.external_id} ` };
			const reply = await client.request('POST', 'work-items/', body);

			return [readStatus(reply), at(reply.body, 'external_id') === external.external_id];
		},
	},
	{
		title: 'PATCH with the external ID alone that another one of the same source has',
		rows: [411],
		observed: 409,
		difference: 'refusesTakenNames',
		run: async (client) => {
			const { external_id, external_source } = buildExternalId(client);

			await client.createItem({ external_id, external_source });
			const path = await client.createItem();

			await client.request('PATCH', path, { external_source });

			return readStatus(await client.request('PATCH', path, { external_id }));
		},
	},
	{
		title: 'PATCH of created_by and created_at: which of them change',
		rows: [68],
		observed: [true, false],
		difference: 'acceptsCreationHistory',
		needs: 'a second person',
		run: async ({ request, createItem, service }) => {
			const author = service.state.users[1]?.id;
			const path = await createItem();
			const before = await request('GET', path);
			const body = { created_by: author, created_at: '2025-08-20T12:39:00Z' };

			await request('PATCH', path, body);
			const after = await request('GET', path);

			return [
				at(after.body, 'created_by') === author,
				at(after.body, 'created_at') !== at(before.body, 'created_at'),
			];
		},
	},
	{
		title: 'cycle: the end is before the start',
		rows: [412],
		observed: [400, { non_field_errors: ['Start date cannot exceed end date'] }],
		difference: 'ownValidation',
		run: async (client) => {
			const days = { start_date: '2027-01-10', end_date: '2027-01-04' };
			const reply = await client.request('POST', 'cycles/', buildCycle(client, days));

			return [readStatus(reply), reply.body];
		},
	},
	{
		title: 'archived cycle: add work items',
		rows: [413],
		observed: [400, 'CYCLE_COMPLETED'],
		difference: 'archivedModulesStayWritable',
		run: async (client) => {
			const path = `${await archiveCycle(client)}cycle-issues/`;
			const issues = [await client.create('work-items/', { name: 'x' })];
			const reply = await client.request('POST', path, { issues });

			return [readStatus(reply), at(reply.body, 'code')];
		},
	},
	{
		title: 'relations without work items',
		rows: [414],
		observed: [400, ['issues']],
		difference: 'ownValidation',
		run: async ({ request, createItem }) => {
			const body = { relation_type: 'blocking', issues: [] };
			const reply = await request('POST', `${await createItem()}relations/`, body);

			return [readStatus(reply), readNames(reply.body)];
		},
	},
	{
		title: 'link of 3,000 letters',
		rows: [69],
		observed: [400, { url: ['Invalid URL format.'] }],
		difference: 'strictLinks',
		run: async ({ request, createItem }) => {
			const url = `https://example.com/${'a'.repeat(2980)}`;
			const reply = await request('POST', `${await createItem()}links/`, { url });

			return [readStatus(reply), reply.body];
		},
	},
	...forbiddenCharacters,
	{
		title: 'project: the identifier is taken, the name is not',
		rows: [416],
		observed: [409, { name: 'The project name is already taken' }],
		difference: 'refusesTakenNames',
		needs: 'a second project',
		run: async ({ send, service, workspacePath }) => {
			const { identifier } = first(service.state.projects);
			const body = { name: 'Another', identifier };
			const reply = await send({ method: 'POST', path: `${workspacePath}projects/`, body });

			return [readStatus(reply), reply.body];
		},
	},
	{
		title: 'project: identifier with a hyphen',
		rows: [416],
		observed: [400, ['non_field_errors']],
		difference: 'plainProjectNames',
		needs: 'a second project',
		run: async ({ send, workspacePath }) => {
			const body = { name: 'Another', identifier: 'A-B' };
			const reply = await send({ method: 'POST', path: `${workspacePath}projects/`, body });

			return [readStatus(reply), readNames(reply.body)];
		},
	},
	{
		title: 'state of the group triage',
		rows: [417],
		observed: [400, ['non_field_errors']],
		difference: 'ownValidation',
		run: async ({ request, unique }) => {
			const body = { name: unique('State'), color: '#123456', group: 'triage' };
			const reply = await request('POST', 'states/', body);

			return [readStatus(reply), readNames(reply.body)];
		},
	},
	{
		title: 'created_at that is no date',
		rows: [418],
		observed: [400, ['error']],
		difference: 'acceptsCreationHistory',
		run: async ({ request }) => {
			const reply = await request('POST', 'work-items/', { name: 'x', created_at: 'yesterday' });

			return [readStatus(reply), readNames(reply.body)];
		},
	},
	{
		title: 'intake item with an odd priority',
		rows: [419],
		observed: [400, { error: 'Invalid priority' }],
		difference: 'ownValidation',
		run: async (client) => {
			await turnIntakeOn(client);
			const body = { issue: { name: 'A report', priority: 'odd' } };
			const reply = await client.request('POST', 'intake-issues/', body);

			return [readStatus(reply), reply.body];
		},
	},
	{
		title: 'comment with another actor: who is its actor',
		rows: [68],
		observed: 'the caller',
		difference: 'keepsCallerAsActor',
		needs: 'a second person',
		run: async (client) => {
			const [caller, other] = client.service.state.users;
			const body = { comment_html: '<p>a</p>', actor: other?.id };
			const reply = await client.request('POST', `${await client.createItem()}comments/`, body);
			const actor = at(reply.body, 'actor');

			return actor === caller?.id ? 'the caller' : actor;
		},
	},
	{
		title: 'work item as a form',
		rows: [420],
		observed: 201,
		difference: 'acceptsForms',
		run: async ({ send, projectPath }) =>
			readStatus(
				await send({ method: 'POST', path: `${projectPath}work-items/`, form: { name: 'x' } }),
			),
	},
	{
		title: 'order_by=state__name',
		rows: [421],
		observed: 200,
		run: async ({ request }) =>
			readStatus(await request('GET', 'work-items/?order_by=state__name')),
	},
	{
		title: 'cursor=1:1:1',
		rows: [422],
		observed: 500,
		difference: 'pagesByCursor',
		run: async ({ request }) => readStatus(await request('GET', 'work-items/?cursor=1:1:1')),
	},
	{
		title: 'search with limit=x',
		rows: [423],
		observed: 500,
		difference: 'ownValidation',
		run: async ({ readWorkspace }) =>
			readStatus(await readWorkspace('work-items/search/?search=a&limit=x')),
	},
	{
		title: 'the old path issues/',
		rows: [424],
		observed: 200,
		difference: 'servesOldPaths',
		run: async ({ request }) => readStatus(await request('GET', 'issues/')),
	},
	{
		title: 'labels as a text: what the server says of it',
		rows: [425],
		observed: { labels: ['Expected a list of items but got type "str".'] },
		difference: 'ownValidation',
		run: async ({ request }) =>
			(await request('POST', 'work-items/', { name: 'x', labels: 'bug' })).body,
	},
];
