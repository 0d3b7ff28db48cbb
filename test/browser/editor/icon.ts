import type { Locator } from 'playwright-core';

export interface Icon {
	/** Name of the file that it comes from. */
	readonly file: string;
	/** Whether the browser could load and draw it. */
	readonly drawn: boolean;
}

/** The picture in this part of the page, once it is there. */
export async function iconIn(part: Locator): Promise<Icon> {
	const image = part.locator('img').first();
	const source = (await image.getAttribute('src')) ?? '';
	// Waits for the file, and rejects where it is no picture.
	const drawn: unknown = await image.evaluate('image => image.decode().then(() => true, () => false)');
	return { file: new URL(source, 'http://127.0.0.1').pathname.split('/').at(-1) ?? '', drawn: drawn === true };
}
