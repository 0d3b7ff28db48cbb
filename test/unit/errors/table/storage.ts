import { upload } from './calls';
import { AS_ISSUED, LATER, NEW_CREDENTIALS, STORAGE_ADDRESS, VALUES } from './remedies';
import { alike, row, type Row } from './row';

/** What a storage says in XML: its code, and its words. */
const xml = (code: string, words: string, more = '') =>
	`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${words}</Message>${more}<RequestId>18EA03C3EBFB0842</RequestId></Error>`;

type Said = readonly [title: string, status: number, code: string, words: string];

/** Rows that the storage explains in XML: its words stand behind the message, its code at the end. */
const inXml = (message: string, remedy: string, rows: readonly Said[]): readonly Row[] =>
	rows.map(([title, status, code, words]) =>
		row(
			title,
			upload,
			[status, xml(code, words)],
			`${message}: ${words}`,
			`${remedy} Code: ${code}.`,
		),
	);

/** Rows of refusals by the policy that tell a condition, which may hold a secret. */
const byCondition = (rows: readonly (readonly [field: string, condition: string])[]) =>
	rows.map(([field, condition]) =>
		row(
			`another ${field} than the policy says`,
			upload,
			[
				403,
				xml('AccessDenied', `Invalid according to Policy: Policy Condition failed: [${condition}]`),
			],
			`The field ${field} does not match what the upload credentials allow`,
			`${AS_ISSUED} Code: AccessDenied.`,
		),
	);

const EXPIRED = 'They are valid for a short time only: get new ones right before the upload.';
const ONLY_ISSUED = 'Send only the fields that were issued with them.';
const CHECK = 'Check the upload credentials and the file of this item.';
const EXTRA = 'Invalid according to Policy: Extra input fields: acl';
const BUCKET = '<Endpoint>uploads.s3.eu-west-1.amazonaws.com</Endpoint>';
const TOO_LARGE = '<html><head><title>413 Request Entity Too Large</title></head></html>';

