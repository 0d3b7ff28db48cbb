import { Parser } from 'htmlparser2';

/** What a reader finds in HTML. */
export interface ReadHtml {
	/** The text that a browser shows. */
	readonly text: string;
	/** Text that browsers hide: scripts, styles, and what old ones show in place of frames. */
	readonly hiddenText: string;
	/** The values of the attributes that a reader can reach: addresses, titles, and what stands for a picture. */
	readonly attributes: readonly string[];
}

const REACHABLE = ['href', 'src', 'alt', 'title', 'class'];

const HIDING = ['script', 'style', 'iframe', 'noembed', 'noframes'];

/** Reads HTML with a parser that is none of this package's. */
export function readHtml(html: string): ReadHtml {
	const attributes: string[] = [];
	let text = '';
	let hiddenText = '';
	let hiddenDepth = 0;

	const parser = new Parser({
		onopentag: (name, values) => {
			if (HIDING.includes(name)) hiddenDepth += 1;

			for (const attribute of REACHABLE) attributes.push(values[attribute] ?? '');
		},
		onclosetag: (name) => {
			if (HIDING.includes(name)) hiddenDepth -= 1;
		},
		ontext: (part) => {
			if (hiddenDepth === 0) text += part;
			else hiddenText += part;
		},
	});

	parser.end(html);

	return { text, hiddenText, attributes };
}

/** Decodes an address as far as it can be. */
export function decodeAddress(address: string): string {
	try {
		return decodeURI(address);
	} catch {
		return address;
	}
}
