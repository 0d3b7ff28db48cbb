import { at, type Reply } from '../testing/client';
import {
	buildExternalId,
	readNames,
	readStatus,
	requireAvailable,
	type OpenProbe,
	type ProbeClient,
} from './probe';

const UNKNOWN_ID = '00000000-0000-4000-a000-000000000000';

interface V2Client extends ProbeClient {
	/** Sends a request to API v2, below the project. */
	readonly requestV2: (method: string, path: string, body?: unknown) => Promise<Reply>;
}

/** Returns the rows of a list of API v2. */
const readData = ({ body }: Reply): unknown[] => {
	const data = at(body, 'data');

	return Array.isArray(data) ? data : [];
};

/** Status and code of a refusal. */
const readRefusal = (reply: Reply) => [readStatus(reply), at(reply.body, 'code')];

/** Returns a probe of API v2, which begins with a read that shows whether the server has it. */
const probe = (facts: Omit<OpenProbe, 'run'>, run: (client: V2Client) => unknown): OpenProbe => ({
	...facts,
	title: `API v2: ${facts.title}`,

	run: async (client) => {
		const { send, projectPath } = client;
		const path = projectPath.replace('/api/v1/', '/api/v2/');
		const requestV2: V2Client['requestV2'] = async (method, below, body) =>
			await send({ method, path: path + below, body });

		requireAvailable(await requestV2('GET', 'states/?per_page=1'), 'API v2');

		return await run({ ...client, requestV2 });
	},
});

/** What sources say about API v2, as the test service has it (rows 485, 486 and 500 to 525). Nobody has tried most of them. */
export const apiV2Probes: readonly OpenProbe[] = [
	probe({ title: 'whose key it is', rows: [501], observed: [200, true] }, async ({ send }) => {
		const reply = await send({ method: 'GET', path: '/api/v2/users/me/' });

		return [readStatus(reply), readNames(reply.body).includes('principal_kind')];
	}),
	probe(
		{
			title: 'an unknown work item: status, content type, code',
			rows: [486, 502],
			observed: [404, 'application/problem+json', 'not_found'],
		},
		async ({ requestV2 }) => {
			const reply = await requestV2('GET', `work-items/${UNKNOWN_ID}/`);
			const type = String(reply.headers['content-type']).split(';')[0];

			return [readStatus(reply), type, at(reply.body, 'code')];
		},
	),
	probe(
		{
			title: 'the members of a list',
			rows: [504],
			observed: ['data', 'next', 'pagination', 'previous', 'total_count'],
		},
		async ({ requestV2 }) =>
			readNames((await requestV2('GET', 'work-items/?per_page=1')).body).sort(),
	),
	probe(
		{ title: 'an offset of more than 10000', rows: [504], observed: 400 },
		async ({ requestV2 }) => readStatus(await requestV2('GET', 'work-items/?offset=10001')),
	),
	probe(
		{
			title: 'the members of a list by cursor',
			rows: [505],
			observed: ['data', 'has_more', 'next_cursor', 'pagination'],
		},
		async ({ requestV2 }) => {
			const path = 'work-items/?per_page=1&paginate=cursor&order_by=created_at';

			return readNames((await requestV2('GET', path)).body).sort();
		},
	),
	probe(
		{
			title: 'a list by cursor in another order',
			rows: [505],
			observed: [400, 'ordering_not_cursor_eligible'],
		},
		async ({ requestV2 }) =>
			readRefusal(await requestV2('GET', 'work-items/?paginate=cursor&order_by=priority')),
	),
	probe(
		{
			title: 'fields: one that is unknown',
			rows: [506],
			observed: 400,
		},
		async ({ requestV2 }) => readStatus(await requestV2('GET', 'work-items/?fields=bogus')),
	),
	probe(
		{
			title: 'filters: one that is unknown, a priority that is unknown',
			rows: [507],
			observed: [200, 400],
		},
		async ({ requestV2 }) => [
			readStatus(await requestV2('GET', 'work-items/?bogus=1')),
			readStatus(await requestV2('GET', 'work-items/?priority=bogus')),
		],
	),
	probe(
		{
			title: 'a label is found by its name in other letters',
			rows: [507],
			observed: 1,
		},
		async ({ requestV2, create, unique }) => {
			const name = unique('Label');

			await create('labels/', { name });
			const query = encodeURIComponent(name.toUpperCase());

			return readData(await requestV2('GET', `labels/?name=${query}`)).length;
		},
	),
	probe(
		{ title: 'the text of a work item is in its answer', rows: [509], observed: false },
		async ({ requestV2 }) => {
			const body = { name: 'x', description_html: '<p>Text</p>' };
			const created = await requestV2('POST', 'work-items/', body);

			return readNames(created.body).includes('description_html');
		},
	),
	probe(
		{
			title: 'bulk-create with one row that is refused: status, counts, members of a row',
			rows: [511],
			observed: [200, 1, 1, ['id', 'index', 'result']],
		},
		async ({ requestV2 }) => {
			const items = [{ name: 'x' }, {}];
			const reply = await requestV2('POST', 'work-items/bulk-create/', { items });

			return [
				readStatus(reply),
				at(reply.body, 'succeeded'),
				at(reply.body, 'failed'),
				readNames(at(reply.body, 'results', '0')).sort(),
			];
		},
	),
	probe(
		{ title: 'bulk-update of an empty list', rows: [485, 511], observed: 400 },
		async ({ requestV2 }) =>
			readStatus(await requestV2('POST', 'work-items/bulk-update/', { items: [] })),
	),
	probe(
		{
			title: 'a batch with all_or_none of which one row fails',
			rows: [513],
			observed: [409, 'batch_failed'],
		},
		async ({ requestV2 }) => {
			const body = { items: [{ name: 'x' }, {}], all_or_none: true };

			return readRefusal(await requestV2('POST', 'work-items/bulk-create/', body));
		},
	),
	probe(
		{ title: 'a creation with an external ID that is taken', rows: [514], observed: 409 },
		async (client) => {
			const body = { name: 'x', ...buildExternalId(client) };

			await client.requestV2('POST', 'work-items/', body);

			return readStatus(await client.requestV2('POST', 'work-items/', body));
		},
	),
	probe(
		{
			title: 'labels after [] in an update: shown by API v2, shown by API v1',
			rows: [516],
			observed: [[], []],
		},
		async ({ request, requestV2, create, createItem, unique }) => {
			const label = await create('labels/', { name: unique('Label') });
			const path = await createItem({ labels: [label] });

			await requestV2('PATCH', path, { label_ids: [] });

			return [
				at((await requestV2('GET', path)).body, 'label_ids'),
				at((await request('GET', path)).body, 'labels'),
			];
		},
	),
	probe(
		{ title: 'a label with a name that is taken', rows: [518], observed: 409 },
		async ({ requestV2, create, unique }) => {
			const name = unique('Label');

			await create('labels/', { name });

			return readStatus(await requestV2('POST', 'labels/', { name }));
		},
	),
];
