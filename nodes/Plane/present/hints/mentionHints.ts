import type { UnresolvedMention } from '../../../shared/resolve/MentionResolver';
import { joinWithConjunction } from '../../../shared/text/joinWithConjunction';
import { listUpTo } from '../../../shared/text/listUpTo';

/** How many ambiguous names have a hint, and how many people it lists for each. */
const MAX_AMBIGUOUS = 10;

/** Hints about mentions that stay text. Most likely, the user expected somebody to be mentioned. */
export const mentionHints = (mentions: readonly UnresolvedMention[]): string[] => [
	...unknownHint(mentions.filter(({ candidates }) => candidates?.length === 0)),
	...ambiguousHints(mentions),
	...unreadHint(mentions.filter(({ candidates }) => candidates === undefined)),
];

function unknownHint(mentions: readonly UnresolvedMention[]): string[] {
	if (mentions.length === 0) return [];

	return [
		`Mentions that stay text, because no member is called so: ${listMentions(mentions)}. Write an email address, a display name or, in quotes, a full name. To write a name that is no mention, put a backslash before the @.`,
	];
}

function ambiguousHints(mentions: readonly UnresolvedMention[]): string[] {
	const candidatesByName = new Map<string, readonly string[]>();

	for (const { name, candidates = [] } of mentions) {
		if (candidates.length > 1) candidatesByName.set(name, candidates);
	}

	return [...candidatesByName]
		.slice(0, MAX_AMBIGUOUS)
		.map(
			([name, candidates]) =>
				`The mention @${name} stays text, because it may be ${joinWithConjunction(candidates.slice(0, MAX_AMBIGUOUS), 'or')}. Write the email address.`,
		);
}

function unreadHint(mentions: readonly UnresolvedMention[]): string[] {
	if (mentions.length === 0) return [];

	return [
		`Mentions that stay text, because Plane does not list the members: ${listMentions(mentions)}`,
	];
}

/** @example `@bob (item 0) and @carol (item 2)` */
function listMentions(mentions: readonly UnresolvedMention[]): string {
	const items = new Map<string, number>();

	for (const { name, itemIndex } of mentions) {
		if (!items.has(name)) items.set(name, itemIndex);
	}

	return listUpTo([...items].map(([name, item]) => `@${name} (item ${item})`));
}
