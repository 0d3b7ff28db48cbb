import { parseDocument } from 'htmlparser2';

/** The used properties of a node that htmlparser2 returns. */
interface HtmlNode {
	readonly type: string;
	readonly name?: string;
	readonly data?: string;
	readonly attribs?: Record<string, string>;
	readonly children?: readonly HtmlNode[];
}

/** The elements that the server stores: those that nh3 0.2.21 allows, and Plane's own (row 180). */
const ALLOWED_ELEMENTS = new Set(
	(
		'a abbr acronym area article aside b bdi bdo blockquote br caption center cite code col ' +
		'colgroup data dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 ' +
		'header hgroup hr i image-component img input ins kbd label li map mark mention-component ' +
		'nav ol p pre q rp rt rtc ruby s samp small span strike strong sub summary sup table tbody ' +
		'td th thead time tr tt u ul var wbr'
	).split(' '),
);

/** The attributes that the server stores for every element. */
const COMMON_ATTRIBUTES = (
	'aria-hidden aria-label class data-background data-background-color data-block-type ' +
	'data-checked data-emoji-unicode data-emoji-url data-icon-color data-icon-name data-id ' +
	'data-logo-in-use data-name data-node-type data-text-color data-tight data-type id role ' +
	'start style title type xmlns'
).split(' ');

/** The attributes that it stores for single elements. */
const ELEMENT_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
	a: ['href', 'target'],
	code: ['language', 'spellcheck'],
	'image-component': ['alignment', 'aspectratio', 'height', 'src', 'status', 'width'],
	img: ['alignment', 'alt', 'aspectratio', 'height', 'src', 'width'],
	input: ['checked'],
	'mention-component': ['entity_identifier', 'entity_name'],
	pre: ['language'],
	td: ['background', 'colspan', 'colwidth', 'rowspan', 'textcolor'],
	th: ['background', 'colspan', 'colwidth', 'rowspan'],
	tr: ['background', 'textcolor'],
};

const VOID_ELEMENTS = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'wbr']);

/** If the text has one of these elements, lxml wraps it in a <div>, else in a <span>. */
const BLOCK_ELEMENTS = new Set(
	(
		'address article aside blockquote center dd del details dir div dl dt fieldset figure footer ' +
		'form frameset h1 h2 h3 h4 h5 h6 header hr ins isindex li menu nav noframes noscript ol p pre ' +
		'section table tbody td tfoot th thead tr ul'
	).split(' '),
);

const isScript = ({ name }: HtmlNode): boolean => name === 'script' || name === 'style';

const isText = ({ type }: HtmlNode): boolean => type === 'text';

const isComment = ({ type }: HtmlNode): boolean => type === 'comment' || type === 'directive';

const isBlankText = (node: HtmlNode): boolean => isText(node) && (node.data ?? '').trim() === '';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escapeText = (text: string): string =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('\u00a0', '&nbsp;');

const escapeValue = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('\u00a0', '&nbsp;');

/** Whether a URL is relative, or has an allowed scheme and a host. */
function isAllowedUrl(address: string): boolean {
	const [, scheme, rest] = /^\s*([a-z][a-z0-9+.-]*):(.*)$/is.exec(address) ?? [];
	if (scheme === undefined) return true;

	return /^(?:https?|mailto|tel)$/i.test(scheme) && rest !== '//';
}

/** Percent-encodes the characters of a URL that are not encoded yet. */
const encodeUrl = (address: string): string =>
	address.replace(/[^\u0021-\u007e]/gu, (character) => encodeURIComponent(character));

function writeAttributes({ name = '', attribs = {} }: HtmlNode): string {
	const isUrlAttribute = (attribute: string): boolean =>
		attribute === 'href' || attribute === 'src';
	const kept = Object.entries(attribs).filter(([attribute, value]) => {
		if (isUrlAttribute(attribute) && name !== 'image-component' && !isAllowedUrl(value))
			return false;

		return COMMON_ATTRIBUTES.includes(attribute) || ELEMENT_ATTRIBUTES[name]?.includes(attribute);
	});
	const written = kept.map(([attribute, value]) => {
		if (attribute === 'checked') return ' checked=""';

		return ` ${attribute}="${escapeValue(isUrlAttribute(attribute) ? encodeUrl(value) : value)}"`;
	});
	if (name === 'a') written.push(' rel="noopener noreferrer"');

	return written.join('');
}

