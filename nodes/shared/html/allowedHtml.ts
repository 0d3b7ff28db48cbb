import type { Attributes } from './readTokens';

/**
 * The elements, attributes and address schemes that Plane keeps of HTML. Its server lists them in
 * `apps/api/plane/utils/content_validator.py`, beside the elements that the library nh3 allows by
 * default (row 180).
 */

const splitWords = (text: string): readonly string[] => text.trim().split(/\s+/);

const ALLOWED_ELEMENTS: ReadonlySet<string> = new Set(
	splitWords(`
		a abbr acronym area article aside b bdi bdo blockquote br caption center cite code col colgroup
		data dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr
		i image-component img input ins kbd label li map mark mention-component nav ol p pre q rp rt rtc
		ruby s samp small span strike strong sub summary sup table tbody td th thead time tr tt u ul var
		wbr
	`),
);

/** The attributes that every element may have. */
const GLOBAL_ATTRIBUTES: ReadonlySet<string> = new Set(
	splitWords(`
		aria-hidden aria-label class data-background data-background-color data-block-type data-checked
		data-emoji-unicode data-emoji-url data-icon-color data-icon-name data-id data-logo-in-use
		data-name data-node-type data-text-color data-tight data-type id role start style title type
		xmlns
	`),
);

/** The other attributes, by the only elements that may have them. */
const ELEMENT_ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map([
	['a', splitWords('href target')],
	['code', splitWords('language spellcheck')],
	['image-component', splitWords('alignment aspectratio height src status width')],
	['img', splitWords('alignment alt aspectratio height src width')],
	['input', splitWords('checked')],
	['mention-component', splitWords('entity_identifier entity_name')],
	['pre', splitWords('language')],
	['td', splitWords('background colspan colwidth rowspan textcolor')],
	['th', splitWords('background colspan colwidth rowspan')],
	['tr', splitWords('background textcolor')],
]);

const ALLOWED_SCHEMES: ReadonlySet<string> = new Set(splitWords('http: https: mailto: tel:'));

/** Attributes whose value does not matter: the server stores an empty one. */
const BOOLEAN_ATTRIBUTES: ReadonlySet<string> = new Set(['checked']);

/** The `rel` that nh3 adds to each link, to keep the linked page from accessing the one with the link. */
const LINK_REL = 'noopener noreferrer';

/** Whether Plane keeps an element. Of other elements, it keeps only the contents. */
export const isAllowedElement = (name: string): boolean => ALLOWED_ELEMENTS.has(name);

/**
 * Characters to percent-encode in addresses: those that the server encodes, and `<` and `>`, which
 * versions of nh3 store in different forms (row 180).
 */
const UNSAFE_IN_ADDRESS = /[^\x21-\x3B=\x3F-\x7E]+/g;

/** Halves of surrogate pairs without their other half. */
const LONE_SURROGATES = /\p{Cs}/gu;

/** Converts an address to the form that the server stores. */
function escapeAddress(address: string): string {
	return address
		.replace(/^[\t\n\r ]+/, '')
		.replace(LONE_SURROGATES, '\uFFFD')
		.replace(UNSAFE_IN_ADDRESS, (characters) => encodeURIComponent(characters));
}

/** Whether an address is relative or has an allowed scheme, unlike `javascript:` and `data:`. */
function isAllowedAddress(address: string): boolean {
	if (URL.canParse(address)) return ALLOWED_SCHEMES.has(new URL(address).protocol);

	return URL.canParse(address, 'https://plane.invalid');
}

/** Whether a browser may run an address, or show what is in it as a page. */
export const isRunnable = (address: string): boolean =>
	/^(?:javascript|vbscript|data):/i.test(address.replace(/[\p{Cc}\s]+/gu, ''));

/** Whether Plane keeps the address of an element, `href` or `src`. */
export function keepsAddress(element: string, attributes: Attributes): boolean {
	const cleaned = cleanAttributes(element, attributes);

	return cleaned.has('href') || cleaned.has('src');
}

/** Returns the value of an attribute as Plane stores it, or undefined if Plane drops the attribute. */
function cleanAttribute(element: string, name: string, value: string): string | undefined {
	const isAllowed = GLOBAL_ATTRIBUTES.has(name) || ELEMENT_ATTRIBUTES.get(element)?.includes(name);
	if (isAllowed !== true) return undefined;
	if (BOOLEAN_ATTRIBUTES.has(name)) return '';
	if (name !== 'href' && name !== 'src') return value.replace(/\r\n?/g, '\n');

	const address = escapeAddress(value);

	return isAllowedAddress(address) ? address : undefined;
}

/** Returns the attributes of an element as Plane stores them, in their order. */
export function cleanAttributes(element: string, attributes: Attributes): Attributes {
	const cleaned = new Map<string, string>();

	for (const [name, value] of attributes) {
		const cleanedValue = cleanAttribute(element, name, value);
		if (cleanedValue !== undefined) cleaned.set(name, cleanedValue);
	}

	if (element === 'a') cleaned.set('rel', LINK_REL);

	return cleaned;
}
