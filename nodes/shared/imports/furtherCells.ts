import { asText } from '../values/asText';
import { isObject } from '../values/valueChecks';
import { readJsonList } from './cellLists';
import { readPerson } from './personCells';
import type { MonthNames, Row } from './profile';

/** A comment on a record. */
export interface ImportedComment {
	/** In the tool; undefined if the export does not say it. */
	readonly id: string | undefined;
	/** The name, the email address or the ID of who wrote it, as the export has it. */
	readonly author: string;
	/** What stays the same when the author is called otherwise: the ID of the person, or else the name. */
	readonly authorKey: string;
	/** As the export has it; `''` if it has none. */
	readonly time: string;
	/** In the format of the tool; a document of Atlassian as JSON text. */
	readonly text: string;
}

/** An address that belongs to a record: of the record itself, a file or a page. */
export interface ImportedLink {
	readonly url: string;
	/** `''` if it has none. */
	readonly title: string;
}

/** The properties of comments and links in the records of tools, in the order in which they are looked for. */
const PROPERTIES = {
	author: ['by', 'author', 'created_by', 'user'],
	time: ['date', 'created', 'createdAt', 'created_at'],
	text: ['text', 'body', 'comment'],
	url: ['url', 'content'],
	title: ['title', 'name', 'filename'],
} as const;

/** The parts of `05/Jul/16 9:53 AM;ada;Done`, as Jira writes comments and files. @returns undefined if it is no such text */
function splitEntry(text: string) {
	const [time = '', author = '', ...rest] = text.split(';');

	return rest.length > 0 && /\d/.test(time) ? { time, author, rest: rest.join(';') } : undefined;
}

/** Reads the comments in a cell: Jira's texts, or records of other tools. A record without a text is left out. */
export const readCommentCell = (cell: unknown): readonly ImportedComment[] =>
	listEntries(cell)
		.map(readComment)
		.filter((comment) => comment !== undefined)
		.filter(({ text }) => text.trim() !== '');

/** @returns undefined for a text that only counts the comments */
function readComment(entry: unknown): ImportedComment | undefined {
	if (isObject(entry)) {
		const person = readProperty(entry, 'author');
		const author = asText(readPerson(person)) ?? '';
		const authorId = isObject(person) ? asText(person.id ?? person.accountId) : undefined;

		return {
			id: asText(entry.id),
			author,
			authorKey: authorId ?? author,
			time: asText(readProperty(entry, 'time')) ?? '',
			text: readText(readProperty(entry, 'text')),
		};
	}

	const parts = splitEntry(asText(entry) ?? '');

	return (
		parts && {
			id: undefined,
			author: parts.author.trim(),
			authorKey: parts.author.trim(),
			time: parts.time.trim(),
			text: parts.rest,
		}
	);
}

/** Reads the links in a cell: addresses, Jira's files, or records of other tools. */
export const readLinkCell = (cell: unknown): readonly ImportedLink[] =>
	listEntries(cell)
		.map(readLink)
		.filter(({ url }) => url !== '');

function readLink(entry: unknown): ImportedLink {
	if (isObject(entry)) {
		return {
			url: asText(readProperty(entry, 'url')) ?? '',
			title: asText(readProperty(entry, 'title')) ?? '',
		};
	}

	const text = (asText(entry) ?? '').trim();
	const file = splitEntry(text)?.rest ?? '';
	const end = file.search(/;https?:\/\//);

	return end === -1
		? { url: text, title: '' }
		: { url: file.slice(end + 1), title: file.slice(0, end) };
}

/** Documents of Atlassian are objects. */
const readText = (text: unknown): string =>
	isObject(text) ? JSON.stringify(text) : (asText(text) ?? '');

const readProperty = (entry: Row, part: keyof typeof PROPERTIES): unknown => {
	const name = PROPERTIES[part].find((key) => entry[key] !== undefined && entry[key] !== null);

	return name === undefined ? undefined : entry[name];
};

const NO_MONTHS: MonthNames = new Map();

/** The entries of a cell: of a list, of JSON text, of a page of Jira's API, or one text. */
function listEntries(cell: unknown): readonly unknown[] {
	if (Array.isArray(cell)) return cell.flatMap((entry) => listEntries(entry));
	if (isObject(cell)) return Array.isArray(cell.comments) ? cell.comments : [cell];
	if (typeof cell !== 'string' || cell.trim() === '') return [];

	const list = readJsonList(cell, {}, NO_MONTHS);

	return Array.isArray(list) ? list : [cell];
}
