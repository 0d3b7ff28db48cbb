import { required } from '../../shared/fields/field';
import { isJsonObject } from '../../shared/fields/json';
import { asText } from '../../shared/fields/text';
import type { Upload } from '../../shared/operations/operation';
import { credentialSource } from '../../shared/operations/shared/choices';
import { isProblem } from '../../shared/result/problem';
import {
	type Credentials,
	issuedIn,
	NEUTRAL,
	objectionOf,
	valueIn,
} from '../storage/uploadCredentials';
import type { ParameterReader } from '../../shared/parameters/ParameterReader';
import { readFile } from './readFiles';

/**
 * Reads an upload: the signed credentials, in one piece or field by field, and the file.
 *
 * @returns undefined where the credentials or the file have a problem, which the reader has noted
 */
export async function readUpload(reader: ParameterReader, upload: Upload) {
	const source = reader.value(required(credentialSource));
	const read = { json: readIssued, fields: readFields };
	const credentials =
		source === 'json' || source === 'fields' ? read[source](reader, upload) : undefined;
	const file = await readFile(reader, upload.file);
	if (credentials === undefined || file === undefined) return undefined;

	const objection = objectionOf(credentials.form, file.size, Date.now());
	if (objection !== undefined) {
		const single = upload.form.find(({ wire }) => wire.toLowerCase() === objection.wire);
		const field = source === 'json' ? upload.issued : (single ?? upload.file);

		reader.note(field, objection.problem, objection.remedy);
	}

	const mimeType = valueIn(credentials.form, 'Content-Type') ?? file.mimeType;

	return { ...credentials, file: { ...file, mimeType } };
}

/** The credentials field by field; the signing fields get the provider's own names. */
function readFields(reader: ParameterReader, upload: Upload): Credentials | undefined {
	const url = reader.value(upload.url);
	const values = reader.values(upload.form);
	const given = reader.chosen('options', [upload.prefix])[upload.prefix.wire];
	if (typeof url !== 'string' || Object.keys(values).length < upload.form.length) return undefined;

	const prefix = (asText(given) ?? '') || prefixFor(asText(values[`${NEUTRAL}algorithm`]) ?? '');
	const form = Object.entries(values).map(([wire, value]) => {
		const name = wire.startsWith(NEUTRAL) ? prefix + wire.slice(NEUTRAL.length) : wire;

		return [name, asText(value) ?? ''] as const;
	});

	return { url, form };
}

/** `AWS4-HMAC-SHA256` → `x-amz-`, `GOOG4-RSA-SHA256` → `x-goog-` */
function prefixFor(algorithm: string): string {
	if (algorithm.startsWith('AWS4-')) return 'x-amz-';
	if (algorithm.startsWith('GOOG4-')) return 'x-goog-';

	return NEUTRAL;
}

/** The credentials as they were issued. */
function readIssued(reader: ParameterReader, upload: Upload): Credentials | undefined {
	const value = reader.value(upload.issued);
	const credentials = isJsonObject(value) ? issuedIn(value, upload) : undefined;
	if (!isProblem(credentials)) return credentials;

	reader.note(upload.issued, credentials.message, credentials.description);

	return undefined;
}
