import { escapeAttribute, escapeText } from '../html/escape';
import { asText } from '../values/asText';
import { isObject } from '../values/valueChecks';

type Node = Readonly<Record<string, unknown>>;

/** The elements of marks whose meaning HTML has. */
const MARKS: Readonly<Record<string, string>> = {
	strong: 'strong',
	em: 'em',
	strike: 's',
	underline: 'u',
	code: 'code',
};

/** The elements of blocks whose contents are all that they have. */
const BLOCKS: Readonly<Record<string, string>> = {
	paragraph: 'p',
	bulletList: 'ul',
	orderedList: 'ol',
	taskList: 'ul',
	decisionList: 'ul',
	listItem: 'li',
	decisionItem: 'li',
	blockquote: 'blockquote',
	panel: 'blockquote',
	table: 'table',
	tableRow: 'tr',
	tableHeader: 'th',
	tableCell: 'td',
	expand: 'p',
	nestedExpand: 'p',
};

/** Whether a value is a document in the format of Atlassian's editors, as Jira's API returns texts. */
export const isAtlassianDocument = (value: unknown): value is Node =>
	isObject(value) && value.type === 'doc' && Array.isArray(value.content);

/**
 * Converts a document of Atlassian to HTML. Of a node that has no counterpart, such as a chart, its contents stay.
 *
 * Source: the schema in https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/
 */
export const writeAtlassianDocument = ({ content }: Node): string => writeAll(content);

const writeAll = (content: unknown): string =>
	(Array.isArray(content) ? content : []).filter(isObject).map(writeNode).join('');

const attributesOf = ({ attrs }: Node): Node => (isObject(attrs) ? attrs : {});

function writeNode(node: Node): string {
	const type = asText(node.type) ?? '';
	const attributes = attributesOf(node);
	const inner = writeAll(node.content);

	switch (type) {
		case 'text':
			return writeText(node);
		case 'hardBreak':
			return '<br>';
		case 'rule':
			return '<hr>';
		case 'heading': {
			const level = Number(attributes.level);

			return level >= 1 && level <= 6 ? `<h${level}>${inner}</h${level}>` : `<p>${inner}</p>`;
		}

		case 'codeBlock':
			return `<pre><code${writeLanguage(attributes.language)}>${inner}</code></pre>`;
		case 'taskItem':
			return `<li>${attributes.state === 'DONE' ? '[x] ' : '[ ] '}${inner}</li>`;
		case 'mention':
		case 'emoji':
		case 'status':
			return escapeText(asText(attributes.text) ?? asText(attributes.shortName) ?? '');
		case 'date': {
			const time = new Date(Number(attributes.timestamp));

			return Number.isNaN(time.valueOf()) ? '' : time.toISOString().slice(0, 10);
		}

		case 'inlineCard':
		case 'blockCard':
		case 'embedCard':
			return writeLink(attributes.url, escapeText(asText(attributes.url) ?? ''));
		case 'media':
			return escapeText(asText(attributes.alt) ?? '');
		default:
			return wrap(BLOCKS[type], inner);
	}
}

const wrap = (element: string | undefined, inner: string): string =>
	element === undefined ? inner : `<${element}>${inner}</${element}>`;

function writeText({ text, marks }: Node): string {
	const list = (Array.isArray(marks) ? marks : []).filter(isObject);
	const words = escapeText(asText(text) ?? '');

	return list.reduce<string>(
		(inner, mark) =>
			mark.type === 'link'
				? writeLink(attributesOf(mark).href, inner)
				: wrap(MARKS[asText(mark.type) ?? ''], inner),
		words,
	);
}

const writeLink = (address: unknown, inner: string): string =>
	`<a href="${escapeAttribute(asText(address) ?? '')}">${inner}</a>`;

const writeLanguage = (language: unknown): string => {
	const name = asText(language) ?? '';

	return name === '' ? '' : ` class="language-${escapeAttribute(name)}"`;
};
