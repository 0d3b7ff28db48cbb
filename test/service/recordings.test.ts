import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getApiKey } from './key';
import { isTruncated, readOmittedCount, readRecordings, type Recording } from './recordings';
import { startService, type Service } from './service';
import { startStore } from './store';
import { at, encodeForm, exchange, send, mapToText, type Reply } from './testing/client';
import {
	applyRecordedInterfaceState,
	applyRecordedState,
	Dictionary,
	pairInterfaceIds,
	pairRecordedIds,
} from './testing/recordedWorkspace';
import { fixClock } from './testing/fakeClock';

const specifiedExchanges = readRecordings('exchanges');
const interfaceExchanges = readRecordings('interface');
const indexOf = (operation: string, note = ''): number =>
	specifiedExchanges.findIndex(
		(entry) => entry.operation === operation && entry.note.startsWith(note),
	);
const issuedIndex = indexOf('upload credentials (not in the specification)', '200');
const uploadedIndex = indexOf('6 upload file', 'accepted');
const downloadedIndex = indexOf('download (not in the specification)');
const neverUploadedIndex = indexOf(
	'download (not in the specification)',
	'credentials were issued',
);
const limitedIndex = indexOf('any', 'the 61th request');

/** Texts that differ between runs: times, names of files, signatures, dates. */
const CHANGING_TEXTS = [
	/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/,
	/\b\d{8}T\d{6}Z/,
	/\b[0-9a-f]{64}\b/,
	/\b[0-9a-f]{32}(?=-)/,
	/(?<=\/|%2F)\d{8}(?=(?:\/|%2F)us-east-1)/,
];
const maskChanging = (text: string): string =>
	CHANGING_TEXTS.reduce((masked, pattern) => masked.replace(new RegExp(pattern, 'g'), '*'), text);

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

/** Fields that may have any value of their type, and why. */
const UNCOMPARED_FIELDS = new Map<string, [reason: string, kind: unknown]>([
	['policy', ['It has a test of its own.', expect.any(String)]],
	['icon', ['The server picks one at random for a new project.', expect.any(Object)]],
	['epoch', ['It is a time.', expect.any(Number)]],
	['progress_snapshot', ['The server draws its chart of a cycle into it.', expect.any(Object)]],
]);

/**
 * Whether only some headers were recorded: of the downloads, and of the last exchanges, made by
 * hand.
 */
const hasFewHeaders = (recording: Recording): boolean =>
	[specifiedExchanges[downloadedIndex], specifiedExchanges[neverUploadedIndex]].includes(
		recording,
	) || interfaceExchanges.indexOf(recording) >= 171;

/** Turns a recorded body with our identifiers into the expected one. */
function toExpectation(recorded: unknown): unknown {
	if (typeof recorded === 'string') {
		return isTruncated(recorded) ? expect.stringContaining(recorded.slice(0, -1)) : recorded;
	}
	if (!isObject(recorded)) return recorded;

	if (Array.isArray(recorded)) {
		const more = readOmittedCount(recorded.at(-1)) ?? 0;
		const present: unknown[] = more > 0 ? recorded.slice(0, -1) : recorded;

		return [
			...present.map(toExpectation),
			...Array.from({ length: more }, () => expect.anything()),
		];
	}

	const entries = Object.entries(recorded).map(([name, value]): [string, unknown] => [
		name,
		UNCOMPARED_FIELDS.get(name)?.[1] ?? toExpectation(value),
	]);

	return Object.fromEntries(entries);
}

const COMPARED_HEADERS = ['Content-Type', 'Allow', 'Location', 'ETag'];
const LIMIT_HEADERS = ['X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After'];
const FILE_HEADERS = ['Accept-Ranges', 'Content-Disposition', 'Content-Length'];

/** Selects the headers to compare. A store has no rate limit of Plane, but headers about the file. */
function selectHeaders(recording: Recording, headers: Record<string, unknown>): object {
	const { request, response } = recording;
	const isStore = !request.path.startsWith('/');
	const storeHeaders = isStore && request.method === 'GET' ? FILE_HEADERS : [];
	const lowerCaseNames = (all: Record<string, unknown>) =>
		new Map(Object.entries(all).map(([name, value]) => [name.toLowerCase(), value]));
	const values = lowerCaseNames(headers);
	const recorded = lowerCaseNames(response.headers);
	const readHeader = (name: string) => values.get(name.toLowerCase());
	const names = [...COMPARED_HEADERS, ...storeHeaders].filter(
		(name) => !hasFewHeaders(recording) || recorded.has(name.toLowerCase()),
	);
	// Only the first recording has the headers of the limit.
	const hasLimit = !isStore && !hasFewHeaders(recording) && specifiedExchanges.includes(recording);

	return {
		...Object.fromEntries(names.map((name) => [name, readHeader(name)])),
		numbers: hasLimit ? LIMIT_HEADERS.filter((name) => /^\d+$/.test(String(readHeader(name)))) : [],
	};
}

/**
 * Cuts the XML of a store after its Code, because this store is another product than the recorded one.
 */
