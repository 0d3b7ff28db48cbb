import { escapeAttribute, escapeText } from '../html/escape';
import { TASK_END, TASK_LIST_START, writeTaskStart } from '../html/taskItem';
import { asText } from '../values/asText';
import { tryParseJson } from '../values/json';
import { isObject } from '../values/valueChecks';
import { writeLink } from './inline';

type Node = Readonly<Record<string, unknown>>;

/** What is written before and after the contents of a node. */
interface Wrapping {
	readonly before: string;
	readonly after: string;
}

/** Whether a value is a document in the format of Atlassian's editors, as Jira's API returns texts. */
export const isAtlassianDocument = (value: unknown): value is Node =>
	isObject(value) && value.type === 'doc' && Array.isArray(value.content);

/** Reads a document from JSON text. Returns undefined if the text is not a document. */
export function parseAtlassianDocument(text: string): Node | undefined {
	const json = tryParseJson(text);

	return isAtlassianDocument(json) ? json : undefined;
}

/**
 * Converts a document of Atlassian to HTML, however deep it is nested, in time linear to its length. Of a node that has
 * no counterpart, such as a chart, its words and its contents stay.
 *
 * Source: the schema in https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/
 */
export function writeAtlassianDocument(document: Node): string {
	const written: string[] = [];
	/** What is still to be written, the last one first: nodes, and what follows their contents. */
	const rest: (Node | string)[] = listContents(document);

	for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
		if (typeof next === 'string') {
			written.push(next);
			continue;
		}

		const { before, after } = wrapNode(next);

		written.push(before);
		rest.push(after);

		for (const node of listContents(next)) rest.push(node);
	}

	return written.join('');
}

/** The contents of a node, the last one first. */
const listContents = ({ content }: Node): Node[] =>
	Array.isArray(content) ? content.filter(isObject).reverse() : [];

const readAttributes = ({ attrs }: Node): Node => (isObject(attrs) ? attrs : {});

/** Elements that hold only the contents of their node. */
const ELEMENTS: ReadonlyMap<unknown, string> = new Map([
	['paragraph', 'p'],
	['caption', 'p'],
	['bulletList', 'ul'],
	['decisionList', 'ul'],
	['listItem', 'li'],
	['decisionItem', 'li'],
	['blockquote', 'blockquote'],
	['panel', 'blockquote'],
	['table', 'table'],
	['tableRow', 'tr'],
]);

const wrapIn = (element: string, attributes = ''): Wrapping => ({
	before: `<${element}${attributes}>`,
	after: `</${element}>`,
});

const withoutWrapping = (html: string): Wrapping => ({ before: html, after: '' });

function wrapNode(node: Node): Wrapping {
	const attributes = readAttributes(node);
	const element = ELEMENTS.get(node.type);
	if (element !== undefined) return wrapIn(element);

	switch (node.type) {
		case 'text':
			return withoutWrapping(writeText(node));
		case 'hardBreak':
			return withoutWrapping('<br>');
		case 'rule':
			return withoutWrapping('<hr>');
		case 'heading': {
			const level = Number(attributes.level);

			return wrapIn(level >= 1 && level <= 6 ? `h${Math.floor(level)}` : 'p');
		}

		case 'orderedList':
			return wrapIn('ol', writeNumber('start', attributes.order));
		case 'tableHeader':
			return wrapIn('th', writeSpans(attributes));
		case 'tableCell':
			return wrapIn('td', writeSpans(attributes));
		case 'codeBlock':
			return {
				before: `<pre><code${writeLanguage(attributes.language)}>`,
				after: '</code></pre>',
			};
		case 'taskList':
			return { before: TASK_LIST_START, after: '</ul>' };
		case 'taskItem':
			return {
				before: `${writeTaskStart(attributes.state === 'DONE')}<p>`,
				after: `</p>${TASK_END}`,
			};
		case 'expand':
		case 'nestedExpand':
			return withoutWrapping(writeTitle(attributes.title));
		case 'date':
			return withoutWrapping(writeDate(attributes.timestamp));
		case 'inlineCard':
			return withoutWrapping(writeCard(attributes.url));
		case 'blockCard':
		case 'embedCard':
			return withoutWrapping(writeBlock(writeCard(attributes.url)));
		case 'mediaInline':
			return withoutWrapping(writeMedia(attributes));
		case 'media':
			return withoutWrapping(writeBlock(writeMedia(attributes)));
		default:
			return withoutWrapping(escapeText(findWords(node, attributes)));
	}
}

/** Writes an attribute that counts from 1, which it is without being written. */
function writeNumber(name: string, value: unknown): string {
	const number = Number(value);

	return number > 1 && Number.isInteger(number) ? ` ${name}="${number}"` : '';
}

/** Writes how many columns and rows a cell takes up. */
const writeSpans = ({ colspan, rowspan }: Node): string =>
	writeNumber('colspan', colspan) + writeNumber('rowspan', rowspan);

/** What a reader sees of a node whose words are an attribute, such as a mention, an emoji or a status. */
const findWords = (node: Node, { text, shortName, id }: Node): string => {
	const words = [node.text, text, shortName].map(asText).find((value) => value !== undefined);
	if (words !== undefined) return words;

	return node.type === 'mention' ? `@${asText(id) ?? ''}` : '';
};

/** Writes HTML as lines of its own, which do not run into their neighbors. */
const writeBlock = (html: string): string => (html === '' ? '' : `<p>${html}</p>`);

const writeTitle = (title: unknown): string => {
	const words = asText(title) ?? '';

	return words === '' ? '' : `<p><strong>${escapeText(words)}</strong></p>`;
};

/** @param timestamp the number of milliseconds since 1970, at midnight UTC of the day */
function writeDate(timestamp: unknown): string {
	const time = new Date(Number(timestamp));
	const isValid = !Number.isNaN(time.valueOf());

	return isValid ? time.toISOString().slice(0, 10) : escapeText(asText(timestamp) ?? '');
}

const writeCard = (url: unknown): string => {
	const address = asText(url) ?? '';

	return address === '' ? '' : writeLink(address, address);
};

/** A file of Jira has no address: its name is all that there is. */
const writeMedia = ({ url, alt }: Node): string => {
	const words = asText(alt) ?? '';
	const address = asText(url) ?? '';

	return address === ''
		? escapeText(words)
		: `<img src="${escapeAttribute(address)}" alt="${escapeAttribute(words)}">`;
};

/** The elements of marks. Others, such as colors, are left out. */
const MARKS: ReadonlyMap<unknown, string> = new Map([
	['strong', 'strong'],
	['em', 'em'],
	['strike', 's'],
	['underline', 'u'],
	['code', 'code'],
	['sub', 'sub'],
	['sup', 'sup'],
]);

function writeText({ text, marks }: Node): string {
	const list = (Array.isArray(marks) ? marks : []).filter(isObject);

	return list.reduce<string>(writeMark, escapeText(asText(text) ?? ''));
}

function writeMark(inner: string, mark: Node): string {
	const attributes = readAttributes(mark);
	if (mark.type === 'link') {
		return `<a href="${escapeAttribute(asText(attributes.href) ?? '')}">${inner}</a>`;
	}

	const element = MARKS.get(mark.type === 'subsup' ? attributes.type : mark.type);

	return element === undefined ? inner : `<${element}>${inner}</${element}>`;
}

const writeLanguage = (language: unknown): string => {
	const name = asText(language) ?? '';

	return name === '' ? '' : ` class="language-${escapeAttribute(name)}"`;
};
