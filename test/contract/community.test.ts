import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Service, ServiceOptions } from '../service/service';
import { startService } from '../service/service';
import { startStore } from '../service/store';
import { asRecorded, Dictionary, unknownId } from '../service/likeRecorded';
import type { Recording } from '../service/recordings';
import { isCut, moreOf, readRecordings } from '../service/recordings';

interface Reply {
	status: number;
	headers: Headers;
	body: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** One value out of a JSON answer: `at(body, 'results', '0', 'id')`. */
const at = (value: unknown, ...steps: string[]): unknown =>
	steps.reduce<unknown>(
		(node, step) =>
			typeof node === 'object' && node !== null
				? Object.entries(node).find(([name]) => name === step)?.[1]
				: undefined,
		value,
	);

const recordings = readRecordings();
const indexOf = (operation: string, note: string): number =>
	recordings.findIndex((entry) => entry.operation === operation && entry.note.startsWith(note));
const issued = indexOf('upload credentials (not in the specification)', '200');
const uploaded = indexOf('6 upload file', 'accepted');
const limited = indexOf('any', 'the 61th request');

/** Where an answer may differ from the recorded one, and why. */
const exceptions: { place: RegExp; reason: string }[] = [
	{
		place: /upload_data\.fields\.policy$/,
		reason: 'The policy holds the time in its first bytes; its own test reads it.',
	},
	{
		place: /results\[\d\]\.logo_props\.icon\./,
		reason: 'Each project has a picture of its own choice.',
	},
];

/** Without what differs from one run to the next: times, random names and signatures. */
const mask = (text: string): string =>
	text
		.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/g, '<time>')
		.replace(/\b\d{8}T\d{6}Z/g, '<time>')
		.replace(/\b[0-9a-f]{64}\b/g, '<signature>')
		.replace(/\b[0-9a-f]{32}(?=-)/g, '<name>')
		.replace(/(?<=\/|%2F)\d{8}(?=(\/|%2F)us-east-1)/g, '<date>');

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Every place where ours is not what was recorded, by name, type and value. */
function differences(
	recorded: unknown,
	ours: unknown,
	dictionary: Dictionary,
	place = 'body',
): string[] {
	const differs = [`${place}: ${JSON.stringify(ours)} instead of ${JSON.stringify(recorded)}`];
	if (exceptions.some((exception) => exception.place.test(place))) {
		return typeof recorded === typeof ours ? [] : differs;
	}
	if (Array.isArray(recorded)) {
		const more = moreOf(recorded.at(-1));
		const shown: unknown[] = more === undefined ? recorded : recorded.slice(0, -1);
		if (!Array.isArray(ours) || ours.length !== shown.length + (more ?? 0)) return differs;
		return shown.flatMap((entry, index) =>
			differences(entry, ours[index], dictionary, `${place}[${index}]`),
		);
	}
	if (isObject(recorded)) {
		if (!isObject(ours)) return differs;
		const names = new Set([...Object.keys(recorded), ...Object.keys(ours)]);
		return [...names].flatMap((name) =>
			name in recorded && name in ours
				? differences(recorded[name], ours[name], dictionary, `${place}.${name}`)
				: [`${place}.${name}: ${name in ours ? 'was not recorded' : 'is missing'}`],
		);
	}
	if (typeof recorded !== 'string' || typeof ours !== 'string') {
		return recorded === ours ? [] : differs;
	}
	if (isUuid(recorded)) return isUuid(ours) && dictionary.learn(recorded, ours) ? [] : differs;
	const expected = mask(dictionary.translate(recorded));
	if (isCut(expected)) return mask(ours).startsWith(expected.slice(0, -1)) ? [] : differs;
	return mask(ours) === expected ? [] : differs;
}