const cutAfterCode = (body: unknown): unknown =>
	typeof body === 'string' ? body.replace(/(<Code>[^<]*)<.*/s, '$1') : body;

/** A service in the state of the recorded server, and its answers so far. */
interface Replay {
	service: Service;
	dictionary: Dictionary;
	replies: Reply[];
}

interface AttachedFiles {
	/** The recorded path of the attachments of a work item. `ids` are the recorded IDs of the files. */
	path: string;
	ids: readonly string[];
	file: { name: string; type: string; size: number };
}

/** Requests credentials for each file, but uploads only the first. */
async function attachFiles(
	{ service, dictionary }: Replay,
	{ path, ids: pairIds, file }: AttachedFiles,
): Promise<void> {
	const ours = dictionary.translate(path);

	for (const [index, id] of pairIds.entries()) {
		const { body } = await send(service, 'POST', ours, file);
		const asset = String(at(body, 'asset_id'));

		dictionary.learn(id, asset);
		if (index > 0) continue;

		const fields = mapToText(at(body, 'upload_data', 'fields'));
		const form = await encodeForm(fields, { ...file, content: 'hello world'.slice(0, file.size) });

		await exchange(String(at(body, 'upload_data', 'url')), form);
		await send(service, 'PATCH', `${ours}${asset}/`, { is_uploaded: true });
	}
}

const projectsPath = '/api/v1/workspaces/acme/projects/';
const demoPath = `${projectsPath}2386ac28-301b-4b57-aed8-9fbca586d16c/`;
const downloadedFiles: AttachedFiles = {
	path: `${demoPath}work-items/9c3f4324-afc6-46cc-b91d-3d21642849ae/attachments/`,
	ids: ['59d96c5e-124d-4d26-adad-35685cde48cb', '8879d886-3094-4ac5-85d0-f3dde37a23a2'],
	file: { name: 'hello.txt', type: 'text/plain', size: 11 },
};

const pressPath = `${projectsPath}de34ea18-7b3c-429a-85cb-102d08f1995e/`;
const releaseId = 'ae7facfb-6654-47c5-8169-26b34fafa2ff';
const pressFiles: AttachedFiles = {
	path: `${pressPath}work-items/${releaseId}/attachments/`,
	ids: ['ef82c875-b466-4a9b-80cb-f726140a8077'],
	file: { name: 'a.txt', type: 'text/plain', size: 3 },
};
const twoItems = { issues: [releaseId, 'c5c04658-51f5-4050-9de1-90e12eabb0c9'] };
const week49Path = `${pressPath}cycles/312b600c-d630-4e57-90b8-432731bef20d/`;
const launchPath = `${pressPath}modules/872c4a40-7d6d-4e02-9ff8-8b1641bd9b7e/`;

type UnrecordedRequest = [
	method: string,
	path: string,
	body: object,
	learned?: [id: string, ...at: string[]],
];
/** Requests that were not recorded, by the index of the recorded request that followed. */
const unrecordedRequests = new Map<number, UnrecordedRequest>([
	[
		37,
		['POST', `${pressPath}labels/`, { name: 'c' }, ['d4b1d447-1c3b-4682-9577-298fd373ff42', 'id']],
	],
	[
		73,
		[
			'POST',
			`${pressPath}work-items/`,
			{ name: 'x' },
			['7658d244-c9e1-4fd5-b2b5-67fc85b2804a', 'id'],
		],
	],
	[120, ['POST', `${week49Path}cycle-issues/`, twoItems]],
	[137, ['POST', `${launchPath}module-issues/`, twoItems]],
	[141, ['PATCH', launchPath, { status: 'completed' }]],
	// Without it, the project would have had no intake (row 78).
	[145, ['PATCH', pressPath, { intake_view: true }]],
	[
		153,
		[
			'POST',
			`${pressPath}intake-issues/`,
			{ issue: { name: 'Spam' } },
			['46bca4af-2d43-45f6-a0ad-13933f398efb', 'issue'],
		],
	],
]);
/**
 * The recorded IDs of the third and fifth state of a new project. The recorded list was cut after
 * two.
 */
const pressStateIds = [
	'10e63fed-ac64-40fd-8f31-adf6e20fbcaf',
	'8d2c7cde-65c6-4580-a41f-da7eb089d04a',
];

async function sendUnrecorded(replay: Replay, index: number): Promise<void> {
	const { service, dictionary } = replay;
	const { projects, states } = service.state;
	if (index === 27) {
		const mine = states.filter(({ project }) => project === projects[2]?.id);
		const [, , started, , cancelled] = mine;

		for (const [place, row] of [started, cancelled].entries()) {
			dictionary.learn(pressStateIds[place] ?? '', row?.id ?? '');
		}
	}
	if (index === 93) await attachFiles(replay, pressFiles);

	const step = unrecordedRequests.get(index);
	if (!step) return;

	const [method, path, body, learned] = step;
	const sent: unknown = JSON.parse(dictionary.translate(JSON.stringify(body)));
	const reply = await send(service, method, dictionary.translate(path), sent);
	const [id = '', ...steps] = learned ?? [];
	if (learned) dictionary.learn(id, String(at(reply.body, ...steps)));
}

