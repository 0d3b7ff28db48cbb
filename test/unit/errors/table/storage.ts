import { nodeUpload, upload, uploadToBaseUrl } from './calls';
import { IF_IT_LASTS, AS_ISSUED, NEW_CREDENTIALS, STORAGE_ADDRESS, VALUES } from './remedies';
import { alike, row, type Row } from './row';

/**
 * An error of a storage in XML, with a code and a message from the lists of errors of S3 and MinIO
 * (recorded: `exchanges` 43 to 45).
 */
const xml = (code: string, words: string, more = '') =>
	`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${words}</Message>${more}<RequestId>18EA03C3EBFB0842</RequestId></Error>`;

const FOR_LARGER =
	'They were issued for a larger file. Get new ones for 100 bytes, the size of this one.';
const FOR_SMALLER =
	'They were issued for a smaller file. Get new ones for 100 bytes, the size of this one.';
const PLANE_ISSUED =
	'Plane issued the upload credentials for this file. If this keeps happening, ask whoever runs the server to check its storage and the clocks of both.';
const FROM_BASE_URL =
	'Plane made this address from the Base URL of the credential: enter the address there that browsers use for Plane. If it is that one already, ask whoever runs the server to check the address of its storage.';
const DENIED = 'The storage does not accept the upload credentials';
const UNREADABLE = 'The storage cannot read the policy of the upload credentials';
const CHECK = 'Check the upload credentials and the file of this item.';
const SLOW = 'The connection may be slow. Try again later, with new upload credentials.';
const SHORTER_NAME = 'Give the file a shorter name, and get new upload credentials for it.';
const PROXY = 'A proxy in between may have dropped it: ask whoever runs the proxy.';
const FULL = 'Ask whoever runs it to make room, then get new upload credentials.';
const EXPIRED = 'They are valid for a short time only: get new ones right before the upload. Code:';
const ONLY_ISSUED = 'Send only the fields that were issued with them. Code: AccessDenied.';
const EXTRA = 'Invalid according to Policy: Extra input fields: acl';
const UNSPECIFIED = '"acl" not specified in the policy';
const QUOTED = UNSPECIFIED.replaceAll('"', '&quot;');
const BUCKET = '<Endpoint>uploads.s3.eu-west-1.amazonaws.com</Endpoint>';
const TOO_LARGE = '<html><head><title>413 Request Entity Too Large</title></head></html>';

type Code = readonly [
	code: string,
	status: number,
	message: string,
	remedy: string,
	again?: string,
];

/** Codes whose texts do not depend on the message. */
const codes: readonly Code[] = [
	['EntityTooSmall', 400, 'The file is smaller than the upload credentials allow', FOR_LARGER],
	['EntityTooLarge', 400, 'The file is larger than the upload credentials allow', FOR_SMALLER],
	['AccessDenied', 403, DENIED, NEW_CREDENTIALS],
	['InvalidAccessKeyId', 403, DENIED, NEW_CREDENTIALS],
	['InvalidPolicyDocument', 400, UNREADABLE, AS_ISSUED],
	['NoSuchBucket', 404, 'The storage was not found at its address', STORAGE_ADDRESS],
	['MethodNotAllowed', 405, 'The storage was not found at its address', STORAGE_ADDRESS],
	['MalformedPOSTRequest', 400, 'The storage refused the upload', CHECK],
	['RequestTimeout', 400, 'The storage waited too long for the file', SLOW],
	['SlowDown', 503, 'The storage received too many requests', '', 'Wait a minute, then try again.'],
	['InternalError', 500, 'The storage failed with status 500', IF_IT_LASTS, 'Try again later.'],
	[
		'RequestTimeTooSkewed',
		403,
		'The clock of the storage and that of the server that issued the upload credentials differ',
		'Ask whoever runs them to have both clocks set by a time server.',
	],
	['KeyTooLongError', 400, 'The storage considers the key too long', SHORTER_NAME],
	['MissingContentLength', 411, 'The storage did not receive the length of the upload', PROXY],
	['XMinioStorageFull', 507, 'The storage has no room for the file', FULL],
	['QuotaExceeded', 400, 'The storage has no room for the file', FULL],
];

/** Rows of refusals by the policy that quote a condition, which may hold a secret. */
const byCondition = (rows: readonly (readonly [field: string, condition: string])[]) =>
	rows.map(([field, condition]) =>
		row(
			`a ${field} that the policy does not allow`,
			upload,
			[403, xml('AccessDenied', `Policy Condition failed: [${condition}]`)],
			`The field ${field} does not match what the upload credentials allow`,
			`${AS_ISSUED} Code: AccessDenied.`,
		),
	);

