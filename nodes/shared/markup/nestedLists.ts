/** An item of a list. */
export interface ListItem {
	/** How deep it is: 1 for the outermost list. */
	readonly depth: number;
	/** The list that it is in. */
	readonly element: 'ol' | 'ul';
	/** Its words, as HTML. */
	readonly html: string;
	/** Its number, if that counts. */
	readonly number?: number;
}

/**
 * Writes items that follow each other as lists within lists. An item that is too deep for the one before it is one
 * level below that. Takes time linear to their number.
 */
export function writeLists(items: readonly ListItem[]): string {
	const written: string[] = [];
	/** The elements of the open lists, the innermost last. Each has an open item. */
	const open: string[] = [];

	const endLists = (depth: number) => {
		while (open.length > depth) written.push(`</li></${open.pop()}>`);
	};

	for (const { depth, element, html, number = 1 } of items) {
		endLists(depth);

		if (open.length === depth && open.at(-1) !== element) endLists(depth - 1);

		if (open.length === depth) {
			written.push('</li>');
		} else {
			written.push(number === 1 ? `<${element}>` : `<${element} start="${number}">`);
			open.push(element);
		}

		written.push(`<li><p>${html}</p>`);
	}

	endLists(0);

	return written.join('');
}
