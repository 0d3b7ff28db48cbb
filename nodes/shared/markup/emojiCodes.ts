import { type EmojiTool, listEmojiCodes } from '../../../libraries/emoji';
import { once } from '../text/once';

/** Codes that follow each other, apart from words, addresses and names such as `Auth::key::read`. */
const CODES = /(?<![\p{L}\p{N}:/=])(?::[a-z\d_+-]{1,60}:)+(?![\p{L}\p{N}:])/gu;

/** Writes the emoji in place of their codes, such as `:tada:`. Codes that the tool does not define stay. */
export const writeEmoji = (text: string, tool: EmojiTool): string =>
	text.replaceAll(CODES, (codes) => writeCodes(codes, tool));

const writeCodes = (codes: string, tool: EmojiTool): string =>
	codes
		.replaceAll(/:([^:]+):/g, (code, name: string) => getTable(tool).get(name) ?? code)
		.replaceAll(TONE_OF_SKIN, '$1$2');

/** A tone changes the emoji before it, in place of the sign that asks for a picture. */
const TONE_OF_SKIN = /(\p{Emoji_Modifier_Base})\uFE0F?(\p{Emoji_Modifier})/gu;

const TABLES: Readonly<Record<EmojiTool, () => ReadonlyMap<string, string>>> = {
	github: once(() => buildTable('github')),
	slack: once(() => buildTable('slack')),
};

const getTable = (tool: EmojiTool): ReadonlyMap<string, string> => TABLES[tool]();

function buildTable(tool: EmojiTool): ReadonlyMap<string, string> {
	const emoji = new Map<string, string>();

	for (const [codePoints, names] of Object.entries(listEmojiCodes(tool))) {
		for (const name of [names].flat()) emoji.set(name, readCodePoints(codePoints));
	}

	return emoji;
}

/** @param codePoints hexadecimal numbers: `2764-FE0F-200D-1F525` */
function readCodePoints(codePoints: string): string {
	const numbers = codePoints.split('-').map((digits) => Number.parseInt(digits, 16));
	const text = String.fromCodePoint(...numbers);

	return NEEDS_SELECTOR.test(text) ? `${text}\uFE0F` : text;
}

/** A single character that programs show in black and white unless a sign follows. */
const NEEDS_SELECTOR = /^(?!\p{Emoji_Presentation})\p{Emoji}$/u;
