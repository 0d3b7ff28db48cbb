import { isAllowedElement, isRunnable, keepsAddress } from './allowedHtml';
import { isLostPicture, shortenAddress } from './lostPictures';
import { type Attributes, readTokens, type Token } from './readTokens';

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
 * Returns what is left out of HTML when it is sent, as HTML: what could run, and what a reader would miss. What stays as
 * text is not among it, and neither are comments: no reader sees them.
 *
 * @example `<p onclick="x()">a<script>y()</script></p>` → `onclick="x()"`, `<script>y()</script>`
 */
export function findRemovedContents(
	html: string,
	{ includesStyles = false }: RemovalOptions = {},
): readonly string[] {
	const removed: string[] = [];

	for (const token of readTokens(html, { keepsFalseMarkup: true })) {
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
			default:
		}
	}

	return removed;
}

function findInTag({ name, attributes }: StartTag): string[] {
	const removed: string[] = [];

	if (name === 'img' && isLostPicture(attributes)) {
		const address = shortenAddress(attributes.get('src') ?? '');

		removed.push(`<img src="${address}">`);
	}

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
	if (!isAddress || element === 'img' || !isAllowedElement(element)) return false;

	return isRunnable(value) && !keepsAddress(element, attributes);
}

/** Whether a reader would miss raw text. */
const isMissed = ({ name, text, source }: RawText, includesStyles: boolean): boolean =>
	text === '' && source.trim() !== '' && (name !== 'style' || includesStyles);

const describeRawText = ({ name, source }: RawText): string =>
	`<${name}>${source.trim()}</${name}>`;
