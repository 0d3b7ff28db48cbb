import { isAllowedElement, isRunnable, keepsAddress } from './allowedHtml';
import { type Attributes, isCutOff, isDoctype, readTokens, type Token } from './readTokens';

type StartTag = Extract<Token, { kind: 'start' }>;
type RawText = Extract<Token, { kind: 'rawText' }>;

/** Elements that show or run something from elsewhere, and the attributes with its address. */
const EMBEDDING_ELEMENTS: ReadonlySet<string> = new Set(
	'applet audio embed frame iframe object portal script source video'.split(' '),
);

const ADDRESS_ATTRIBUTES: ReadonlySet<string> = new Set('data href src srcdoc'.split(' '));

/** The types of inputs that show no value. */
const INPUTS_WITHOUT_TEXT: ReadonlySet<string> = new Set(
	'checkbox hidden password radio'.split(' '),
);

export interface RemovalOptions {
	/** Whether styles are among it: readers of HTML never see them, but readers of Markdown do. */
	readonly includesStyles?: boolean;
}

/**
 * Returns what is left out of HTML when it is sent, as HTML: what could run, and what a reader would miss. Addresses of
 * links that Plane does not keep are not among it: they stay as text. Neither are comments: no reader sees them.
 *
 * @example `<p onclick="x()">a<script>y()</script></p>` → `onclick="x()"`, `<script>y()</script>`
 */
export function findRemovedContents(
	html: string,
	{ includesStyles = false }: RemovalOptions = {},
): readonly string[] {
	const removed: string[] = [];

	for (const token of readTokens(html)) {
		switch (token.kind) {
			case 'start':
				removed.push(...findInTag(token));
				break;
			case 'end':
				// An end tag has no attributes: it was cut off, and text was taken for them.
				if (/\s[^\s/>]/.test(token.source)) removed.push(token.source);

				break;
			case 'rawText':
				if (isMissed(token, includesStyles)) removed.push(describeRawText(token));

				break;
			case 'comment':
				if (!isHiddenMarkup(token.source)) removed.push(token.source);

				break;
			case 'unfinished':
				removed.push(token.source);
				break;
			default:
		}
	}

	return removed;
}

function findInTag({ name, attributes, source }: StartTag): string[] {
	// An address in angle brackets, `<ada@example.com>`, is not the tag of an element.
	if (!/^[\w-]+(?::[\w-]+)?$/.test(name)) return [source];

	if (isCutOff(attributes)) return [source];

	const removed: string[] = [];

	for (const [attribute, value] of attributes) {
		if (isRemoved(name, attribute, attributes)) removed.push(`${attribute}="${value}"`);
	}

	if (removed.length === 0) return [];

	return EMBEDDING_ELEMENTS.has(name) || name === 'input'
		? [`<${name} ${removed.join(' ')}>`]
		: removed;
}

/** Whether an attribute that is left out could have run, or would have shown something. */
function isRemoved(element: string, attribute: string, attributes: Attributes): boolean {
	const value = attributes.get(attribute) ?? '';
	if (/^on[a-z]/.test(attribute)) return true;
	if (value.trim() === '') return false;
	if (EMBEDDING_ELEMENTS.has(element)) return ADDRESS_ATTRIBUTES.has(attribute);

	if (element === 'input' && attribute === 'value') {
		return !INPUTS_WITHOUT_TEXT.has(attributes.get('type')?.toLowerCase() ?? '');
	}

	const isAddress = attribute === 'href' || attribute === 'src';
	if (!isAddress || !isAllowedElement(element)) return false;

	return isRunnable(value) && !keepsAddress(element, attributes);
}

/** Whether a reader would miss raw text. What follows a style that is not closed is lost with it. */
const isMissed = ({ name, text, isClosed, source }: RawText, includesStyles: boolean): boolean =>
	text === '' && source.trim() !== '' && (name !== 'style' || !isClosed || includesStyles);

const describeRawText = ({ name, isClosed, source }: RawText): string =>
	`<${name}>${source.trim()}${isClosed ? `</${name}>` : ''}`;

/** Whether markup is a complete comment, or a declaration of the page, which nobody sees. */
const isHiddenMarkup = (source: string): boolean =>
	isDoctype(source) || /^<!--[^]*-->$|^<!-?-?>$|^<\?xml\b|^<\/>$/i.test(source);
