import axios from 'axios';
import FormData from 'form-data';
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Place } from '../server/protocol';
import {
	CHANGE,
	CONCURRENCY,
	getRecordId,
	createForm,
	MIME_TYPE,
	createModuleName,
	buildProjectUrl,
	type BenchFile,
	type WorkOf,
} from '../work';
import type { Result } from './protocol';

/** A new connection for each request, as n8n's own helper opens it. */
const CONNECTION = { httpAgent: new Agent({ keepAlive: false }), proxy: false } as const;

const createClient = ({ apiKey }: Place) =>
	axios.create({ ...CONNECTION, headers: { 'X-API-Key': apiKey } });

/** Calls `work` for each entry, at most `concurrency` at the same time, started in their order. */
export async function forEachConcurrently<Entry>(
	entries: readonly Entry[],
	concurrency: number,
	work: (entry: Entry, index: number) => Promise<unknown>,
): Promise<void> {
	// All workers take their entries from the same iterator.
	const remaining = entries.entries();

	const runWorker = async () => {
		for (const [index, entry] of remaining) await work(entry, index);
	};

	await Promise.all(Array.from({ length: concurrency }, runWorker));
}

/** One request for each module. */
export async function update(work: WorkOf<'updates'>, concurrency: number): Promise<Result> {
	const { place, count } = work;
	const client = createClient(place);
	const ids = place.modules.slice(0, count);

	await forEachConcurrently(ids, concurrency, async (id, index) => {
		const body = { name: createModuleName(index), ...CHANGE };

		await client.patch(`${buildProjectUrl(place)}modules/${id}/`, body);
	});

	return { items: ids.length, failed: 0 };
}

/** One request for each module. */
export async function remove(work: WorkOf<'deletes'>, concurrency: number): Promise<Result> {
	const { place, count } = work;
	const client = createClient(place);
	const ids = place.modules.slice(0, count);

	await forEachConcurrently(ids, concurrency, async (id) => {
		await client.delete(`${buildProjectUrl(place)}modules/${id}/`);
	});

	return { items: ids.length, failed: 0 };
}

/** One request for each work item. */
export async function addWorkItems(
	work: WorkOf<'additions'>,
	concurrency: number,
): Promise<Result> {
	const { place, count } = work;
	const client = createClient(place);
	const url = `${buildProjectUrl(place)}modules/${getRecordId(place.modules)}/module-issues/`;
	const ids = place.workItems.slice(0, count);

	await forEachConcurrently(ids, concurrency, async (id) => {
		await client.post(url, { issues: [id] });
	});

	return { items: ids.length, failed: 0 };
}

interface Project {
	readonly identifier: string;
}

interface Page {
	readonly results: readonly Readonly<Record<string, unknown>>[];
	readonly next_cursor: string;
	readonly next_page_results: boolean;
}

/** Reads page after page by the cursor, and gives each work item its key and its address, as the node does. */
export async function followCursor({ place, project }: WorkOf<'listing'>): Promise<Result> {
	const client = createClient(place);
	const url = buildProjectUrl(place, project);
	const browseUrl = `${place.url}/${place.workspace}/browse/`;
	const { identifier } = (await client.get<Project>(url)).data;
	const records: Readonly<Record<string, unknown>>[] = [];
	let page: Page | undefined;

	while (page?.next_page_results !== false) {
		const cursor = page === undefined ? {} : { cursor: page.next_cursor };
		const params = { per_page: 100, ...cursor };
		const response = await client.get<Page>(`${url}work-items/`, { params });

		page = response.data;

		for (const record of page.results) {
			const key = `${identifier}-${String(record.sequence_id)}`;

			records.push(Object.assign(record, { key, url: `${browseUrl}${key}/` }));
		}
	}

	return { items: records.length, failed: 0, records };
}

const buildAttachmentsUrl = (place: Place): string =>
	`${buildProjectUrl(place)}work-items/${getRecordId(place.workItems)}/attachments/`;

/** A client without the API key. */
const storage = axios.create(CONNECTION);

interface IssuedCredentials {
	readonly upload_data: { readonly url: string; readonly fields: Readonly<Record<string, string>> };
	readonly asset_id: string;
}

/** Streams each file from the disk into a form of known length. */
export async function upload({ place, files }: WorkOf<'uploads'>): Promise<Result> {
	await forEachConcurrently(files, CONCURRENCY, async (file) => {
		await send({ url: place.sink, fields: createForm(file) }, file);
	});

	return { items: files.length, failed: 0 };
}

/** Gets upload credentials, uploads the file, and completes the attachment. */
export async function attach({ place, files }: WorkOf<'attachments'>): Promise<Result> {
	const client = createClient(place);
	const url = buildAttachmentsUrl(place);

	await forEachConcurrently(files, CONCURRENCY, async (file) => {
		const { name, size } = file;
		const { data } = await client.post<IssuedCredentials>(url, { name, size, type: MIME_TYPE });

		await send(data.upload_data, file);
		await client.patch(`${url}${data.asset_id}/`, { is_uploaded: true });
	});

	return { items: files.length, failed: 0 };
}

async function send(
	{ url, fields }: IssuedCredentials['upload_data'],
	file: BenchFile,
): Promise<void> {
	const form = new FormData();

	for (const [field, value] of Object.entries(fields)) form.append(field, value);
	form.append('file', createReadStream(file.path), {
		filename: file.name,
		contentType: MIME_TYPE,
		knownLength: file.size,
	});
	await storage.post(url, form, {
		headers: { ...form.getHeaders(), 'Content-Length': form.getLengthSync() },
		// To be able to follow a redirect, axios would keep the whole file in memory.
		maxRedirects: 0,
	});
}

/** A place for downloaded files. */
export interface Target {
	readonly put: (content: Readable, name: string) => Promise<void>;
	/** Returns the SHA-256 of each file, and removes the files. */
	readonly digests: () => Promise<readonly string[]>;
}

/** A new folder on the disk. */
export async function createFolderTarget(): Promise<Target> {
	const folder = await mkdtemp(join(tmpdir(), 'download-'));
	const paths: string[] = [];

	return {
		async put(content, name) {
			const path = join(folder, name);

			await pipeline(content, createWriteStream(path));
			paths.push(path);
		},
		async digests() {
			const digests = await Promise.all(paths.map(computeDigest));

			await rm(folder, { recursive: true });

			return digests;
		},
	};
}

async function computeDigest(path: string): Promise<string> {
	const hash = createHash('sha256');

	await pipeline(createReadStream(path), hash);

	return hash.digest('hex');
}

/** Gets the address of each file from the service, and streams the file into the target. */
export async function download(work: WorkOf<'downloads'>, target: Target): Promise<Result> {
	const { place, ids } = work;
	const client = createClient(place);

	await forEachConcurrently(ids, CONCURRENCY, async (id) => {
		const { headers } = await client.get<unknown>(`${buildAttachmentsUrl(place)}${id}/`, {
			maxRedirects: 0,
			validateStatus: (status) => status === 302,
		});
		const file = await storage.get<Readable>(String(headers.location), { responseType: 'stream' });

		await target.put(file.data, randomUUID());
	});

	return { items: ids.length, failed: 0, digests: target.digests };
}
