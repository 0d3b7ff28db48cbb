/**
 * What may stand in what. Plane's server parses HTML twice, with libxml2 and then with html5ever, and
 * both end an element early where another one cannot be in it: a paragraph before a list. What is
 * sent has to be nested so that neither finds anything to repair. Sources: the HTML standard, section
 * 13.2.6, libxml2's table of elements that end others, and measurements of all pairs (row 181).
 */

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements without contents and without an end tag. */
export const VOID_ELEMENTS = setOf('area br col hr img input wbr');

/** Elements of which a server's parser says that they are blocks, so that `<div>` is put around them. */
export const BLOCK_ELEMENTS = setOf(
	'blockquote caption center col colgroup dd del div dl dt h1 h2 h3 h4 h5 h6 hr ins li ol p pre ' +
		'table tbody td th thead tr ul',
);

/** Elements that end an open paragraph. */
export const ENDS_PARAGRAPH = setOf(
	'article aside blockquote center dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 ' +
		'header hgroup hr li nav ol p pre summary table ul',
);

/** Elements that only say how text looks; they begin again where the end of a paragraph cut them off. */
export const FORMATTING_ELEMENTS = setOf('a b code em i s small strike strong tt u');

/** Elements in which each cell of a table begins anew: what is open outside of them stays open. */
export const CELL_ELEMENTS = setOf('caption td th');

const HEADING = setOf('h1 h2 h3 h4 h5 h6 li p table');
const TEXT_STYLE = setOf('p');

/** The elements that end the one that they would stand in directly. */
const ENDED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
	['a', setOf('a table')],
	['b', setOf('center p')],
	['dd', setOf('dd dt')],
	['dl', setOf('li')],
	['dt', setOf('dd dl dt')],
	['h1', HEADING],
	['h2', HEADING],
	['h3', HEADING],
	['h4', HEADING],
	['h5', HEADING],
	['h6', HEADING],
	['i', setOf('center p')],
	['li', setOf('li')],
	['p', ENDS_PARAGRAPH],
	['pre', setOf('dd dl dt li table ul')],
	['s', TEXT_STYLE],
	['small', TEXT_STYLE],
	['strike', TEXT_STYLE],
	['tt', TEXT_STYLE],
	['u', TEXT_STYLE],
	['ul', setOf('pre')],
]);

/** Whether the start of an element ends the one that is open. */
export const isEndedBy = (open: string, starting: string): boolean =>
	ENDED_BY.get(open)?.has(starting) === true;

/** The entries that another entry of the same list ends, however deep it is. */
export const ENTRY_SIBLINGS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
	['li', setOf('li')],
	['dd', setOf('dd dt')],
	['dt', setOf('dd dt')],
]);

/** What an entry of a list does not reach across to end another one. */
export const ENTRY_BOUNDARIES = setOf(
	'article aside blockquote caption center colgroup dd details dl dt figcaption figure footer h1 h2 ' +
		'h3 h4 h5 h6 header hgroup li nav ol pre summary table tbody td th thead tr ul',
);

/** The parts of ruby text, which follow each other. */
export const RUBY_PARTS = setOf('rp rt rtc');

/** What a part of ruby text ends. */
export const ENDED_BY_RUBY_PART = setOf('dd dt li p rp rt rtc');

/** What stands in a table around what it says. */
export const TABLE_PARTS = setOf('caption col colgroup tbody td th thead tr');

/** How an end tag weighs: it ends nothing across an open element of more weight. */
const WEIGHTS: ReadonlyMap<string, number> = new Map([
	['div', 150],
	['td', 160],
	['th', 160],
	['tr', 170],
	['thead', 180],
	['tbody', 180],
	['table', 190],
]);

/** The weight of an element (libxml2's `htmlEndPriority`). */
export const getEndPriority = (name: string): number => WEIGHTS.get(name) ?? 100;

/**
 * How many elements may be open at once. The server drops what is in the 255th, without an error
 * (row 182); what would be deeper stands in the last one that is allowed.
 */
export const MAX_DEPTH = 200;
