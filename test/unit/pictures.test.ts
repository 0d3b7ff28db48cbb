import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { DOCS, LARGEST, pictures, WINDOW } from '../browser/pictures';

/** The README and the pages beside the pictures, each with what a link in it begins with. */
const pages = [
	[join(DOCS, '../../README.md'), 'docs/pictures'],
	...readdirSync(join(DOCS, '..'))
		.filter((file) => file.endsWith('.md'))
		.map((file) => [join(DOCS, '..', file), 'pictures'] as const),
] as const;

describe('the pictures of the documentation (`npm run docs:pictures` takes them anew)', () => {
	it('are those that the browser tests take, and no others', () => {
		const files = Object.keys(pictures).map((name) => `${name}.png`);
		expect(readdirSync(DOCS).sort()).toEqual(files.sort());
	});

	it.each(Object.entries(pictures))(
		'%s.png is small and in the README or a page of the documentation, in words too',
		(name, seen) => {
			const content = readFileSync(join(DOCS, `${name}.png`));
			expect(content.length).toBeLessThan(LARGEST);
			expect(sizeOf(content)).toEqual(WINDOW);
			const shown = pages.filter(([page, folder]) =>
				readFileSync(page, 'utf8')
					.replaceAll(/\s+/g, ' ')
					.includes(`![${seen}](${folder}/${name}.png)`),
			);
			expect(shown).not.toEqual([]);
		},
	);
});

/** Width and height in pixels, from the first chunk of a PNG file, which every one has. */
function sizeOf(png: Buffer): { width: number; height: number } {
	expect(png.toString('latin1', 1, 4)).toBe('PNG');
	return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
