import { parseDocument } from 'htmlparser2';

/** A node of a parsed document, with only what is needed of it. */
interface Parsed {
	readonly type: string;
	readonly name?: string;
	readonly data?: string;
	readonly attribs?: Record<string, string>;
	readonly children?: readonly Parsed[];
}

/** The elements that the server keeps: those that nh3 0.2.21 allows, and Plane's own (row 180). */
const KEPT = new Set(
	(
		'a abbr acronym area article aside b bdi bdo blockquote br caption center cite code col ' +
		'colgroup data dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 ' +
		'header hgroup hr i image-component img input ins kbd label li map mark mention-component ' +
		'nav ol p pre q rp rt rtc ruby s samp small span strike strong sub summary sup table tbody ' +
		'td th thead time tr tt u ul var wbr'
	).split(' '),
);

/** The attributes that the server keeps on every element. */
const USUAL = (
	'aria-hidden aria-label class data-background data-background-color data-block-type ' +
	'data-checked data-emoji-unicode data-emoji-url data-icon-color data-icon-name data-id ' +
	'data-logo-in-use data-name data-node-type data-text-color data-tight data-type id role ' +
	'start style title type xmlns'
).split(' ');

/** The attributes that it keeps on some. */
const OWN: Readonly<Record<string, readonly string[]>> = {
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

const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'wbr']);

/** Elements that make lxml put several of them in a <div> and not in a <span>. */
const BLOCKS = new Set(
	(
		'address article aside blockquote center dd del details dir div dl dt fieldset figure footer ' +
		'form frameset h1 h2 h3 h4 h5 h6 header hr ins isindex li menu nav noframes noscript ol p pre ' +
		'section table tbody td tfoot th thead tr ul'
	).split(' '),
);

const isScript = ({ name }: Parsed): boolean => name === 'script' || name === 'style';

const isText = ({ type }: Parsed): boolean => type === 'text';

const isComment = ({ type }: Parsed): boolean => type === 'comment' || type === 'directive';

const isBlankText = (node: Parsed): boolean => isText(node) && (node.data ?? '').trim() === '';

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escapeText = (text: string): string =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('\u00a0', '&nbsp;');

const escapeValue = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('\u00a0', '&nbsp;');

/** Whether an address is relative or has a scheme that the server keeps, and a host behind it. */
function isKeptAddress(address: string): boolean {
	const [, scheme, rest] = /^\s*([a-z][a-z0-9+.-]*):(.*)$/is.exec(address) ?? [];
	if (scheme === undefined) return true;

	return /^(?:https?|mailto|tel)$/i.test(scheme) && rest !== '//';
}

/** An address as it is written: percent-encoded, unless it is so already. */
const encodeAddress = (address: string): string =>
	address.replace(/[^\u0021-\u007e]/gu, (character) => encodeURIComponent(character));

function writeAttributes({ name = '', attribs = {} }: Parsed): string {
	const isAddress = (attribute: string): boolean => attribute === 'href' || attribute === 'src';
	const kept = Object.entries(attribs).filter(([attribute, value]) => {
		if (isAddress(attribute) && name !== 'image-component' && !isKeptAddress(value)) return false;

		return USUAL.includes(attribute) || OWN[name]?.includes(attribute);
	});
	const written = kept.map(([attribute, value]) => {
		if (attribute === 'checked') return ' checked=""';

		return ` ${attribute}="${escapeValue(isAddress(attribute) ? encodeAddress(value) : value)}"`;
	});
	if (name === 'a') written.push(' rel="noopener noreferrer"');

	return written.join('');
}

function write(nodes: readonly Parsed[]): string {
	return nodes
		.map((node) => {
			if (isText(node)) return escapeText(node.data ?? '');
			if (isScript(node) || node.name === undefined) return '';

			const contents = write(node.children ?? []);
			if (!KEPT.has(node.name)) return contents;

			const start = `<${node.name}${writeAttributes(node)}>`;

			return VOID.has(node.name) ? start : `${start}${contents}</${node.name}>`;
		})
		.join('');
}

/** Puts the rows of a table that stand in it by themselves in a <tbody>, as nh3 does. */
function withBodies(node: Parsed): Parsed {
	const children = (node.children ?? []).map(withBodies);
	const first = children.findIndex(({ name }) => name === 'tr');
	if (node.name !== 'table' || first === -1) return { ...node, children };

	const body: Parsed = {
		type: 'tag',
		name: 'tbody',
		children: children.slice(first),
	};

	return {
		...node,
		children: [...children.slice(0, first), body],
	};
}

const hasBlock = (nodes: readonly Parsed[]): boolean =>
	nodes.some(({ name = '', children = [] }) => BLOCKS.has(name) || hasBlock(children));

/** Whether lxml takes a text for a document and not for a part of one. */
const isDocument = (text: string): boolean => /^\s*<(?:html|!doctype)/i.test(text);

type Write = (nodes: readonly Parsed[]) => string;

/** Writes everything that was parsed, as lxml does. */
const writeWhole: Write = (nodes) =>
	nodes
		.map((node) => {
			const { name, data = '', attribs = {}, children = [] } = node;
			if (isText(node)) return data.replace(/[&<>]/g, (sign) => SIGNS[sign] ?? sign);
			if (node.type === 'comment') return `<!--${data}-->`;
			if (name === undefined) return '';

			const attributes = Object.entries(attribs).map(
				([attribute, value]) => ` ${attribute}="${value.replaceAll('"', '&quot;')}"`,
			);
			const start = `<${name}${attributes.join('')}>`;
			const text = isScript(node)
				? children.map((child) => child.data ?? '').join('')
				: writeWhole(children);

			return VOID.has(name) ? start : `${start}${text}</${name}>`;
		})
		.join('');

/** What lxml makes of HTML: several elements are put in one. Undefined: it cannot read it. */
function reparse(html: string, writeNodes: Write): string | undefined {
	const text = html
		.trim()
		.replace(/\r\n?|&#13;/g, '\n')
		.replace(/^<!doctype[^>]*>\s*/i, '<!DOCTYPE html>');
	if (/^<\?xml\b[^>]*\bencoding\b/i.test(text)) return undefined;

	const nodes: readonly Parsed[] = parseDocument(text).children;
	if (isDocument(text)) return writeNodes(nodes);

	// What only a head has, and comments before it, end up there.
	const first = nodes.findIndex(
		(node) => !isBlankText(node) && !isComment(node) && !isScript(node),
	);
	const contents = nodes.slice(first);
	if (first === -1) return undefined;

	const isOne = contents.slice(1).every(isBlankText);
	if (isOne && contents[0] && !isText(contents[0])) return writeNodes(contents);

	const wrapper = hasBlock(contents) ? 'div' : 'span';

	return `<${wrapper}>${writeNodes(contents)}</${wrapper}>`;
}

/**
 * What the server keeps of the HTML of a description (row 180): it is parsed and written by lxml,
 * which puts several elements in one, and cleaned by nh3. Undefined: the server refuses it.
 */
export const storeHtml = (html: string): string | undefined =>
	reparse(html, (nodes) => write(nodes.map(withBodies)));

/** What it keeps of a comment that changes, which is not cleaned (row 184). */
export const reparseHtml = (html: string): string | undefined => reparse(html, writeWhole);