function writeCleaned(nodes: readonly HtmlNode[]): string {
	return nodes
		.map((node) => {
			if (isText(node)) return escapeText(node.data ?? '');
			if (isScript(node) || node.name === undefined) return '';

			const contents = writeCleaned(node.children ?? []);
			if (!ALLOWED_ELEMENTS.has(node.name)) return contents;

			const start = `<${node.name}${writeAttributes(node)}>`;

			return VOID_ELEMENTS.has(node.name) ? start : `${start}${contents}</${node.name}>`;
		})
		.join('');
}

/** Puts rows that are direct children of a table into a <tbody>, as nh3 does. */
function addTableBodies(node: HtmlNode): HtmlNode {
	const children = (node.children ?? []).map(addTableBodies);
	const first = children.findIndex(({ name }) => name === 'tr');
	if (node.name !== 'table' || first === -1) return { ...node, children };

	const body: HtmlNode = {
		type: 'tag',
		name: 'tbody',
		children: children.slice(first),
	};

	return {
		...node,
		children: [...children.slice(0, first), body],
	};
}

const hasBlock = (nodes: readonly HtmlNode[]): boolean =>
	nodes.some(({ name = '', children = [] }) => BLOCK_ELEMENTS.has(name) || hasBlock(children));

/** Whether lxml parses a text as a document, and not as a fragment. */
const isDocument = (text: string): boolean => /^\s*<(?:html|!doctype)/i.test(text);

type NodeWriter = (nodes: readonly HtmlNode[]) => string;

/** Writes every node as lxml does, without cleaning. */
const writeUncleaned: NodeWriter = (nodes) =>
	nodes
		.map((node) => {
			const { name, data = '', attribs = {}, children = [] } = node;
			if (isText(node)) return data.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
			if (node.type === 'comment') return `<!--${data}-->`;
			if (name === undefined) return '';

			const attributes = Object.entries(attribs).map(
				([attribute, value]) => ` ${attribute}="${value.replaceAll('"', '&quot;')}"`,
			);
			const start = `<${name}${attributes.join('')}>`;
			const text = isScript(node)
				? children.map((child) => child.data ?? '').join('')
				: writeUncleaned(children);

			return VOID_ELEMENTS.has(name) ? start : `${start}${text}</${name}>`;
		})
		.join('');

/**
 * Rewrites HTML as lxml does, which wraps several elements in one. Returns undefined if lxml cannot
 * parse it.
 */
function reparse(html: string, writeNodes: NodeWriter): string | undefined {
	const text = html
		.trim()
		.replace(/\r\n?|&#13;/g, '\n')
		.replace(/^<!doctype[^>]*>\s*/i, '<!DOCTYPE html>');
	if (/^<\?xml\b[^>]*\bencoding\b/i.test(text)) return undefined;

	const nodes: readonly HtmlNode[] = parseDocument(text).children;
	if (isDocument(text)) return writeNodes(nodes);

	// lxml moves leading scripts, styles and comments into a head, which is dropped.
	const first = nodes.findIndex(
		(node) => !isBlankText(node) && !isComment(node) && !isScript(node),
	);
	const contents = nodes.slice(first);
	if (first === -1) return undefined;

	const isSingleElement = contents.slice(1).every(isBlankText);
	if (isSingleElement && contents[0] && !isText(contents[0])) return writeNodes(contents);

	const wrapper = hasBlock(contents) ? 'div' : 'span';

	return `<${wrapper}>${writeNodes(contents)}</${wrapper}>`;
}

/**
 * Returns the HTML of a description as the server stores it (row 180): rewritten by lxml, which wraps
 * several elements in one, and cleaned by nh3. Returns undefined if the server refuses it.
 */
export const storeHtml = (html: string): string | undefined =>
	reparse(html, (nodes) => writeCleaned(nodes.map(addTableBodies)));

/** Returns the HTML of an updated comment as the server stores it, which is not cleaned (row 184). */
export const reparseHtml = (html: string): string | undefined => reparse(html, writeUncleaned);
