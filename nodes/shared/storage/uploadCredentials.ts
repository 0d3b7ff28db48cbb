import type { JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../fields/json';
import { asText, parseAddress } from '../fields/text';
import type { UploadCall } from '../model/call';
import type { Upload } from '../operations/operation';
import { type Problem, refused, type Result } from '../result/problem';

/** Where a file may be uploaded, with the form that was signed for it. */
export type Credentials = Pick<UploadCall, 'url' | 'form'>;

type Form = Credentials['form'];

/** The value of a form field, whose name may have any case. */
export const valueIn = (form: Form, wire: string): string | undefined =>
	form.find(([name]) => name.toLowerCase() === wire.toLowerCase())?.[1];

/** The part of a signing field's name that depends on the storage's provider. */
export const NEUTRAL = 'x-store-';

/**
 * Upload credentials as they were issued: `{upload_data: {url, fields}}` (row 16) or
 * `{url, fields}`.
 *
 * @returns a Problem whose message is a clause, where something is wrong with them
 */
export function issuedIn(value: JsonObject, upload: Upload): Result<Credentials> {
	const { url, fields } = isJsonObject(value.upload_data) ? value.upload_data : value;
	if (!isJsonObject(fields)) return unfit('the form fields ("fields") are missing');
	if (typeof url !== 'string' || parseAddress(url) === undefined) {
		return unfit(
			'the storage address ("url") is missing, or is not one that starts with https:// or http://',
		);
	}
	const form = Object.entries(fields).map(([name, text]) => [name, asText(text) ?? ''] as const);
	const changed = Object.keys(fields).find((name) => asText(fields[name]) === undefined);
	if (changed !== undefined) return unfit(`the form field "${changed}" is not text`);
	const missing = upload.form.filter(({ wire }) => !form.some((entry) => fills(entry, wire)));
	if (missing.length === 0) return { url, form };
	const names = missing.map(({ displayName }) => displayName).join(', ');
	return unfit(`these form fields are missing: ${names}`);
}

const unfit = (clause: string): Problem =>
	refused(clause, 'Use the whole response of the call that issued the credentials.');

/** Whether a form field as issued is this declared one, whatever the provider's prefix (row 16). */
function fills([name, value]: Form[number], wire: string): boolean {
	const issued = name.toLowerCase();
	const isSame = wire.startsWith(NEUTRAL)
		? issued.replace(/^x-[a-z]+-/, NEUTRAL) === wire
		: issued === wire.toLowerCase();
	return isSame && value.trim() !== '';
}
