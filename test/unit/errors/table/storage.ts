import { upload } from './calls';
import { NEW_CREDENTIALS } from './remedies';
import { row, type Row } from './row';

const xml = (code: string, message: string, more = '') =>
	`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message>${more}<RequestId>18EA03C3EBFB0842</RequestId></Error>`;

/** What storages respond to an upload. */
export const storage: readonly Row[] = [
	row(
		'too small',
		upload,
		[
			400,
			xml(
				'EntityTooSmall',
				'Your proposed upload is smaller than the minimum allowed object size.',
			),
		],
		'The file is smaller than the upload credentials allow: Your proposed upload is smaller than the minimum allowed object size',
		'They were issued for a larger file. Get new ones for 100 bytes, the size of this one. Code: EntityTooSmall.',
	),
	row(
		'expired',
		upload,
		[403, xml('AccessDenied', 'Invalid according to Policy: Policy expired.')],
		'The upload credentials have expired: Invalid according to Policy: Policy expired',
		'They are valid for a short time only: get new ones right before the upload. Code: AccessDenied.',
	),
	row(
		'expired session',
		upload,
		[400, xml('ExpiredToken', 'The provided token has expired.')],
		'The upload credentials have expired: The provided token has expired',
		'They are valid for a short time only: get new ones right before the upload. Code: ExpiredToken.',
	),
	row(
		'a field that the policy does not name',
		upload,
		[403, xml('AccessDenied', 'Invalid according to Policy: Extra input fields: acl')],
		'The upload credentials do not allow the field acl: Invalid according to Policy: Extra input fields: acl',
		'Send only the fields that were issued with them. Code: AccessDenied.',
	),
	row(
		'the same as another store says it',
		upload,
		[
			403,
			xml(
				'AccessDenied',
				'Each form field that you specify in a form must appear in the list of policy conditions. &quot;success_action_status&quot; not specified in the policy.',
			),
		],
		'The upload credentials do not allow the field success_action_status: Each form field that you specify in a form must appear in the list of policy conditions. "success_action_status" not specified in the policy',
		'Send only the fields that were issued with them. Code: AccessDenied.',
	),
	row(
		'a field with another value',
		upload,
		[
			403,
			xml(
				'AccessDenied',
				'Invalid according to Policy: Policy Condition failed: [&quot;eq&quot;, &quot;$Content-Type&quot;, &quot;text/plain&quot;]',
			),
		],
		'The field Content-Type does not match what the upload credentials allow',
		'Use all fields exactly as they were issued, best in one piece as Upload Data. Code: AccessDenied.',
	),
	row(
		'denied for another reason',
		upload,
		[403, xml('AccessDenied', 'Access Denied')],
		'The storage does not accept the upload credentials: Access Denied',
		'They are valid for one file and a short time: get new ones and upload right away. Code: AccessDenied.',
	),
	row(
		'a wrong signature',
		upload,
		[
			403,
			xml(
				'SignatureDoesNotMatch',
				'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
				'<StringToSign>secret</StringToSign>',
			),
		],
		'The signature of the upload credentials does not match their other fields: The request signature we calculated does not match the signature you provided. Check your key and signing method',
		'Use all fields exactly as they were issued, best in one piece as Upload Data. Code: SignatureDoesNotMatch.',
	),
	row(
		'an unknown signer',
		upload,
		[
			403,
			xml(
				'InvalidAccessKeyId',
				'The AWS Access Key Id you provided does not exist in our records.',
			),
		],
		'The storage does not accept the upload credentials: The AWS Access Key Id you provided does not exist in our records',
		'They are valid for one file and a short time: get new ones and upload right away. Code: InvalidAccessKeyId.',
	),
	row(
		'no such bucket',
		upload,
		[404, xml('NoSuchBucket', 'The specified bucket does not exist')],
		'The storage was not found at its address: The specified bucket does not exist',
		'Check the address that came with the upload credentials. Code: NoSuchBucket.',
	),
	row(
		'another bucket address',
		upload,
		[
			301,
			xml(
				'PermanentRedirect',
				'The bucket you are attempting to access must be addressed using the specified endpoint.',
				'<Endpoint>uploads.s3.eu-west-1.amazonaws.com</Endpoint>',
			),
		],
		'The storage redirects to uploads.s3.eu-west-1.amazonaws.com, which was not followed',
		'Check the address that came with the upload credentials. Code: PermanentRedirect.',
	),
	row(
		'a form that it cannot read',
		upload,
		[
			400,
			xml(
				'MalformedPOSTRequest',
				'The body of your POST request is not well-formed multipart/form-data.',
			),
		],
		'The storage refused the upload: The body of your POST request is not well-formed multipart/form-data',
		'Check the upload credentials and the file of this item. Code: MalformedPOSTRequest.',
	),
	row(
		'a file that came too slowly',
		upload,
		[
			400,
			xml(
				'RequestTimeout',
				'Your socket connection to the server was not read from or written to within the timeout period.',
			),
		],
		'The storage waited too long for the file: Your socket connection to the server was not read from or written to within the timeout period',
		'The connection may be slow. Try again later, with new upload credentials. Code: RequestTimeout.',
	),
	row(
		'too many uploads',
		upload,
		[503, xml('SlowDown', 'Please reduce your request rate.')],
		'The storage received too many requests: Please reduce your request rate',
		'Wait a minute, then try again. Code: SlowDown.',
	),
	row(
		'a failure',
		upload,
		[500, xml('InternalError', 'We encountered an internal error, please try again.')],
		'The storage failed with status 500: We encountered an internal error, please try again',
		'Try again later. If this keeps happening, ask whoever runs the server. Code: InternalError.',
	),
	row(
		'a code alone',
		upload,
		[400, '<?xml version="1.0"?><Error><Code>InvalidPart</Code></Error>'],
		'The storage refused the upload',
		'Check the upload credentials and the file of this item. Code: InvalidPart.',
	),
	row(
		'JSON',
		upload,
		[400, { error: { message: 'Invalid upload' } }],
		'The storage refused the upload: Invalid upload',
		'Check the upload credentials and the file of this item.',
	),
	row(
		'nothing',
		upload,
		[403, ''],
		'The storage does not accept the upload credentials',
		NEW_CREDENTIALS,
	),
	row(
		'no way to upload',
		upload,
		[405, xml('MethodNotAllowed', 'The specified method is not allowed against this resource.')],
		'The storage was not found at its address: The specified method is not allowed against this resource',
		'Check the address that came with the upload credentials. Code: MethodNotAllowed.',
	),
	row(
		'too large',
		upload,
		[400, xml('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size')],
		'The file is larger than the upload credentials allow: Your proposed upload exceeds the maximum allowed size',
		'They were issued for a smaller file. Get new ones for 100 bytes, the size of this one. Code: EntityTooLarge.',
	),
	row(
		'another bucket than the policy says',
		upload,
		[
			403,
			xml(
				'AccessDenied',
				'Invalid according to Policy: Policy Condition failed: [&quot;starts-with&quot;, &quot;$bucket&quot;, &quot;up&quot;]',
			),
		],
		'The field bucket does not match what the upload credentials allow',
		'Use all fields exactly as they were issued, best in one piece as Upload Data. Code: AccessDenied.',
	),
	row(
		'a policy that it cannot read',
		upload,
		[400, xml('InvalidPolicyDocument', 'Invalid Policy: Invalid JSON.')],
		'The storage cannot read the policy of the upload credentials: Invalid Policy: Invalid JSON',
		'Use all fields exactly as they were issued, best in one piece as Upload Data. Code: InvalidPolicyDocument.',
	),
	row(
		'a clock that is wrong',
		upload,
		[
			403,
			xml(
				'RequestTimeTooSkewed',
				'The difference between the request time and the current time is too large.',
			),
		],
		'The clock of the storage and that of the server that issued the upload credentials differ: The difference between the request time and the current time is too large',
		'Ask whoever runs them to have both clocks set by a time server. Code: RequestTimeTooSkewed.',
	),
	row(
		'a key that is too long',
		upload,
		[400, xml('KeyTooLongError', 'Your key is too long')],
		'The storage considers the key too long: Your key is too long',
		'Give the file a shorter name, and get new upload credentials for it. Code: KeyTooLongError.',
	),
	row(
		'no length',
		upload,
		[411, xml('MissingContentLength', 'You must provide the Content-Length HTTP header.')],
		'The storage was not told the length of the upload: You must provide the Content-Length HTTP header',
		'A proxy in between may have dropped it: ask whoever runs the proxy. Code: MissingContentLength.',
	),
	row(
		'a full disk',
		upload,
		[
			507,
			xml(
				'XMinioStorageFull',
				'Storage backend has reached its minimum free drive threshold. Please delete a few objects to proceed.',
			),
		],
		'The storage has no room for the file: Storage backend has reached its minimum free drive threshold. Please delete a few objects to proceed',
		'Ask whoever runs it to make room, then get new upload credentials. Code: XMinioStorageFull.',
	),
	row(
		'a quota that is used up',
		upload,
		[400, xml('QuotaExceeded', 'Quota exceeded')],
		'The storage has no room for the file: Quota exceeded',
		'Ask whoever runs it to make room, then get new upload credentials. Code: QuotaExceeded.',
	),
	row(
		'a proxy before it that takes no large files',
		upload,
		[413, '<html><head><title>413 Request Entity Too Large</title></head><body>413</body></html>'],
		'The storage, or a proxy in front of it, considers the file too large',
		'Ask whoever runs it to allow 100 bytes, the size of this file.',
	),
	row(
		'a web page',
		upload,
		[403, '<!DOCTYPE html><html><body>Sorry</body></html>'],
		'A proxy or firewall in front of the storage responded with status 403',
		'It blocks the request. Ask whoever runs it to let requests from n8n through.',
	),
	row(
		'plain text',
		upload,
		[400, 'No room for you'],
		'The storage refused the upload: No room for you',
		'Check the upload credentials and the file of this item.',
	),
	row(
		'plain text of a server that is none',
		upload,
		[418, 'I am a teapot'],
		'The storage refused the request with status 418: I am a teapot',
		'Check the values of this item.',
	),
	row(
		'a redirect that is not one of success',
		upload,
		[303, '', { location: 'https://login.example.com/?next=/uploads' }],
		'The storage redirects to https://login.example.com/, which was not followed',
		'Check the address that came with the upload credentials.',
	),
	row(
		'not changed',
		upload,
		[304, ''],
		'The storage redirects to another address, which was not followed',
		'Check the address that came with the upload credentials.',
	),
];