const compared = ['Content-Type', 'Allow', 'Location', 'Retry-After', 'ETag'];
const ofLimit = ['X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const ofFile = ['Accept-Ranges', 'Content-Disposition', 'Content-Length'];

function headerDifferences(recorded: Recording, ours: Reply, dictionary: Dictionary): string[] {
	const isStore = !recorded.request.path.startsWith('/');
	const theirs = new Headers(
		Object.entries(recorded.response.headers).map(([name, value]): [string, string] => [
			name,
			dictionary.translate(value),
		]),
	);
	// The store's own limit is not the service's.
	const isDownload = isStore && recorded.request.method === 'GET';
	const names = [...compared, ...(isStore ? [] : ofLimit), ...(isDownload ? ofFile : [])];
	return names.flatMap((name) => {
		const [expected, found] = [theirs.get(name), ours.headers.get(name)];
		const same =
			ofLimit.includes(name) || name === 'Retry-After'
				? (expected === null) === (found === null) && /^\d+$/.test(found ?? '0')
				: mask(expected ?? '') === mask(found ?? '');
		return same ? [] : [`${name}: ${found ?? 'none'} instead of ${expected ?? 'none'}`];
	});
}

/**
 * JSON as what it says, and of the XML of a store the beginning up to its Code: the store is another
 * product than the recorded one, and what follows is its own business.
 */
function readBody(text: string): unknown {
	if (!text.startsWith('<?xml')) {
		try {
			return text === '' ? '' : JSON.parse(text);
		} catch {
			return text;
		}
	}
	const [start = '', code = ''] = /^[\s\S]*?<Code>([^<]*)/.exec(text) ?? [];
	return { start: start.slice(0, start.length - code.length), code };
}

const open: { close(): Promise<void> }[] = [];

async function startCommunity(options: ServiceOptions = {}): Promise<Service> {
	const service = await startService({ face: 'community', workItems: 7, ...options });
	open.push(service);
	return service;
}

afterAll(async () => {
	await Promise.all(open.splice(0).map((opened) => opened.close()));
});

async function send(
	service: Service,
	method: string,
	path: string,
	body?: string,
	key: string | undefined = service.apiKey,
): Promise<Reply> {
	const headers: Record<string, string> = key === '' ? {} : { 'X-API-Key': key };
	if (body !== undefined) headers['Content-Type'] = 'application/json';
	const address = path.startsWith('/') ? service.url + path : path;
	const answer = await fetch(address, {
		...{ method, headers, redirect: 'manual' },
		...(body === undefined ? {} : { body }),
	});
	return {
		status: answer.status,
		headers: answer.headers,
		body: readBody(await answer.text()),
	};
}

function formOf(
	fields: Record<string, string>,
	name: string,
	size: number,
	type: string,
): FormData {
	const form = new FormData();
	for (const [field, value] of Object.entries(fields)) form.append(field, value);
	const content = size === 11 ? 'hello world' : 'x'.repeat(size);
	form.append('file', new Blob([content], { type }), name);
	return form;
}

async function upload(url: string, form: FormData): Promise<Reply> {
	const answer = await fetch(url, { method: 'POST', body: form });
	return { status: answer.status, headers: answer.headers, body: readBody(await answer.text()) };
}

const textsOf = (value: unknown): Record<string, string> =>
	isObject(value)
		? Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]))
		: {};

