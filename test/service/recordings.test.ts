import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isCut, moreOf, readRecordings, type Recording } from './recordings';
import { startService, type Service } from './service';
import { startStore } from './store';
import { at, encodeForm, exchange, send, textsOf, type Reply } from './testing/client';
import { asRecorded, Dictionary } from './testing/likeRecorded';

const recordings = readRecordings();
const indexOf = (operation: string, note = ''): number =>
	recordings.findIndex((entry) => entry.operation === operation && entry.note.startsWith(note));
const issued = indexOf('upload credentials (not in the specification)', '200');
const uploaded = indexOf('6 upload file', 'accepted');
const downloaded = indexOf('download (not in the specification)');
const limited = indexOf('any', 'the 61th request');

/** What differs from one run to the next: times, the names of files, signatures, days. */
const changing = [
	/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/,
	/\b\d{8}T\d{6}Z/,
	/\b[0-9a-f]{64}\b/,
	/\b[0-9a-f]{32}(?=-)/,
	/(?<=\/|%2F)\d{8}(?=(?:\/|%2F)us-east-1)/,
];
const mask = (text: string): string =>
	changing.reduce((masked, pattern) => masked.replace(new RegExp(pattern, 'g'), '*'), text);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const mapTexts = (value: unknown, change: (text: string) => unknown): unknown => {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change));
	if (!isObject(value)) return value;
	const entries = Object.entries(value).map(([name, entry]): [string, unknown] => [
		name,
		mapTexts(entry, change),
	]);
	return Object.fromEntries(entries);
};

/** Fields that may have any value: the policy has a test of its own, and a project its picture. */
const free = new Map([
	['policy', expect.any(String)],
	['icon', expect.any(Object)],
]);

/** What has to come, for a recorded body with our identifiers. */
function expected(recorded: unknown): unknown {
	if (typeof recorded === 'string') {
		return isCut(recorded) ? expect.stringContaining(recorded.slice(0, -1)) : recorded;
	}
	if (!isObject(recorded)) return recorded;
	if (Array.isArray(recorded)) {
		const more = moreOf(recorded.at(-1)) ?? 0;
		const shown: unknown[] = more > 0 ? recorded.slice(0, -1) : recorded;
		return [...shown.map(expected), ...Array.from({ length: more }, () => expect.anything())];
	}
	const entries = Object.entries(recorded).map(([name, value]): [string, unknown] => [
		name,
		free.get(name) ?? expected(value),
	]);
	return Object.fromEntries(entries);
}

const compared = ['Content-Type', 'Allow', 'Location', 'ETag'];
const ofLimit = ['X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After'];
const ofFile = ['Accept-Ranges', 'Content-Disposition', 'Content-Length'];

/** The headers that matter: of a store not its own limit, and those of a file where it gives one. */
function headersOf({ request }: Recording, headers: Record<string, unknown>): object {
	const isStore = !request.path.startsWith('/');
	const ofStore = request.method === 'GET' ? ofFile : [];
	const lower = Object.entries(headers).map(
		([name, value]) => [name.toLowerCase(), value] as const,
	);
	const values = new Map<string, unknown>(lower);
	const valueOf = (name: string) => values.get(name.toLowerCase());
	return {
		...Object.fromEntries(
			[...compared, ...(isStore ? ofStore : [])].map((name) => [name, valueOf(name)]),
		),
		numbers: isStore ? [] : ofLimit.filter((name) => /^\d+$/.test(String(valueOf(name)))),
	};
}

/**
 * Of the XML of a store the beginning up to its Code: the store is another product than the recorded
 * one, and what follows is its own business.
 */
const withoutRest = (body: unknown): unknown =>
	typeof body === 'string' ? body.replace(/(<Code>[^<]*)<.*/s, '$1') : body;

const replies: Reply[] = [];
let dictionary: Dictionary;

