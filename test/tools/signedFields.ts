/** Signed fields of an upload, which allow everybody who knows them to upload. They are secrets. */
export const SIGNED_FIELDS = {
	policy: 'cG9saWN5IHRoYXQgbm9ib2R5IG1heSBzZWU=',
	'x-amz-signature': '5e1fab5e1fab5e1fab5e1fab5e1fab',
	'x-amz-credential': 'nobody/20261121/us-east-1/s3/aws4_request',
	'x-amz-security-token': 'a-"token"/that+nobody=may-see',
};

/** Escapes each character of a text by its number, as JSON allows: `a` is `\u0061`. */
export const escapeAsUnicode = (text: string): string =>
	text.replace(/./g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
