import { createHash, createHmac } from 'node:crypto';
import type { Store } from './store';

/** Version 4 of Amazon's signature; `credential` is `key/date/region/service/aws4_request`. */
export function signatureOf(text: string, credential: string, secret: string): string {
	const [, ...scope] = credential.split('/');
	const key = scope.reduce<string | Buffer>(
		(previous, part) => createHmac('sha256', previous).update(part).digest(),
		`AWS4${secret}`,
	);

	return createHmac('sha256', key).update(text).digest('hex');
}

const encode = (text: string): string =>
	encodeURIComponent(text).replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);

const encodeQuery = (parameters: readonly (readonly [string, string])[]): string =>
	parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');

/** The signature of a GET whose query carries everything but the signature itself. */
function querySignature(address: URL, secret: string): string {
	const parameters = [...address.searchParams].filter(([name]) => name !== 'X-Amz-Signature');
	const sorted = parameters.sort(([one], [other]) => (one < other ? -1 : 1));
	const path = address.pathname;
	const payload = 'UNSIGNED-PAYLOAD';
	const request = ['GET', path, encodeQuery(sorted), `host:${address.host}`, '', 'host', payload];
	const credential = address.searchParams.get('X-Amz-Credential') ?? '';
	const digest = createHash('sha256').update(request.join('\n')).digest('hex');
	const text = [
		'AWS4-HMAC-SHA256',
		address.searchParams.get('X-Amz-Date') ?? '',
		credential.split('/').slice(1).join('/'),
		digest,
	];

	return signatureOf(text.join('\n'), credential, secret);
}

/** An address that gives the object to whoever has it, for an hour (observed row 20). */
export function signedDownload(store: Store, key: string, fileName: string): string {
	const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
	const scope = `${date.slice(0, 8)}/us-east-1/s3/aws4_request`;
	const query = encodeQuery([
		['response-content-disposition', `attachment; filename*=UTF-8''${encode(fileName)}`],
		['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
		['X-Amz-Credential', `${store.accessKey}/${scope}`],
		['X-Amz-Date', date],
		['X-Amz-Expires', '3600'],
		['X-Amz-SignedHeaders', 'host'],
	]);
	const path = key.split('/').map(encode).join('/');
	const address = new URL(`${store.url}/${store.bucket}/${path}?${query}`);

	return `${address.href}&X-Amz-Signature=${querySignature(address, store.secretKey)}`;
}

/** Whether the signature of a signed address is right. s3rver itself does not check it. */
export function isSignedBy(address: URL, secret: string): boolean {
	return address.searchParams.get('X-Amz-Signature') === querySignature(address, secret);
}