describe('the recorded exchanges', () => {
	const replies: Reply[] = [];
	let dictionary: Dictionary;

	/** Two attachments of the other project: one uploaded, and one that never was. */
	async function prepareDownloads(service: Service): Promise<void> {
		const [uploadedId, neverId] = [
			'59d96c5e-124d-4d26-adad-35685cde48cb',
			'8879d886-3094-4ac5-85d0-f3dde37a23a2',
		];
		const item = '9c3f4324-afc6-46cc-b91d-3d21642849ae';
		const project = '2386ac28-301b-4b57-aed8-9fbca586d16c';
		const path = dictionary.translate(
			`/api/v1/workspaces/acme/projects/${project}/work-items/${item}/attachments/`,
		);
		const file = JSON.stringify({ name: 'hello.txt', type: 'text/plain', size: 11 });
		for (const id of [uploadedId, neverId]) {
			const { body } = await send(service, 'POST', path, file);
			dictionary.learn(id, String(at(body, 'asset_id')));
			if (id === neverId) continue;
			const fields = textsOf(at(body, 'upload_data', 'fields'));
			const url = String(at(body, 'upload_data', 'url'));
			await upload(url, formOf(fields, 'hello.txt', 11, 'text/plain'));
			const complete = `${path}${String(at(body, 'asset_id'))}/`;
			await send(service, 'PATCH', complete, '{"is_uploaded": true}');
		}
	}

	function sendForm({ form = {}, file }: Recording['request']): Promise<Reply> {
		const data = at(replies[issued]?.body, 'upload_data');
		const ours = textsOf(at(data, 'fields'));
		const untouched = recordings[uploaded]?.request.form ?? {};
		const fields = Object.entries(form).map(([name, value]): [string, string] => [
			name,
			value === untouched[name] ? (ours[name] ?? '') : value,
		]);
		const [name, size, type] = file?.file ?? ['', 0, ''];
		return upload(String(at(data, 'url')), formOf(Object.fromEntries(fields), name, size, type));
	}

	/** Our request of the same kind, with our identifiers in place of the recorded ones. */
	async function repeat(service: Service, recording: Recording, index: number): Promise<Reply> {
		const { method, path, query, json, form } = recording.request;
		if (form) return await sendForm(recording.request);
		if (!path.startsWith('/')) {
			// The signed address that the answer before led to.
			return await send(
				service,
				method,
				replies[index - 1]?.headers.get('location') ?? '',
				undefined,
				'',
			);
		}
		const parameters = Object.entries(query ?? {}).map(([name, value]): [string, string] => [
			name,
			String(value),
		]);
		const address = `${path}?${new URLSearchParams(parameters).toString()}`;
		const notJson = recording.note === 'body that is not JSON' ? '{not json' : undefined;
		const body = json === undefined ? notJson : JSON.stringify(json);
		const keys: Record<string, string> = { 'unknown key': 'plane_api_unknown', 'no key': '' };
		const translated = dictionary.translate(query ? address : path);
		const ours = body === undefined ? undefined : dictionary.translate(body);
		return await send(service, method, translated, ours, keys[recording.note]);
	}

	beforeAll(async () => {
		const store = await startStore();
		open.push(store);
		const service = await startCommunity({ storage: store });
		asRecorded(service.state);
		dictionary = new Dictionary(service, {
			'https://storage.example.com': store.url,
			'access-key/': `${store.accessKey}/`,
			'access-key%2F': `${store.accessKey}%2F`,
		});
		for (const [index, recording] of recordings.entries()) {
			if (
				recording.operation.startsWith('download') &&
				index === indexOf(recording.operation, '')
			) {
				await prepareDownloads(service);
			}
			if (index === limited) {
				const few = await startCommunity({ limit: { requests: 60, windowMs: 60_000 } });
				for (let count = 0; count < 60; count++) await send(few, 'GET', '/api/v1/users/me/');
				replies.push(await repeat(few, recording, index));
			} else {
				replies.push(await repeat(service, recording, index));
			}
			// Right away, so that later requests know the ids of what this one made.
			differences(recording.response.body, replies[index]?.body, dictionary);
		}
	});

	it('are 65, and each of them is repeated', () => {
		expect(recordings).toHaveLength(65);
		expect(replies).toHaveLength(65);
	});

	it.each(recordings.map((recording, index) => ({ ...recording, index })))(
		'$index: $operation, $note',
		(recording) => {
			const { index, response } = recording;
			const reply = replies[index];
			if (!reply) throw new Error('This exchange was not repeated.');
			const theirs = typeof response.body === 'string' ? readBody(response.body) : response.body;

			expect({
				status: reply.status,
				headers: headerDifferences(recording, reply, dictionary),
				body: differences(theirs, reply.body, dictionary),
			}).toEqual({ status: response.status, headers: [], body: [] });
		},
	);
});

