import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import S3rver from 's3rver';
import { FaultyServer } from './faulty/server';
import { readFormHead, type FormHead } from './form';
import { findUploadRefusal, wrongSignature, type StoreRefusal } from './policy';
import { hasValidSignature } from './signature';

export interface StoreRequest {
	method: string;
	url: string;
	/** All headers, with their names in lower case. */
	headers: Record<string, unknown>;
	/** The text fields of an upload, in their order. */
	fields?: FormHead['fields'];
	/** Name and type of the file of an upload. */
	file?: FormHead['file'];
	/** The status before any fault, or 0 before the answer. */
	status: number;
	/** When it arrived, as `performance.now()` in milliseconds. */
	readonly at: number;
}

export interface StoredUpload {
	key: string;
	/** The size of the file in bytes. */
	size: number;
	/** In UNIX milliseconds. */
	at: number;
}

export interface Store extends Pick<FaultyServer, 'faults' | 'peakConcurrency'> {
	/** The URL without the bucket and without a trailing slash. */
	url: string;
	bucket: string;
	accessKey: string;
	secretKey: string;
	/** All requests in order, except those that a fault kept from the store. */
	requests: StoreRequest[];
	/** All uploads that were stored, in order, even if their answers were lost. */
	ledger: readonly StoredUpload[];
	/** Reads the bytes of an object. @throws Error if there is none with this key */
	read(key: string): Promise<Buffer>;
	/** Computes the SHA-256 of an object, in hexadecimal. @throws Error if there is none with this key */
	digest(key: string): Promise<string>;
	remove(key: string): Promise<void>;
	/** Returns the keys of all objects. */
	list(): Promise<string[]>;
	close(): Promise<void>;
}

const bucket = 'uploads';
// The only account that s3rver knows.
const account = { accessKey: 'S3RVER', secretKey: 'S3RVER' };

const escapeXml = (text: string): string =>
	text.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);

const missingLength: StoreRefusal = {
	status: 411,
	code: 'MissingContentLength',
	message: 'You must provide the Content-Length HTTP header.',
};

/** The longest last part of a key to which s3rver can still add the endings of its files. */
const MAX_LAST_PART_BYTES = 200;

/**
 * Lets s3rver store objects whose keys are as long as a real store allows. s3rver names a file after the
 * last part of the key and adds an ending, which can be too long for the file system.
 */
function supportLongKeys({ store }: S3rver): void {
	const getPath = store.getResourcePath.bind(store);

	store.getResourcePath = (inBucket, key = '', resource) => {
		const parts = key.split('/');
		const last = parts.pop() ?? '';
		const isLong = Buffer.byteLength(last) > MAX_LAST_PART_BYTES;
		const kept = isLong ? createHash('sha256').update(last).digest('hex') : last;

		return getPath(inBucket, [...parts, kept].join('/'), resource);
	};
}

function sendRefusal(
	refusal: StoreRefusal,
	request: IncomingMessage,
	response: ServerResponse,
): void {
	const xml = [
		'<?xml version="1.0" encoding="UTF-8"?>\n<Error>',
		`<Code>${refusal.code}</Code><Message>${escapeXml(refusal.message)}</Message>`,
		`<BucketName>${bucket}</BucketName><Resource>${escapeXml(request.url ?? '')}</Resource>`,
		'</Error>',
	].join('');

	response.writeHead(refusal.status, { 'content-type': 'application/xml' }).end(xml);
	// Reads the rest of the request, because a client may not read the answer before it has sent all.
	request.resume();
}

/**
 * Starts a real S3-compatible store (s3rver) on 127.0.0.1, in a temporary folder that `close`
 * removes. It adds the checks that s3rver lacks: policy and signature of an upload, the signature of a
 * download, and the length that Amazon's store requires.
 */
