import { keepsAddress } from './allowedHtml';
import { readTokens } from './readTokens';

/**
 * Returns the addresses of pictures in HTML that Plane would lose: those with the scheme `cid:`, for
 * attachments of an email, and `data:`, which contain the picture. Plane stores such an `img` without
 * its address.
 */
export function findLostPictures(html: string): readonly string[] {
	const addresses: string[] = [];

	for (const token of readTokens(html, { keepsFalseMarkup: true })) {
		if (token.kind !== 'start' || token.name !== 'img') continue;

		const address = token.attributes.get('src');
		const isLost = !keepsAddress(token.name, token.attributes);
		if (address !== undefined && isLost) addresses.push(address);
	}

	return addresses;
}
