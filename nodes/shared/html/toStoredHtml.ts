import { buildTree, type Element, type Node, type Tree } from './buildTree';
import { BLOCK_ELEMENTS, VOID_ELEMENTS } from './nesting';

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	'\u00A0': '&nbsp;',
};

const escapeText = (text: string): string =>
	text.replace(/[&<>\u00A0]/g, (character) => ENTITIES[character] ?? character);

const escapeAttribute = (value: string): string =>
	value.replace(/[&"\u00A0]/g, (character) => ENTITIES[character] ?? character);

function writeStartTag({ name, attributes }: Element): string {
	let tag = `<${name}`;

	for (const [attribute, value] of attributes) tag += ` ${attribute}="${escapeAttribute(value)}"`;

	return `${tag}>`;
}

function writeElement(element: Element): string {
	const { name, children } = element;
	const start = writeStartTag(element);
	if (VOID_ELEMENTS.has(name)) return start;

	const contents = writeNodes(children);
	// A parser drops a line break after the tag, each time that it reads it.
	const kept = name === 'pre' ? contents.replace(/^\n+/, '') : contents;

	return `${start}${kept}</${name}>`;
}

function writeNodes(nodes: readonly Node[]): string {
	let written = '';

	for (const node of nodes) {
		written += node.kind === 'text' ? escapeText(node.text) : writeElement(node);
	}

	return written;
}

const hasBlock = (nodes: readonly Node[]): boolean =>
	nodes.some(
		(node) => node.kind === 'element' && (BLOCK_ELEMENTS.has(node.name) || hasBlock(node.children)),
	);

const isElement = (node: Node | undefined): boolean => node?.kind === 'element';

const isBlank = (node: Node | undefined): boolean =>
	node === undefined || (node.kind === 'text' && node.text.trim() === '');

/** The one element of a tree with the blanks after it, or undefined if there is more. */
function findOneElement({ children, hasOmission }: Tree): readonly Node[] | undefined {
	const contents = isBlank(children[0]) ? children.slice(1) : children;
	const isOne = isElement(contents[0]) && isBlank(contents[1]) && contents.length <= 2;

	return isOne && !hasOmission ? contents : undefined;
}

/**
 * HTML in the form in which Plane's server stores a description (row 180): one element around all of
 * it, only what Plane's editor knows, nothing that runs in a reader's browser, characters instead of
 * most entities. To store the result changes nothing about it, so that two texts are the same
 * description if their results are the same. `''` if nothing is left, as of comments alone.
 *
 * Takes any text, in time linear to its length.
 */
export function toStoredHtml(html: string): string {
	const tree = buildTree(html.trim());
	const element = findOneElement(tree);
	if (element !== undefined) return writeNodes(element).trim();

	const nodes = writeNodes(tree.children);
	const written = tree.hasOmission ? nodes : nodes.trim();
	if (written.trim() === '') return '';

	const wrapper = hasBlock(tree.children) ? 'div' : 'span';

	return `<${wrapper}>${written}</${wrapper}>`;
}