export async function startStore(options: { port?: number } = {}): Promise<Store> {
	const directory = await mkdtemp(join(tmpdir(), 'plane-store-'));
	const configureBuckets = [{ name: bucket }];
	const s3rver = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets });

	await s3rver.configureBuckets();
	supportLongKeys(s3rver);
	const handleWithS3rver = s3rver.callback();
	const requests: StoreRequest[] = [];
	const ledger: StoredUpload[] = [];

	s3rver.on('event', ({ Records }) => {
		for (const { eventName, s3 } of Records) {
			const { key, size } = s3.object;
			if (eventName === 'ObjectCreated:Post') ledger.push({ key, size, at: Date.now() });
		}
	});

	/** Returns the refusal of a request, or undefined if the store accepts it. */
	async function findRefusal(received: StoreRequest, request: IncomingMessage) {
		const { method = '', url = '', headers } = request;
		const address = new URL(url, `http://${headers.host ?? ''}`);
		const hasSignature = method === 'GET' && address.searchParams.has('X-Amz-Signature');
		if (hasSignature && !(await hasValidSignature(address, account))) return wrongSignature;

		const isForm = /^multipart\/form-data/i.test(headers['content-type'] ?? '');
		if (method !== 'POST' || !isForm) return undefined;
		if (headers['content-length'] === undefined) return missingLength;

		const head = await readFormHead(request);

		Object.assign(received, { fields: head.fields, file: head.file });

		return await findUploadRefusal(head, bucket, account);
	}

	async function answer(
		received: StoreRequest,
		request: IncomingMessage,
		response: ServerResponse,
	): Promise<void> {
		const refusal = await findRefusal(received, request);
		if (refusal) {
			sendRefusal(refusal, request, response);

			return;
		}

		await handleWithS3rver(request, response);
	}

	const faultyServer = new FaultyServer();
	const handle = faultyServer.wrap((request, response) => {
		const { method = '', url = '', headers } = request;
		const at = performance.now();
		const received: StoreRequest = { method, url, headers: { ...headers }, status: 0, at };

		requests.push(received);
		answer(received, request, response)
			.catch((error: unknown) => {
				const message = error instanceof Error ? error.message : String(error);

				sendRefusal({ status: 400, code: 'MalformedPOSTRequest', message }, request, response);
			})
			.finally(() => (received.status = response.statusCode));
	});
	const listening = await faultyServer.listen(createServer(handle), options.port);

	async function getContent(key: string) {
		const object = await s3rver.store.getObject(bucket, key);
		if (!object) throw new Error(`The store has no object ${key}.`);

		const content: AsyncIterable<Buffer> = object.content ?? Readable.from([]);

		return { content, etag: object.metadata.etag?.replaceAll('"', '') };
	}

	async function digest(key: string): Promise<string> {
		// s3rver answers an upload before the last bytes are in the file, so try again until the
		// content matches its checksum.
		for (let attempt = 0; ; attempt++) {
			const { content, etag } = await getContent(key);
			const md5 = createHash('md5');
			const sha256 = createHash('sha256');

			for await (const chunk of content) {
				md5.update(chunk);
				sha256.update(chunk);
			}

			if (md5.digest('hex') === etag) return sha256.digest('hex');
			if (attempt === 100) throw new Error(`The object ${key} is not what was uploaded.`);

			await wait(20);
		}
	}

	return Object.assign(faultyServer, {
		url: listening.url,
		bucket,
		...account,
		requests,
		ledger,
		digest,
		async read(key: string) {
			await digest(key);
			const { content } = await getContent(key);

			return await buffer(content);
		},
		remove: async (key: string) => await s3rver.store.deleteObject(bucket, key),
		async list() {
			const { objects } = await s3rver.store.listObjects(bucket, {});

			return objects.map(({ key }) => key);
		},
		async close() {
			await listening.close();
			s3rver.logger.exceptions.unhandle();
			s3rver.logger.close();
			await rm(directory, { recursive: true, force: true });
		},
	});
}
