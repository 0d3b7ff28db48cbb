import axios from 'axios';
import FormData from 'form-data';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import {
	AT_ONCE,
	attachmentsUrl,
	formFor,
	MIME_TYPE,
	type Attachments,
	type BenchFile,
	type Downloads,
	type Uploads,
} from '../work';
import { clientFor, CONNECTION } from './axios';
import { digestOf } from './digest';
import type { Result } from './protocol';
import { eachAtOnce } from './requests';

/** By hand: each file streams from the disk into a form of known length. */
export async function upload({ place, files }: Uploads): Promise<Result> {
	await eachAtOnce(files, AT_ONCE, async (file) => {
		await send({ url: place.sink ?? '', fields: formFor(file) }, file);
	});
	return { items: files.length, failed: 0 };
}

/** Without the key. */
const storage = axios.create(CONNECTION);

interface Issued {
	readonly upload_data: { readonly url: string; readonly fields: Readonly<Record<string, string>> };
	readonly asset_id: string;
}

/** By hand: credentials, upload, completion. */
export async function attach({ place, files }: Attachments): Promise<Result> {
	const client = clientFor(place);
	const url = attachmentsUrl(place);
	await eachAtOnce(files, AT_ONCE, async (file) => {
		const { name, size } = file;
		const { data } = await client.post<Issued>(url, { name, size, type: MIME_TYPE });
		await send(data.upload_data, file);
		await client.patch(`${url}${data.asset_id}/`, { is_uploaded: true });
	});
	return { items: files.length, failed: 0 };
}

async function send(
	{ url, fields }: Issued['upload_data'],
	{ name, path, size }: BenchFile,
): Promise<void> {
	const form = new FormData();
	for (const [field, value] of Object.entries(fields)) form.append(field, value);
	const file = createReadStream(path);
	form.append('file', file, { filename: name, contentType: MIME_TYPE, knownLength: size });
	await storage.post(url, form, {
		headers: { ...form.getHeaders(), 'Content-Length': form.getLengthSync() },
		// To follow one, the whole file would be kept in memory.
		maxRedirects: 0,
	});
}

/** Where files are put. */
export interface Shelf {
	readonly put: (content: Readable, name: string) => Promise<void>;
	/** Tells the SHA-256 of each file, and removes them. */
	readonly digests: () => Promise<readonly string[]>;
}

/** A folder of its own on the disk. */
export async function folderShelf(): Promise<Shelf> {
	const folder = await mkdtemp(join(tmpdir(), 'download-'));
	const paths: string[] = [];
	return {
		async put(content, name) {
			const path = join(folder, name);
			await pipeline(content, createWriteStream(path));
			paths.push(path);
		},
		async digests() {
			const digests = await Promise.all(
				paths.map(async (path) => await digestOf(createReadStream(path))),
			);
			await rm(folder, { recursive: true });
			return digests;
		},
	};
}

/** By hand: the service says where the file is, and it streams to where it is put. */
export async function download({ place, ids }: Downloads, shelf: Shelf): Promise<Result> {
	const client = clientFor(place);
	await eachAtOnce(ids, AT_ONCE, async (id) => {
		const { headers } = await client.get<unknown>(`${attachmentsUrl(place)}${id}/`, {
			maxRedirects: 0,
			validateStatus: (status) => status === 302,
		});
		const { data } = await storage.get<Readable>(String(headers.location), {
			responseType: 'stream',
		});
		await shelf.put(data, randomUUID());
	});
	return { items: ids.length, failed: 0, digests: shelf.digests };
}
