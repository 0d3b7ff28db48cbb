/** Ends a text with a full stop, unless it ends a sentence already. */
export const endWithFullStop = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Removes the full stops at the end of a text: the message of a problem has none. */
export function removeFullStops(text: string): string {
	let end = text.length;

	while (text.charAt(end - 1) === '.') end -= 1;

	return text.slice(0, end);
}
