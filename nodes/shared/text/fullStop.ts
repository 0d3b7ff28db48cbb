/** A text as a sentence that another one can follow. */
export const endWithFullStop = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** A text without the full stops at its end, as the message of a Problem. */
export function withoutFullStop(text: string): string {
	let end = text.length;

	while (text.charAt(end - 1) === '.') end -= 1;

	return text.slice(0, end);
}
