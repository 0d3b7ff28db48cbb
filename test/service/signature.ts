import { S3Client } from '@aws-sdk/client-s3';
import { SignatureV4 } from '@smithy/signature-v4';

const REGION = 'us-east-1';
const PAYLOAD_HASH = 'x-amz-content-sha256';

/** The credentials of a store. */
export interface Account {
	readonly accessKey: string;
	readonly secretKey: string;
}

/** An object of a store, with the credentials of the store. */
interface StoredObject extends Account {
	/** The URL of the store, without the bucket. */
	readonly url: string;
	readonly bucket: string;
	readonly key: string;
}

/** The SHA-256 of the SDK. */
const { sha256 } = new S3Client({ region: REGION }).config;

const createSigner = ({ accessKey, secretKey }: Account, region: string): SignatureV4 =>
	new SignatureV4({
		credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
		region,
		service: 's3',
		sha256,
		uriEscapePath: false,
	});

/** Parses a time such as `20261121T085901Z`. Returns an invalid date for any other text. */
const parseDate = (text: string): Date =>
	new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/**
 * Signs a text with the key of an account, such as the policy of an upload.
 *
 * @param credential `key/date/region/service/aws4_request`, as in the form
 * @returns hexadecimal
 */
export async function signText(text: string, credential: string, account: Account) {
	const [, day = '', region = REGION] = credential.split('/');

	return await createSigner(account, region).sign(text, {
		signingDate: parseDate(`${day}T000000Z`),
	});
}

/** Signs a GET of this unsigned URL. @returns the whole query */
async function presign(address: URL, account: Account, signingDate: Date, expiresIn: number) {
	const { protocol, host, hostname, port, pathname } = address;
	const payloadHash = new Set([PAYLOAD_HASH]);
	const { query = {} } = await createSigner(account, REGION).presign(
		{
			method: 'GET',
			protocol,
			hostname,
			...(port !== '' && { port: Number(port) }),
			path: pathname,
			query: Object.fromEntries(address.searchParams),
			headers: { host, [PAYLOAD_HASH]: 'UNSIGNED-PAYLOAD' },
		},
		{
			signingDate,
			expiresIn,
			unsignableHeaders: payloadHash,
			unhoistableHeaders: payloadHash,
		},
	);

	return Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
}

/** Escapes a text for a URL as real stores do, including characters that browsers leave alone. */
const escapeUri = (text: string): string =>
	encodeURIComponent(text).replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);

/** Returns a URL that anybody can download the object from, for an hour (observed row 20). */
export async function signDownloadUrl(object: StoredObject, fileName: string): Promise<string> {
	const path = object.key.split('/').map(escapeUri).join('/');
	const address = new URL(`${object.url}/${object.bucket}/${path}`);
	const disposition = `attachment; filename*=UTF-8''${escapeUri(fileName)}`;

	address.searchParams.set('response-content-disposition', disposition);
	const query = await presign(address, object, new Date(), 3600);

	address.search = query.map(([name, value]) => `${name}=${escapeUri(value)}`).join('&');

	return address.href;
}

/** Whether the signature of a URL is valid, which s3rver does not check. */
export async function hasValidSignature(address: URL, account: Account): Promise<boolean> {
	const { searchParams } = address;
	const date = parseDate(searchParams.get('X-Amz-Date') ?? '');
	const seconds = Number(searchParams.get('X-Amz-Expires'));
	if (Number.isNaN(date.getTime())) return false;

	const unsigned = new URL(address);

	for (const name of [...searchParams.keys()]) {
		if (name.startsWith('X-Amz-')) unsigned.searchParams.delete(name);
	}

	const expected = new Map(await presign(unsigned, account, date, seconds));

	return [...expected].every(([name, value]) => searchParams.get(name) === value);
}
