import { cleanAttributes } from './allowedHtml';
import { readTokens } from './readTokens';

/**
 * The addresses of pictures that Plane does not keep: `cid:`, which stands for an attachment of an
 * email, and `data:`, which holds the picture itself. Plane keeps such a picture without its address,
 * so that nobody sees it.
 */
export function findLostPictures(html: string): readonly string[] {
	const lost: string[] = [];

	for (const token of readTokens(html)) {
		if (token.kind !== 'start' || token.name !== 'img') continue;

		const address = token.attributes.get('src');
		const isKept = cleanAttributes(token.name, token.attributes).has('src');
		if (address !== undefined && !isKept) lost.push(address);
	}

	return lost;
}