/** Responses of storages to an upload. */
export const storage: readonly Row[] = [
	...codes.map(([code, status, message, remedy, again = '']) =>
		row(
			code,
			upload,
			[status, xml(code, 'So.')],
			`${message}: So`,
			`${remedy} Code: ${code}. ${again}`.trim(),
		),
	),
	...alike('The upload credentials have expired', `${EXPIRED} AccessDenied.`, [
		['expired', upload, [403, xml('AccessDenied', 'Policy expired.')], 'Policy expired'],
	]),
	...alike('The upload credentials have expired', `${EXPIRED} ExpiredToken.`, [
		['an expired session', upload, [400, xml('ExpiredToken', 'It has expired.')], 'It has expired'],
	]),
	...alike('The upload credentials do not allow the field acl', ONLY_ISSUED, [
		['an extra field', upload, [403, xml('AccessDenied', `${EXTRA}.`)], EXTRA],
		['an extra field at another storage', upload, [403, xml('AccessDenied', QUOTED)], UNSPECIFIED],
	]),
	...byCondition([
		['Content-Type', '&quot;eq&quot;, &quot;$Content-Type&quot;, &quot;text/plain&quot;'],
		['bucket', '&quot;starts-with&quot;, &quot;$bucket&quot;, &quot;up&quot;'],
	]),
	...alike(DENIED, NEW_CREDENTIALS, [['no message', upload, [403, '']]]),
	row(
		'a wrong signature',
		upload,
		[403, xml('SignatureDoesNotMatch', 'No.', '<StringToSign>secret</StringToSign>')],
		'The signature of the upload credentials does not match their other fields: No',
		`${AS_ISSUED} Code: SignatureDoesNotMatch.`,
	),
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
		[
			[
				'a redirect with status 303',
				upload,
				[303, '', { location: 'https://login.example.com/?a=b' }],
			],
		],
	),
	...alike('The storage redirects to another address, which was not followed', STORAGE_ADDRESS, [
		['not changed', upload, [304, '']],
	]),
	...alike('The storage refused the upload', `${CHECK} Code: InvalidPart.`, [
		[
			'a code without a message',
			upload,
			[400, '<?xml version="1.0"?><Error><Code>InvalidPart</Code></Error>'],
		],
	]),
	...alike('The storage refused the upload', CHECK, [
		['JSON', upload, [400, { error: { message: 'Invalid upload' } }], 'Invalid upload'],
		['plain text', upload, [400, 'No room for you'], 'No room for you'],
	]),
	row(
		'a file that is too large for Attach File',
		nodeUpload,
		[400, xml('EntityTooLarge', 'So.')],
		'The file is larger than the upload credentials allow: So',
		'Ask whoever runs the server which sizes it allows: this file has 100 bytes. Code: EntityTooLarge.',
	),
	row(
		'a signature that is not right for Attach File',
		nodeUpload,
		[403, xml('SignatureDoesNotMatch', 'So.')],
		'The signature of the upload credentials does not match their other fields: So',
		`${PLANE_ISSUED} Code: SignatureDoesNotMatch.`,
	),
	row(
		'no storage where Attach File was sent to',
		nodeUpload,
		[404, ''],
		'The storage was not found at its address',
		'Ask whoever runs the server to check the address of its storage.',
	),
	row(
		'no storage at an address that Plane made from the Base URL',
		uploadToBaseUrl,
		[404, { error: 'Page not found.' }],
		'The storage was not found at its address: Page not found',
		FROM_BASE_URL,
	),
	row(
		'a redirect from an address that Plane made from the Base URL',
		uploadToBaseUrl,
		[302, '', { location: 'https://login.example.com/' }],
		'The storage redirects to https://login.example.com/, which was not followed',
		FROM_BASE_URL,
	),
	...alike(`${DENIED}: The session has expired`, `${NEW_CREDENTIALS} Code: InvalidToken.`, [
		['a key that has expired', upload, [403, xml('InvalidToken', 'The session has expired.')]],
	]),
	...alike(
		'The storage, or a proxy in front of it, considers the file too large',
		'Ask whoever runs it to allow 100 bytes, the size of this file.',
		[['a proxy that accepts no large files', upload, [413, TOO_LARGE]]],
	),
	...alike('The storage refused the request with status 418', VALUES, [
		['another server', upload, [418, 'I am a teapot'], 'I am a teapot'],
	]),
];
