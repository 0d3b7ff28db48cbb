/**
 * Which elements may contain which. Plane's server parses HTML with libxml2 and then with html5ever.
 * Both end an element as soon as one starts that it cannot contain, e.g. a paragraph before a list.
 * The HTML that is sent must be nested so that neither parser changes it. Sources: the HTML standard,
 * section 13.2.6, libxml2's table of elements that end others, and measurements of all pairs (row
 * 181).
 */

const parseSet = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** The elements without contents and without an end tag. */
export const VOID_ELEMENTS = parseSet('area br col hr img input wbr');

/** The elements that libxml2 treats as blocks: the server puts a `<div>` around several of them. */
export const BLOCK_ELEMENTS = parseSet(
	'blockquote caption center col colgroup dd del div dl dt h1 h2 h3 h4 h5 h6 hr ins li ol p pre ' +
		'table tbody td th thead tr ul',
);

/** The elements that end an open paragraph. */
export const ENDS_PARAGRAPH = parseSet(
	'article aside blockquote center dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 ' +
		'header hgroup hr li nav ol p pre summary table ul',
);

/** The elements that only format text. They are reopened after the end of a paragraph that they were in. */
export const FORMATTING_ELEMENTS = parseSet('a b code em i s small strike strong tt u');

/** The cells of tables. Elements that are open outside of a cell stay open. */
export const CELL_ELEMENTS = parseSet('caption td th');

const ENDS_HEADING = parseSet('h1 h2 h3 h4 h5 h6 li p table');
const ENDS_TEXT_STYLE = parseSet('p');

/** The elements that end the element that would directly contain them. */
const ENDED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
	['a', parseSet('a table')],
	['b', parseSet('center p')],
	['dd', parseSet('dd dt')],
	['dl', parseSet('li')],
	['dt', parseSet('dd dl dt')],
	['h1', ENDS_HEADING],
	['h2', ENDS_HEADING],
	['h3', ENDS_HEADING],
	['h4', ENDS_HEADING],
	['h5', ENDS_HEADING],
	['h6', ENDS_HEADING],
	['i', parseSet('center p')],
	['li', parseSet('li')],
	['p', ENDS_PARAGRAPH],
	['pre', parseSet('dd dl dt li table ul')],
	['s', ENDS_TEXT_STYLE],
	['small', ENDS_TEXT_STYLE],
	['strike', ENDS_TEXT_STYLE],
	['tt', ENDS_TEXT_STYLE],
	['u', ENDS_TEXT_STYLE],
	['ul', parseSet('pre')],
]);

/** Whether an open element ends when another one starts directly in it. */
export const isEndedBy = (open: string, starting: string): boolean =>
	ENDED_BY.get(open)?.has(starting) === true;

/** The entries of a list that an entry ends, at any depth. */
export const ENTRY_SIBLINGS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
	['li', parseSet('li')],
	['dd', parseSet('dd dt')],
	['dt', parseSet('dd dt')],
]);

/** The elements that protect the entries around them: an entry inside does not end those. */
export const ENTRY_BOUNDARIES = parseSet(
	'article aside blockquote caption center colgroup dd details dl dt figcaption figure footer h1 h2 ' +
		'h3 h4 h5 h6 header hgroup li nav ol pre summary table tbody td th thead tr ul',
);

/** The parts of ruby text (annotations of East Asian characters). */
export const RUBY_PARTS = parseSet('rp rt rtc');

/** The elements that end when a part of ruby text starts. */
export const ENDED_BY_RUBY_PART = parseSet('dd dt li p rp rt rtc');

/** The elements that a table consists of. */
export const TABLE_PARTS = parseSet('caption col colgroup tbody td th thead tr');

/** The priorities of end tags above the default. An end tag is ignored inside an element of higher priority. */
const END_PRIORITIES: ReadonlyMap<string, number> = new Map([
	['div', 150],
	['td', 160],
	['th', 160],
	['tr', 170],
	['thead', 180],
	['tbody', 180],
	['table', 190],
]);

/** Returns the priority of the end tag of an element (libxml2's `htmlEndPriority`). */
export const getEndPriority = (name: string): number => END_PRIORITIES.get(name) ?? 100;

/**
 * The maximum of open elements. The server silently drops the contents of the 255th (row 182), so
 * deeper contents are moved up into the last element that is allowed.
 */
export const MAX_DEPTH = 200;
