import { escapeAttribute, escapeText } from '../../shared/html/escape';
import { cleanHtml } from '../../shared/html/toStoredHtml';
import { plainTextToHtml } from '../../shared/fields/textFormats';
import type { Answer } from './Answer';

/** A link in a comment. */
export interface CommentLink {
	readonly label: string;
	readonly url: string;
}

/** A point in time, and the time zone (IANA name) in which people read it. */
export interface Moment {
	/** UNIX milliseconds. */
	readonly instant: number;
	readonly timeZone: string;
}

/**
 * Writes a comment that asks people something.
 *
 * @param html what it says above the links
 * @param until when the workflow continues without an answer, or undefined if it does not
 */
export function writeQuestion(
	html: string,
	links: readonly CommentLink[],
	until: Moment | undefined,
): string {
	const line = links
		.map(({ label, url }) => `<a href="${escapeAttribute(url)}">${escapeText(label)}</a>`)
		.join(' · ');
	const limit = until === undefined ? '' : `<p>Open until ${escapeText(formatMoment(until))}</p>`;

	return cleanHtml(`${html}<p><strong>${line}</strong></p>${limit}`);
}

/** Writes the same comment once there is an answer. Who has answered is not known. */
export function writeOutcome(html: string, answer: Answer, at: Moment): string {
	const text =
		answer.kind === 'text' ? `<blockquote>${plainTextToHtml(answer.text)}</blockquote>` : '';
	const outcome = `<strong>${escapeText(nameOutcome(answer))}</strong> on ${escapeText(formatMoment(at))}`;

	return cleanHtml(`${html}<p>${outcome}</p>${text}`);
}

/** What has happened to a question, in one word, with the label of the link if that is another one. */
function nameOutcome(answer: Answer): string {
	if (answer.kind === 'text') return 'Answered';

	const { approved, label } = answer;
	const word = approved ? 'Approved' : 'Declined';
	const usual = approved ? 'Approve' : 'Decline';

	return label === usual ? word : `${word} (${label})`;
}

/** `30 November 2026, 14:05 (Europe/Berlin)` */
function formatMoment({ instant, timeZone }: Moment): string {
	const date = new Date(instant);
	const day = date.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone });
	const clock = date.toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone });

	return `${day}, ${clock} (${timeZone})`;
}
