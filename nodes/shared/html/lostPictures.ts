import { isRunnable, keepsAddress } from './allowedHtml';
import type { Attributes } from './readTokens';

/** Whether a picture has an address that Plane drops. Plane stores the `img` without it. */
export const isLostPicture = (attributes: Attributes): boolean =>
	(attributes.get('src') ?? '') !== '' && !keepsAddress('img', attributes);

/** The part of an address that a person can read: one with the scheme `data:` has the whole picture after its type. */
export const shortenAddress = (address: string): string =>
	address.trim().replace(/^(data:[^,;]{0,100})[^]*$/i, '$1');

/**
 * Returns the text that stands for a picture whose address Plane does not keep: `plan (attachment:plan.png)`,
 * `logo (data:image/png)`.
 *
 * @returns undefined if Plane keeps the picture
 */
export function describePicture(attributes: Attributes): string | undefined {
	if (!isLostPicture(attributes)) return undefined;

	const read = (name: string) => attributes.get(name)?.trim() ?? '';
	const alt = read('alt');
	const address = shortenAddress(read('src'));
	const isReadable = /^data:/i.test(address) || !isRunnable(address);
	const details = [isReadable ? address : '', read('title')]
		.filter((text) => text !== '' && text !== alt)
		.join(', ');
	if (alt === '') return details;

	return details === '' ? alt : `${alt} (${details})`;
}