describe('the face community', () => {
	const base = '/api/v1/workspaces/acme/';
	const inProject = ({ state }: Service): string =>
		`${base}projects/${state.projects[0]?.id ?? ''}/`;
	const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);
	const post = async (service: Service, path: string, body: object): Promise<Reply> =>
		await send(service, 'POST', path, JSON.stringify(body));
	const patch = async (service: Service, path: string, body: object): Promise<Reply> =>
		await send(service, 'PATCH', path, JSON.stringify(body));
	const listed = (body: unknown, name: string): unknown[] =>
		(Array.isArray(body) ? body : []).map((row: unknown) => at(row, name));

	it('redirects every path without its slash to the one with it, query and prefix included', async () => {
		const service = await startCommunity({ prefix: '/plane' });
		const path = `${inProject(service)}work-items`;
		const reply = await send(service, 'GET', `${path}?per_page=2`);
		expect(reply.status).toBe(301);
		expect(reply.headers.get('location')).toBe(`/plane${path}/?per_page=2`);
		expect((await post(service, `${inProject(service)}labels`, { name: 'x' })).status).toBe(301);
		expect((await send(service, 'GET', `${inProject(service)}pages`)).status).toBe(404);
	});

	it('has no page for what the edition lacks, and none for an id that is no UUID', async () => {
		const service = await startCommunity();
		const paths = ['customers/', 'initiatives/', 'teamspaces/', 'customer-properties/'];
		const upper = inProject(service).replace(/projects\/.*/, (text) => text.toUpperCase());
		for (const path of [...paths.map((name) => base + name), upper, `${base}projects/1/states/`]) {
			const reply = await send(service, 'GET', path);
			expect(reply).toMatchObject({ status: 404, body: { error: 'Page not found.' } });
			expect(reply.headers.get('x-ratelimit-remaining')).toBeNull();
		}
	});

	it('lets nobody see a project that is not there', async () => {
		const reply = await send(await startCommunity(), 'GET', `${base}projects/${unknownId}/states/`);
		expect(reply).toMatchObject({
			status: 403,
			body: { detail: 'You do not have permission to perform this action.' },
		});
		expect(reply.headers.get('x-ratelimit-remaining')).toBeNull();
	});

	it('gives any page directly, and each work item once, newest first', async () => {
		const service = await startCommunity({ workItems: 250 });
		const found: unknown[] = [];
		for (const page of [2, 0, 1]) {
			const query = `per_page=100&cursor=100:${page}:0&limit=1&offset=7&assignee=x&anything=1`;
			const { body } = await send(service, 'GET', `${inProject(service)}work-items/?${query}`);
			expect(at(body, 'next_cursor')).toBe(`100:${page + 1}:0`);
			expect(at(body, 'next_page_results')).toBe(page < 2);
			found.push(...listed(at(body, 'results'), 'sequence_id'));
		}
		const descending = Array.from({ length: 250 }, (_, index) => 250 - index);
		expect(found).toEqual([...descending.slice(200), ...descending.slice(0, 200)]);
	});

	it('adds to a module what it knows, and says no word about the rest', async () => {
		const service = await startCommunity();
		const { modules, workItems } = service.state;
		const path = `${inProject(service)}modules/${modules[0]?.id ?? ''}/module-issues/`;
		const ids = idsOf(workItems.slice(0, 2));
		const other = workItems.at(-1)?.id;

		const first = await post(service, path, { issues: ids });
		const again = await post(service, path, { issues: [...ids, unknownId, other] });
		const none = await post(service, path, { issues: [unknownId] });

		expect(listed(first.body, 'issue').sort()).toEqual([...ids].sort());
		expect([again.status, none.status]).toEqual([200, 200]);
		expect(again.body).toEqual(first.body);
		expect(none.body).toEqual(first.body);
		expect(modules[0]?.issues).toHaveLength(2);
		expect(await post(service, path, {})).toMatchObject({ status: 400 });
	});

	it('adds to a cycle all or nothing, and takes them from the cycle where they were', async () => {
		const service = await startCommunity();
		const [one, two] = service.state.cycles;
		const pathOf = (id = '') => `${inProject(service)}cycles/${id}/cycle-issues/`;
		const ids = idsOf(service.state.workItems.slice(0, 2));

		const refused = await post(service, pathOf(one?.id), { issues: [...ids, unknownId] });
		expect(refused).toMatchObject({ status: 400, body: { error: 'The payload is not valid' } });
		expect(one?.issues).toEqual([]);
		await post(service, pathOf(one?.id), { issues: ids });
		expect((await post(service, pathOf(one?.id), { issues: ids })).body).toHaveLength(2);
		await post(service, pathOf(two?.id), { issues: ids.slice(1) });
		expect([one?.issues, two?.issues]).toEqual([ids.slice(0, 1), ids.slice(1)]);
	});

	it.each([
		[{ members: [unknownId] }, { members: { 0: [expect.stringContaining('Invalid pk')] } }],
		[{ lead: 'nope' }, { lead: ['“nope” is not a valid UUID.'] }],
		[{ name: '' }, { name: ['This field may not be blank.'] }],
		[{ status: null }, { status: ['This field may not be null.'] }],
		[
			{ target_date: '2026-02-30', status: 'x' },
			{
				target_date: [expect.stringContaining('wrong format')],
				status: ['"x" is not a valid choice.'],
			},
		],
		[
			{ start_date: '2026-03-02', target_date: '2026-03-01' },
			{ non_field_errors: ['Start date cannot exceed target date'] },
		],
		[{ name: 'Opening week' }, { error: 'Module with this name already exists' }],
		[[], { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] }],
	])('refuses %j of a module with %j and changes nothing', async (body, expected) => {
		const service = await startCommunity();
		const before = structuredClone(service.state);
		const path = `${inProject(service)}modules/${service.state.modules[0]?.id ?? ''}/`;
		expect(await patch(service, path, body)).toMatchObject({ status: 400, body: expected });
		expect(service.state).toEqual(before);
	});

	it('shows one text of a link, the title', async () => {
		const service = await startCommunity();
		const [link] = service.state.links;
		const path = `${inProject(service)}work-items/${link?.issue ?? ''}/links/${link?.id ?? ''}/`;
		await patch(service, path, { name: 'ignored' });
		expect(link?.name).toBe('Draft 1');
		await patch(service, path, { title: 'taken' });
		expect(link?.name).toBe('taken');
		// The title is this face's name for what the contract calls name.
		expect(service.requests.map(({ operation, problem }) => [operation, problem])).toEqual([
			['workItemLink.update', undefined],
			['workItemLink.update', undefined],
		]);
	});

	it('notes what the contract has against a request, and refuses nothing for that', async () => {
		const service = await startCommunity();
		const reply = await post(service, `${inProject(service)}labels/`, { name: 'x', extra: 1 });
		expect(reply.status).toBe(201);
		expect(service.requests[0]).toMatchObject({
			operation: 'label.create',
			problem: expect.stringContaining('"extra"'),
			body: { name: 'x', extra: 1 },
		});
	});

	it.each([
		['{x}', 'Expecting property name enclosed in double quotes: line 1 column 2 (char 1)'],
		['{"a" 1}', "Expecting ':' delimiter: line 1 column 6 (char 5)"],
		['{"a": 1 2}', "Expecting ',' delimiter: line 1 column 9 (char 8)"],
		['{"a": ', 'Expecting value: line 1 column 7 (char 6)'],
		['{"a": 1}\n3', 'Extra data: line 2 column 1 (char 9)'],
	])('says of %s: %s', async (body, problem) => {
		const service = await startCommunity();
		const reply = await send(service, 'POST', `${inProject(service)}labels/`, body);
		expect(reply).toMatchObject({ status: 400, body: { detail: `JSON parse error - ${problem}` } });
		expect(service.requests[0]?.body).toBe(body);
	});

	it('takes a file with the policy that it issued, and gives it to whoever has the address', async () => {
		const store = await startStore();
		open.push(store);
		const service = await startCommunity({ storage: store });
		const item = service.state.workItems[0]?.id ?? '';
		const path = `${inProject(service)}work-items/${item}/attachments/`;
		const name = `größe & (1)'s.txt`;

		const issuing = await post(service, path, { name, type: 'text/plain', size: 11 });
		const data = at(issuing.body, 'upload_data');
		const fields = textsOf(at(data, 'fields'));
		const policy: unknown = JSON.parse(Buffer.from(fields.policy ?? '', 'base64').toString());
		expect(policy).toMatchObject({
			expiration: expect.any(String),
			conditions: expect.arrayContaining([['content-length-range', 1, 11]]),
		});
		await upload(String(at(data, 'url')), formOf(fields, name, 11, 'text/plain'));
		const asset = `${path}${String(at(issuing.body, 'asset_id'))}/`;
		expect((await send(service, 'GET', asset)).status).toBe(400);
		await patch(service, asset, { is_uploaded: true });
		const location = (await send(service, 'GET', asset)).headers.get('location') ?? '';

		expect(await (await fetch(location)).text()).toBe('hello world');
		const forged = location.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
		expect((await fetch(forged)).status).toBe(403);
	});
});
