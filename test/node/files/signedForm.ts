import type { JsonValue } from 'n8n-workflow';

/** The origin of the storage. */
export const STORAGE = 'https://storage.example.com';

export const UPLOADS = `${STORAGE}/uploads`;

/** Parts of a signed form that are not the usual ones. */
export interface FormParts {
	readonly url?: string;
	/** Fields besides the usual ones, or instead of them. */
	readonly fields?: Readonly<Record<string, string>>;
}

/** A signed form, as in row 16. Without other fields, its policy allows everything. */
export const signedForm = ({ url = UPLOADS, fields = {} }: FormParts = {}) => ({
	url,
	fields: {
		'Content-Type': 'text/plain',
		key: 'acme/notes.txt',
		policy: encodePolicy([]),
		'x-amz-algorithm': 'AWS4-HMAC-SHA256',
		'x-amz-credential': 'me/20261121/us-east-1/s3',
		'x-amz-date': '20261121T085901Z',
		'x-amz-signature': '5e1f',
		...fields,
	},
});

/** Encodes the policy of a form, whose shape is that of row 16. */
export const encodePolicy = (
	conditions: readonly JsonValue[],
	expiration = '2999-01-01T00:00:00Z',
): string => Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64');

/** A file of three bytes. It is in the item, because reading it from the disk would take real time. */
export const fileInItem = (name: string, mimeType = 'text/plain') => ({
	content: Buffer.from('abc'),
	name,
	mimeType,
	inMemory: true,
});
