import type { Attributes } from './readTokens';

/**
 * What Plane keeps of HTML: its editor's elements, attributes and schemes of addresses, as its server
 * lists them in `apps/api/plane/utils/content_validator.py`, with the elements that the library nh3
 * allows on its own (row 180).
 */

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const ELEMENTS: ReadonlySet<string> = new Set(
	words(`
		a abbr acronym area article aside b bdi bdo blockquote br caption center cite code col colgroup
		data dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr
		i image-component img input ins kbd label li map mark mention-component nav ol p pre q rp rt rtc
		ruby s samp small span strike strong sub summary sup table tbody td th thead time tr tt u ul var
		wbr
	`),
);

const ATTRIBUTES_OF_ALL: ReadonlySet<string> = new Set(
	words(`
		aria-hidden aria-label class data-background data-background-color data-block-type data-checked
		data-emoji-unicode data-emoji-url data-icon-color data-icon-name data-id data-logo-in-use
		data-name data-node-type data-text-color data-tight data-type id role start style title type
		xmlns
	`),
);

const ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map([
	['a', words('href target')],
	['code', words('language spellcheck')],
	['image-component', words('alignment aspectratio height src status width')],
	['img', words('alignment alt aspectratio height src width')],
	['input', words('checked')],
	['mention-component', words('entity_identifier entity_name')],
	['pre', words('language')],
	['td', words('background colspan colwidth rowspan textcolor')],
	['th', words('background colspan colwidth rowspan')],
	['tr', words('background textcolor')],
]);

const SCHEMES: ReadonlySet<string> = new Set(words('http: https: mailto: tel:'));

/** Attributes without a value: whatever it says, the server stores an empty one. */
const BOOLEAN_ATTRIBUTES: ReadonlySet<string> = new Set(['checked']);

/** What the library adds to each link, so that the page behind it cannot reach the one with the link. */
const REL = 'noopener noreferrer';

/** Whether Plane keeps an element; of any other, it keeps what is in it. */
export const isAllowedElement = (name: string): boolean => ELEMENTS.has(name);

/**
 * The characters that the server writes as `%20` and the like in addresses, and `<` and `>`, which
 * newer versions of its library store in another form than older ones (row 180).
 */
const UNSAFE_IN_ADDRESS = /[^\x21-\x3B=\x3F-\x7E]+/g;

/** Halves of characters that two units of UTF-16 make, without the other half. */
const HALF_CHARACTERS = /\p{Cs}/gu;

function escapeAddress(address: string): string {
	return address
		.replace(/^[\t\n\r ]+/, '')
		.replace(HALF_CHARACTERS, '\uFFFD')
		.replace(UNSAFE_IN_ADDRESS, (characters) => encodeURIComponent(characters));
}

/** Whether an address is relative, or of a scheme that Plane keeps: never `javascript:` or `data:`. */
function isAllowedAddress(address: string): boolean {
	if (URL.canParse(address)) return SCHEMES.has(new URL(address).protocol);

	return URL.canParse(address, 'https://plane.invalid');
}

/** The value of an attribute as Plane stores it, or undefined if Plane drops the attribute. */
function cleanAttribute(element: string, name: string, value: string): string | undefined {
	const isAllowed = ATTRIBUTES_OF_ALL.has(name) || ATTRIBUTES.get(element)?.includes(name);
	if (isAllowed !== true) return undefined;
	if (BOOLEAN_ATTRIBUTES.has(name)) return '';
	if (name !== 'href' && name !== 'src') return value.replace(/\r\n?/g, '\n');

	const address = escapeAddress(value);

	return isAllowedAddress(address) ? address : undefined;
}

/** The attributes of an element that Plane keeps, in their order, each as it is stored. */
export function cleanAttributes(element: string, attributes: Attributes): Attributes {
	const cleaned = new Map<string, string>();

	for (const [name, value] of attributes) {
		const kept = cleanAttribute(element, name, value);
		if (kept !== undefined) cleaned.set(name, kept);
	}

	if (element === 'a') cleaned.set('rel', REL);

	return cleaned;
}
