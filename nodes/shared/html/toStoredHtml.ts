import { buildTree, type Element, type Node, type Tree } from './buildTree';
import { escapeAttribute, escapeText } from './escape';
import { BLOCK_ELEMENTS, VOID_ELEMENTS } from './nesting';
import { removeFormatting } from './removeFormatting';

/** Writes the start tag of an element. */
export function writeStartTag({ name, attributes }: Element): string {
	let tag = `<${name}`;

	for (const [attribute, value] of attributes) tag += ` ${attribute}="${escapeAttribute(value)}"`;

	return `${tag}>`;
}

function writeElement(element: Element): string {
	const { name, children } = element;
	const start = writeStartTag(element);
	if (VOID_ELEMENTS.has(name)) return start;

	const contents = writeNodes(children);
	// Parsers drop a line break after this tag, one each time that they read it.
	const storedContents = name === 'pre' ? contents.replace(/^\n+/, '') : contents;

	return `${start}${storedContents}</${name}>`;
}

/** Writes elements and texts as HTML. */
export function writeNodes(nodes: readonly Node[]): string {
	let html = '';

	for (const node of nodes) {
		html += node.kind === 'text' ? escapeText(node.text) : writeElement(node);
	}

	return html;
}

const hasBlock = (nodes: readonly Node[]): boolean =>
	nodes.some(
		(node) => node.kind === 'element' && (BLOCK_ELEMENTS.has(node.name) || hasBlock(node.children)),
	);

const isElement = (node: Node | undefined): boolean => node?.kind === 'element';

const isBlank = (node: Node | undefined): boolean =>
	node === undefined || (node.kind === 'text' && node.text.trim() === '');

/** Returns the only element of a tree and the blanks after it, or undefined if the tree has more. */
function findOnlyElement({ children, hasOmission }: Tree): readonly Node[] | undefined {
	const contents = isBlank(children[0]) ? children.slice(1) : children;
	const isOnlyElement = isElement(contents[0]) && isBlank(contents[1]) && contents.length <= 2;

	return isOnlyElement && !hasOmission ? contents : undefined;
}

/**
 * Converts HTML to the form that Plane's server stores for a description (row 180): a single element
 * around everything, only elements of Plane's editor, no scripts, and characters in place of most
 * entities. The server stores the result unchanged, so two texts are the same description if their
 * results are equal.
 *
 * Takes any text, in time linear to its length. Returns `''` if nothing is left, as of a comment.
 */
export const toStoredHtml = (html: string): string => writeTree(buildTree(html.trim()));

/**
 * Converts HTML to the HTML that is sent. Unlike `toStoredHtml`, it keeps words that Plane would drop, as text, and
 * removes what only formats the source. All HTML goes to Plane through this function: not every server removes scripts
 * (row 184).
 */
export function cleanHtml(html: string): string {
	const tree = buildTree(html.trim(), { keepsWords: true });

	return writeTree({ ...tree, children: removeFormatting(tree.children) });
}

function writeTree(tree: Tree): string {
	const element = findOnlyElement(tree);
	if (element !== undefined) return writeNodes(element).trim();

	const nodes = writeNodes(tree.children);
	const contents = tree.hasOmission ? nodes : nodes.trim();
	if (contents.trim() === '') return '';

	const wrapper = hasBlock(tree.children) ? 'div' : 'span';

	return `<${wrapper}>${contents}</${wrapper}>`;
}