/** What storages respond to an upload. */
export const storage: readonly Row[] = [
	...inXml(
		'The file is smaller than the upload credentials allow',
		'They were issued for a larger file. Get new ones for 100 bytes, the size of this one.',
		[['too small', 400, 'EntityTooSmall', 'It is smaller than the minimum']],
	),
	...inXml(
		'The file is larger than the upload credentials allow',
		'They were issued for a smaller file. Get new ones for 100 bytes, the size of this one.',
		[['too large', 400, 'EntityTooLarge', 'It exceeds the maximum allowed size']],
	),
	...inXml('The upload credentials have expired', EXPIRED, [
		['expired', 403, 'AccessDenied', 'Invalid according to Policy: Policy expired'],
		['expired session', 400, 'ExpiredToken', 'The provided token has expired'],
	]),
	...inXml('The upload credentials do not allow the field acl', ONLY_ISSUED, [
		['a field that the policy does not name', 403, 'AccessDenied', EXTRA],
	]),
	row(
		'the same as another store says it',
		upload,
		[403, xml('AccessDenied', '&quot;acl&quot; not specified in the policy.')],
		'The upload credentials do not allow the field acl: "acl" not specified in the policy',
		`${ONLY_ISSUED} Code: AccessDenied.`,
	),
	...byCondition([
		['Content-Type', '&quot;eq&quot;, &quot;$Content-Type&quot;, &quot;text/plain&quot;'],
		['bucket', '&quot;starts-with&quot;, &quot;$bucket&quot;, &quot;up&quot;'],
	]),
	...inXml('The storage does not accept the upload credentials', NEW_CREDENTIALS, [
		['denied for another reason', 403, 'AccessDenied', 'Access Denied'],
		['an unknown signer', 403, 'InvalidAccessKeyId', 'The key ID does not exist in our records'],
	]),
	...alike('The storage does not accept the upload credentials', NEW_CREDENTIALS, [
		['nothing', upload, [403, '']],
	]),
	row(
		'a wrong signature',
		upload,
		[403, xml('SignatureDoesNotMatch', 'No.', '<StringToSign>secret</StringToSign>')],
		'The signature of the upload credentials does not match their other fields: No',
		`${AS_ISSUED} Code: SignatureDoesNotMatch.`,
	),
	...inXml('The storage cannot read the policy of the upload credentials', AS_ISSUED, [
		['a policy that is no JSON', 400, 'InvalidPolicyDocument', 'Invalid Policy: Invalid JSON'],
	]),
	...inXml('The storage was not found at its address', STORAGE_ADDRESS, [
		['no such bucket', 404, 'NoSuchBucket', 'The specified bucket does not exist'],
		['no way to upload', 405, 'MethodNotAllowed', 'The method is not allowed'],
	]),
	row(
		'another bucket address',
		upload,
		[301, xml('PermanentRedirect', 'It must be addressed elsewhere.', BUCKET)],
		'The storage redirects to uploads.s3.eu-west-1.amazonaws.com, which was not followed',
		`${STORAGE_ADDRESS} Code: PermanentRedirect.`,
	),
	...alike(
		'The storage redirects to https://login.example.com/, which was not followed',
		STORAGE_ADDRESS,
		[['no redirect of success', upload, [303, '', { location: 'https://login.example.com/?a=b' }]]],
	),
	...alike('The storage redirects to another address, which was not followed', STORAGE_ADDRESS, [
		['not changed', upload, [304, '']],
	]),
	...inXml('The storage refused the upload', CHECK, [
		['a form that it cannot read', 400, 'MalformedPOSTRequest', 'It is not well-formed'],
	]),
	...alike('The storage refused the upload', `${CHECK} Code: InvalidPart.`, [
		['a code alone', upload, [400, '<?xml version="1.0"?><Error><Code>InvalidPart</Code></Error>']],
	]),
	...alike('The storage refused the upload', CHECK, [
		['JSON', upload, [400, { error: { message: 'Invalid upload' } }], 'Invalid upload'],
		['plain text', upload, [400, 'No room for you'], 'No room for you'],
	]),
	...inXml(
		'The storage waited too long for the file',
		'The connection may be slow. Try again later, with new upload credentials.',
		[['a file that came too slowly', 400, 'RequestTimeout', 'It was not read in time']],
	),
	...inXml('The storage received too many requests', 'Wait a minute, then try again.', [
		['too many uploads', 503, 'SlowDown', 'Please reduce your request rate'],
	]),
	...inXml('The storage failed with status 500', LATER, [
		['a failure', 500, 'InternalError', 'We encountered an internal error'],
	]),
	...inXml(
		'The clock of the storage and that of the server that issued the upload credentials differ',
		'Ask whoever runs them to have both clocks set by a time server.',
		[['a wrong clock', 403, 'RequestTimeTooSkewed', 'The difference is too large']],
	),
	...inXml(
		'The storage considers the key too long',
		'Give the file a shorter name, and get new upload credentials for it.',
		[['a long key', 400, 'KeyTooLongError', 'Your key is too long']],
	),
	...inXml(
		'The storage was not told the length of the upload',
		'A proxy in between may have dropped it: ask whoever runs the proxy.',
		[['no length', 411, 'MissingContentLength', 'You must provide the length']],
	),
	...inXml(
		'The storage has no room for the file',
		'Ask whoever runs it to make room, then get new upload credentials.',
		[
			['a full disk', 507, 'XMinioStorageFull', 'Please delete a few objects to proceed'],
			['a quota that is used up', 400, 'QuotaExceeded', 'Quota exceeded'],
		],
	),
	...alike(
		'The storage, or a proxy in front of it, considers the file too large',
		'Ask whoever runs it to allow 100 bytes, the size of this file.',
		[['a proxy before it that takes no large files', upload, [413, TOO_LARGE]]],
	),
	...alike('The storage refused the request with status 418', VALUES, [
		['a server that is none', upload, [418, 'I am a teapot'], 'I am a teapot'],
	]),
];
