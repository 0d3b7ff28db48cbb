import type { IExecuteFunctions } from 'n8n-workflow';

import { required } from '../fields/field';
import { parseAddress } from '../fields/link';
import { isJsonObject } from '../fields/json';
import { asText } from '../fields/text';
import { credentialSource } from '../operations/credentialSource';
import type { StorageOperation, Upload } from '../operations/operation';
import type { StorageCall } from './call';
import { readFile } from './readFile';
import type { Reader } from './reader';

type Form = StorageCall['form'];

/**
 * Reads an upload: the signed credentials, in one piece or field by field, and the file.
 *
 * @returns undefined where the credentials or the file have a problem, which the reader has noted
 */
export async function readUpload(
	reader: Reader,
	operation: StorageOperation,
	itemIndex: number,
	context: IExecuteFunctions,
): Promise<StorageCall | undefined> {
	const { upload } = operation;
	const source = reader.value(required(credentialSource));
	const read = { json: readIssued, fields: readFields };
	const credentials =
		source === 'json' || source === 'fields' ? read[source](reader, upload) : undefined;
	const file = await readFile(reader, upload, itemIndex, context);
	if (credentials === undefined || file === undefined) return undefined;
	const type = credentials.form.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
	return {
		itemIndex,
		operation,
		...credentials,
		file: { ...file, mimeType: type ?? file.mimeType },
	};
}

interface Credentials {
	readonly url: string;
	readonly form: Form;
}

/** The part of a signing field's name that depends on the storage's provider. */
const NEUTRAL = 'x-store-';

/** The credentials field by field; the signing fields get the provider's own names. */
function readFields(reader: Reader, upload: Upload): Credentials | undefined {
	const url = reader.value(upload.url);
	const values = reader.values(upload.form);
	const given = reader.added('options', [upload.prefix])[upload.prefix.wire];
	if (typeof url !== 'string' || Object.keys(values).length < upload.form.length) return undefined;

	const prefix = asText(given) ?? '';
	const own = prefix === '' ? prefixFor(asText(values[`${NEUTRAL}algorithm`]) ?? '') : prefix;
	return {
		url,
		form: Object.entries(values).map(([wire, value]) => [
			wire.startsWith(NEUTRAL) ? own + wire.slice(NEUTRAL.length) : wire,
			asText(value) ?? '',
		]),
	};
}

/** `AWS4-HMAC-SHA256` → `x-amz-`, `GOOG4-RSA-SHA256` → `x-goog-` */
function prefixFor(algorithm: string): string {
	if (algorithm.startsWith('AWS4-')) return 'x-amz-';
	if (algorithm.startsWith('GOOG4-')) return 'x-goog-';
	return NEUTRAL;
}

/** The credentials as they were issued: `{upload_data: {url, fields}}` or `{url, fields}`. */
function readIssued(reader: Reader, upload: Upload): Credentials | undefined {
	const { issued } = upload;
	const value = reader.value(issued);
	if (!isJsonObject(value)) return undefined;
	const { url, fields } = isJsonObject(value.upload_data) ? value.upload_data : value;

	if (!isJsonObject(fields)) {
		reader.note(
			issued,
			'the form fields ("fields") are missing',
			'Give the whole answer of the call that issued the credentials.',
		);
		return undefined;
	}
	if (typeof url !== 'string' || parseAddress(url) === undefined) {
		reader.note(
			issued,
			'the storage address ("url") is missing, or is not one that starts with https:// or http://',
			'Give the whole answer of the call that issued the credentials.',
		);
		return undefined;
	}
	const form = Object.entries(fields).map(([name, text]) => [name, asText(text) ?? ''] as const);
	const changed = Object.entries(fields).find(([, text]) => asText(text) === undefined);
	if (changed !== undefined) {
		reader.note(
			issued,
			`the form field "${changed[0]}" is not text`,
			'Give the whole answer of the call that issued the credentials.',
		);
		return undefined;
	}
	const missing = upload.form.filter(({ wire }) => !form.some((entry) => fills(entry, wire)));
	if (missing.length > 0) {
		reader.note(
			issued,
			`these form fields are missing: ${missing.map(({ displayName }) => displayName).join(', ')}`,
			'Give the whole answer of the call that issued the credentials.',
		);
		return undefined;
	}
	return { url, form };
}

/** Whether a form field as issued is this one of the specification, whatever the provider's prefix. */
function fills([name, value]: Form[number], wire: string): boolean {
	const issued = name.toLowerCase();
	const same = wire.startsWith(NEUTRAL)
		? /^x-[a-z]+-/.test(issued) && issued.replace(/^x-[a-z]+-/, NEUTRAL) === wire
		: issued === wire.toLowerCase();
	return same && value.trim() !== '';
}
