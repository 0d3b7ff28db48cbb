/** Fields of an upload that let whoever has them upload, for a server that checks nothing. */
export const SIGNED_FIELDS = {
	policy: 'cG9saWN5IHRoYXQgbm9ib2R5IG1heSBzZWU=',
	'x-amz-signature': '5e1fab5e1fab5e1fab5e1fab5e1fab',
	'x-amz-credential': 'nobody/20261121/us-east-1/s3/aws4_request',
	'x-amz-security-token': 'a-"token"/that+nobody=may-see',
};

/** A text as JSON may spell it: each character by its number. */
export const escapeAsUnicode = (text: string): string =>
	text.replace(/./g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
