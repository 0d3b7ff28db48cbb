import { isObject } from '../values/valueChecks';
import { refused, type Result } from '../result/problem';
import { quote } from '../text/quote';

/** Headers by their names as entered. */
export type ExtraHeaders = Readonly<Record<string, string>>;

/** What the name of a header may consist of (RFC 9110, section 5.6.2). */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Line breaks would start another header, and characters outside Latin-1 cannot be sent. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]+$/;

/** Headers that the nodes, n8n or the HTTP client set. */
const RESERVED_NAMES: ReadonlySet<string> = new Set([
	'accept',
	'authorization',
	'connection',
	'content-length',
	'content-type',
	'expect',
	'host',
	'transfer-encoding',
	'upgrade',
	'x-api-key',
]);

/**
 * Reads the field Extra Headers of a credential, `{ header: [{ name, value }] }`. Rows without a name and
 * a value are left out, because the editor adds an empty one.
 */
export function readExtraHeaders(extraHeaders: unknown): Result<ExtraHeaders> {
	const headers: Record<string, string> = {};
	const usedNames = new Set<string>();

	for (const row of listRows(extraHeaders)) {
		const name = readText(row.name);
		const value = readText(row.value);
		if (name === '' && value === '') continue;

		const fault = findFault(name, value, usedNames);
		if (fault !== undefined) {
			return refused(`Extra Headers: ${fault}`, 'Open the credential and correct the header.');
		}

		usedNames.add(name.toLowerCase());
		headers[name] = value;
	}

	return headers;
}

/** The rows of the field, which n8n leaves out if nobody has added one. */
function listRows(extraHeaders: unknown): readonly Record<string, unknown>[] {
	const rows = isObject(extraHeaders) ? extraHeaders.header : undefined;

	return Array.isArray(rows) ? rows.filter(isObject) : [];
}

/** A pasted name or value may end in a line break. */
const readText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** What is wrong with a header, without its value, which is a secret. */
function findFault(
	name: string,
	value: string,
	usedNames: ReadonlySet<string>,
): string | undefined {
	if (name === '') return 'a header has a value but no name';
	if (!HEADER_NAME.test(name)) return `${quote(name)} is not the name of a header`;
	if (RESERVED_NAMES.has(name.toLowerCase())) return `the node itself sets the header ${name}`;
	if (usedNames.has(name.toLowerCase())) return `the header ${name} is there twice`;
	if (value === '') return `the header ${name} has no value`;

	if (!HEADER_VALUE.test(value)) {
		return `the value of ${name} contains a line break or another character that no header may have`;
	}

	return undefined;
}
