import type { Locator } from 'playwright-core';

/**
 * The picture in this part of the page.
 * @returns the name of its file
 * @throws Error where the browser cannot draw it
 */
export async function iconIn(part: Locator): Promise<string> {
	const image = part.locator('img').first();
	await image.evaluate(async (element: { decode(): Promise<void> }) => await element.decode());
	return ((await image.getAttribute('src')) ?? '').split('/').at(-1) ?? '';
}