/** Sends the recorded form. Fields that it did not change get our signed values. */
async function repeatUpload(
	{ replies }: Replay,
	{ form = {}, file }: Recording['request'],
): Promise<Reply> {
	const data = at(replies[issuedIndex]?.body, 'upload_data');
	const [ours, theirs] = [
		mapToText(at(data, 'fields')),
		specifiedExchanges[uploadedIndex]?.request.form,
	];
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

/** The API keys of recorded requests, by their note. */
const keysByNote: Record<string, string> = {
	'unknown key': 'plane_api_unknown',
	'no key': '',
	'by a user who may not': getApiKey(1),
	'by another user than the creator': getApiKey(1),
};

/** Sends a recorded request with our identifiers. */
async function repeatRequest(
	replay: Replay,
	{ request, note }: Recording,
	service = replay.service,
): Promise<Reply> {
	const { dictionary, replies } = replay;
	const { method, path, query, json, form } = request;
	if (form) return await repeatUpload(replay, request);

	if (!path.startsWith('/')) {
		// The signed URL that the previous answer redirected to.
		return await send(service, method, replies.at(-1)?.headers.location ?? '', undefined, '');
	}

	const body = note === 'body that is not JSON' ? '{not json' : json && JSON.stringify(json);
	const address = dictionary.translate(
		query ? `${path}?${new URLSearchParams(mapToText(query)).toString()}` : path,
	);
	const sent = typeof body === 'string' ? dictionary.translate(body) : undefined;

	return await send(service, method, address, sent, keysByNote[note]);
}

const limit = { requests: 60, windowMs: 60_000 };
/** The recordings, and how to bring a service into the state before each request. */
const replays = [
	{
		recordings: specifiedExchanges,
		applyState: applyRecordedState,
		ids: pairRecordedIds,
		prepareRequest: async (replay: Replay, index: number) => {
			if (index === downloadedIndex) await attachFiles(replay, downloadedFiles);
		},
	},
	{
		recordings: interfaceExchanges,
		applyState: applyRecordedInterfaceState,
		ids: pairInterfaceIds,
		prepareRequest: sendUnrecorded,
	},
];

describe.each(replays)(
	'The community server answers the $recordings.length recorded requests as recorded',
	({ recordings, applyState, ids, prepareRequest }) => {
		const openServers: { close(): Promise<void> }[] = [];
		const replies: Reply[] = [];
		let dictionary: Dictionary;

		beforeAll(async () => {
			// At this time, the recorded cycles had ended, were running, or were upcoming.
			fixClock(Date.parse('2026-11-22T06:00:00Z'));
			const store = await startStore();
			// Recorded with the key of a user whose time zone is UTC.
			const options = { serverKind: 'community', workItems: 7, timeZone: 'UTC' } as const;
			const service = await startService({ ...options, storage: store });
			const limitedService = await startService({ ...options, limit });

			openServers.push(store, service, limitedService);
			applyState(service.state);
			dictionary = new Dictionary(ids(service), {
				'https://storage.example.com': store.url,
				...Object.fromEntries(
					['access-key', 'labaccess'].flatMap((theirs) =>
						['/', '%2F'].map((end) => [theirs + end, store.accessKey + end]),
					),
				),
			});

			for (let count = 0; count < limit.requests; count++) {
				await send(limitedService, 'GET', '/api/v1/users/me/');
			}

			const replay = { service, dictionary, replies };

			for (const [index, recording] of recordings.entries()) {
				await prepareRequest(replay, index);
				const isLimited = recording === specifiedExchanges[limitedIndex];
				const reply = await repeatRequest(replay, recording, isLimited ? limitedService : service);

				replies.push(reply);
				// At once, so that later requests know the IDs of new records.
				dictionary.learnAll(recording.response.body, reply.body);
			}
		});

		afterAll(async () => {
			jest.useRealTimers();
			await Promise.all(openServers.map((server) => server.close()));
		});

		it('answers each of them', () => {
			expect(recordings).toHaveLength(recordings === interfaceExchanges ? 179 : 65);
			expect(replies).toHaveLength(recordings.length);
		});

		it.each(recordings.map((recording, index) => ({ recording, ...recording, index })))(
			'in exchange $index: $operation, $note',
			({ index, recording }) => {
				const { status, headers, body } = recording.response;
				const reply = replies[index];
				const ours = (value: unknown) => mapTexts(value, maskChanging);
				const theirs = (value: unknown) =>
					ours(mapTexts(value, (text) => dictionary.translate(text)));

				expect({
					status: reply?.status,
					headers: ours(selectHeaders(recording, reply?.headers ?? {})),
					body: ours(cutAfterCode(reply?.body)),
				}).toEqual({
					status,
					headers: theirs(selectHeaders(recording, headers)),
					body: toExpectation(theirs(cutAfterCode(body))),
				});
			},
		);
	},
);
