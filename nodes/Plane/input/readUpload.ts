import type { JsonValue } from 'n8n-workflow';

import { required } from '../../shared/fields/field';
import { isJsonObject } from '../../shared/values/json';
import { asText } from '../../shared/values/asText';
import type { Operation } from '../../shared/operations/operation';
import { credentialSource } from '../../shared/operations/shared/choices';
import { isProblem } from '../../shared/result/problem';
import {
	type Credentials,
	parseCredentials,
	NEUTRAL_PREFIX,
	findPolicyViolation,
	getFormValue,
} from '../storage/uploadCredentials';
import { type ParameterReader, toValues } from '../../shared/parameters/ParameterReader';
import { readFile } from './readFiles';

/**
 * Reads an upload: the signed credentials, as JSON or field by field, and the file.
 *
 * @returns undefined if the credentials or the file have a problem, which the reader has collected
 */
export async function readUpload(reader: ParameterReader, upload: Operation<'upload'>) {
	const source = reader.value(required(credentialSource));
	const credentials = readCredentials(reader, upload, source);
	const file = await readFile(reader, upload.file);
	if (credentials === undefined || file === undefined) return undefined;

	const violation = findPolicyViolation(credentials.form, file.size, Date.now());
	if (violation !== undefined) {
		const formField = upload.formFields.find(({ wire }) => wire.toLowerCase() === violation.wire);
		const field = source === 'json' ? upload.credentials : (formField ?? upload.file);

		reader.addProblem(field, violation.problem, violation.remedy);
	}

	const mimeType = getFormValue(credentials.form, 'Content-Type') ?? file.mimeType;

	return { ...credentials, file: { ...file, mimeType } };
}

/** @param source the value of Credential Source */
function readCredentials(
	reader: ParameterReader,
	upload: Operation<'upload'>,
	source: JsonValue | undefined,
): Credentials | undefined {
	switch (source) {
		case 'json':
			return readJsonCredentials(reader, upload);
		case 'fields':
			return readCredentialFields(reader, upload);
		default:
			return undefined;
	}
}

/** Reads the credentials from the JSON that was issued. */
function readJsonCredentials(
	reader: ParameterReader,
	upload: Operation<'upload'>,
): Credentials | undefined {
	const value = reader.value(upload.credentials);
	const credentials = isJsonObject(value) ? parseCredentials(value, upload) : undefined;
	if (!isProblem(credentials)) return credentials;

	reader.addProblem(upload.credentials, credentials.message, credentials.description);

	return undefined;
}

/** Reads the credentials field by field; the signing fields get the names of the storage's provider. */
function readCredentialFields(
	reader: ParameterReader,
	upload: Operation<'upload'>,
): Credentials | undefined {
	const url = reader.value(upload.url);
	const values = toValues(reader.fields(upload.formFields));
	const option = reader.option(upload.signingPrefix);
	if (typeof url !== 'string' || Object.keys(values).length < upload.formFields.length) {
		return undefined;
	}

	const algorithm = asText(values[`${NEUTRAL_PREFIX}algorithm`]) ?? '';
	const prefix = (asText(option) ?? '') || prefixFor(algorithm);
	const form = Object.entries(values).map(([wire, value]) => {
		const isSigning = wire.startsWith(NEUTRAL_PREFIX);
		const name = isSigning ? prefix + wire.slice(NEUTRAL_PREFIX.length) : wire;

		return [name, asText(value) ?? ''] as const;
	});

	return { url, form };
}

/** `AWS4-HMAC-SHA256` → `x-amz-`, `GOOG4-RSA-SHA256` → `x-goog-` */
function prefixFor(algorithm: string): string {
	if (algorithm.startsWith('AWS4-')) return 'x-amz-';
	if (algorithm.startsWith('GOOG4-')) return 'x-goog-';

	return NEUTRAL_PREFIX;
}
