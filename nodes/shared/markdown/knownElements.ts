import { isAllowedElement } from '../html/allowedHtml';

/** The elements of HTML, SVG and MathML that Plane removes (row 180). */
const REMOVED_ELEMENTS: ReadonlySet<string> = new Set(
	(
		'address applet audio base basefont bgsound body button canvas command datalist dialog dir ' +
		'embed fieldset font form frame frameset head html iframe isindex keygen legend link ' +
		'main marquee math menu menuitem meta meter nobr noembed noframes noscript object optgroup ' +
		'option output param picture portal progress rb script search section select slot ' +
		'source style svg template textarea title track video xmp'
	).split(' '),
);

/** Whether a tag with this name is HTML, and not a placeholder such as `<your-token>`. */
export const isKnownElement = (name: string): boolean =>
	isAllowedElement(name.toLowerCase()) || REMOVED_ELEMENTS.has(name.toLowerCase());
