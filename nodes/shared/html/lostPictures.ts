import { isRunnable, keepsAddress } from './allowedHtml';
import { type Attributes, readTokens } from './readTokens';

/**
 * Returns the addresses of pictures in HTML that Plane would lose, and that no text can stand for: those with the scheme
 * `cid:`, for attachments of an email, and `data:`, which contain the picture. Plane stores such an `img` without its
 * address.
 */
export function findLostPictures(html: string): readonly string[] {
	const addresses: string[] = [];

	for (const token of readTokens(html, { keepsFalseMarkup: true })) {
		if (token.kind !== 'start' || token.name !== 'img') continue;

		const address = token.attributes.get('src');
		const isLost = !keepsAddress(token.name, token.attributes);
		if (address !== undefined && isLost && !canBeText(address)) addresses.push(address);
	}

	return addresses;
}

/** Whether the address of a picture says where it is. */
const canBeText = (address: string): boolean => !isRunnable(address) && !/^\s*cid:/i.test(address);

/**
 * Returns the text that stands for a picture whose address Plane does not keep: `plan (attachment:plan.png)`.
 *
 * @returns undefined if Plane keeps the picture, or if no text can stand for it
 */
export function describePicture(attributes: Attributes): string | undefined {
	const address = attributes.get('src') ?? '';
	const isKept = address === '' || keepsAddress('img', attributes);
	if (isKept || !canBeText(address)) return undefined;

	const alt = attributes.get('alt') ?? '';

	return alt === '' || alt === address ? address : `${alt} (${address})`;
}