/** Two attachments of the other project: one uploaded, and one that never was. */
async function prepareDownloads(service: Service): Promise<void> {
	const item = '9c3f4324-afc6-46cc-b91d-3d21642849ae';
	const project = '2386ac28-301b-4b57-aed8-9fbca586d16c';
	const path = dictionary.translate(
		`/api/v1/workspaces/acme/projects/${project}/work-items/${item}/attachments/`,
	);
	const file = { name: 'hello.txt', type: 'text/plain', size: 11 };
	const never = '8879d886-3094-4ac5-85d0-f3dde37a23a2';
	for (const id of ['59d96c5e-124d-4d26-adad-35685cde48cb', never]) {
		const { body } = await send(service, 'POST', path, file);
		const asset = String(at(body, 'asset_id'));
		dictionary.learn(id, asset);
		if (id === never) continue;
		const fields = textsOf(at(body, 'upload_data', 'fields'));
		const form = await encodeForm(fields, { ...file, content: 'hello world' });
		await exchange(String(at(body, 'upload_data', 'url')), form);
		await send(service, 'PATCH', `${path}${asset}/`, { is_uploaded: true });
	}
}

/** The recorded form with our signed fields in place of theirs, where it has them untouched. */
async function repeatUpload({ form = {}, file }: Recording['request']): Promise<Reply> {
	const data = at(replies[issued]?.body, 'upload_data');
	const [ours, theirs] = [textsOf(at(data, 'fields')), recordings[uploaded]?.request.form];
	const fields = Object.entries(form).map(([name, value]): [string, string] => [
		name,
		value === theirs?.[name] ? (ours[name] ?? '') : value,
	]);
	const [name, size, type] = file?.file ?? ['', 0, ''];
	const content = size === 11 ? 'hello world' : 'x'.repeat(size);
	const encoded = await encodeForm(Object.fromEntries(fields), { name, type, content });
	const { text, ...reply } = await exchange(String(at(data, 'url')), encoded);
	return { ...reply, body: text };
}

/** Our request of the same kind, with our identifiers in place of the recorded ones. */
async function repeat(
	service: Service,
	{ request, note }: Recording,
	index: number,
): Promise<Reply> {
	const { method, path, query, json, form } = request;
	if (form) return await repeatUpload(request);
	if (!path.startsWith('/')) {
		// The signed address that the answer before led to.
		return await send(service, method, replies[index - 1]?.headers.location ?? '', undefined, '');
	}
	const body = note === 'body that is not JSON' ? '{not json' : json && JSON.stringify(json);
	const keys: Record<string, string> = { 'unknown key': 'plane_api_unknown', 'no key': '' };
	const address = dictionary.translate(
		query ? `${path}?${new URLSearchParams(textsOf(query)).toString()}` : path,
	);
	const sent = typeof body === 'string' ? dictionary.translate(body) : undefined;
	return await send(service, method, address, sent, keys[note]);
}

describe('the community face answers as was recorded', () => {
	const open: { close(): Promise<void> }[] = [];

	beforeAll(async () => {
		const store = await startStore();
		const options = { face: 'community', workItems: 7 } as const;
		const service = await startService({ ...options, storage: store });
		const limit = { requests: 60, windowMs: 60_000 };
		const few = await startService({ ...options, limit });
		open.push(store, service, few);
		asRecorded(service.state);
		dictionary = new Dictionary(service, {
			'https://storage.example.com': store.url,
			'access-key/': `${store.accessKey}/`,
			'access-key%2F': `${store.accessKey}%2F`,
		});
		for (let count = 0; count < limit.requests; count++) {
			await send(few, 'GET', '/api/v1/users/me/');
		}
		for (const [index, recording] of recordings.entries()) {
			if (index === downloaded) await prepareDownloads(service);
			const reply = await repeat(index === limited ? few : service, recording, index);
			replies.push(reply);
			// Right away, so that later requests know the ids of what this one made.
			dictionary.learnAll(recording.response.body, reply.body);
		}
	});

	afterAll(async () => {
		await Promise.all(open.map((server) => server.close()));
	});

	it('to all 65 requests', () => {
		expect(recordings).toHaveLength(65);
		expect(replies).toHaveLength(65);
	});

	it.each(recordings.map((recording, index) => ({ ...recording, index })))(
		'to exchange $index: $operation, $note',
		({ index, ...recording }) => {
			const { status, headers, body } = recording.response;
			const reply = replies[index];
			const ours = (value: unknown) => mapTexts(value, mask);
			const theirs = (value: unknown) =>
				ours(mapTexts(value, (text) => dictionary.translate(text)));

			expect({
				status: reply?.status,
				headers: ours(headersOf(recording, reply?.headers ?? {})),
				body: ours(withoutRest(reply?.body)),
			}).toEqual({
				status,
				headers: theirs(headersOf(recording, headers)),
				body: expected(theirs(withoutRest(body))),
			});
		},
	);
});
