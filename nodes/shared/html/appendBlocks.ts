import { buildTree } from './buildTree';

/** Empty paragraphs: what Plane stores for a text without words (row 25). */
const EMPTY = /^(?:<p(?:\s[^<>]*)?><\/p>)*$/;

/** The elements that Plane puts around several others (row 180). */
const WRAPPERS: ReadonlySet<string> = new Set(['div', 'span']);

/**
 * Adds blocks at the end of HTML that Plane has stored, and keeps every character of it. Where Plane has put an element
 * around everything, they go into it, so that no second one is put around it.
 */
export function appendBlocks(html: string, blocks: string): string {
	if (EMPTY.test(html)) return blocks;

	const [first, ...others] = buildTree(html).children;
	const hasOneElement = others.length === 0 && first?.kind === 'element';
	if (!hasOneElement || first.attributes.size > 0 || !WRAPPERS.has(first.name)) {
		return html + blocks;
	}

	const end = `</${first.name}>`;

	return html.endsWith(end) ? html.slice(0, -end.length) + blocks + end : html + blocks;
}
