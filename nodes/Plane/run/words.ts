import type { JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../fields/json';
import type { Answer } from './answer';
import { elementOf } from './xml';

const LONGEST = 300;

/**
 * What the server itself says, as text for people; `''` where it says nothing or sends markup.
 *
 * @param nameOf the name in the panel for a name on the wire: `{"start_date": ["…"]}` becomes
 *   `Start Date: …` (observed row 17)
 */
export function serverWords(answer: Answer, nameOf: (wire: string) => string): string {
	const words =
		answer.json === undefined
			? (elementOf(answer.text, 'Message') ?? plain(answer.text))
			: wordsIn(answer.json, nameOf).join(' ');
	return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
}

/** Text for people as it is; of markup and JSON nothing. */
const plain = (text: string) => (/^\s*[<{[]|<\/?[a-z!][^>]*>/i.test(text) ? '' : text.trim());

/** The names under which servers put a sentence; any other text is data. */
const SAID = new Set(['error', 'detail', 'message', 'error_message', 'non_field_errors']);

function wordsIn(json: JsonValue, nameOf: (wire: string) => string): string[] {
	if (typeof json === 'string') return plain(json) === '' ? [] : [plain(json)];
	if (Array.isArray(json)) return json.flatMap((entry) => wordsIn(entry, nameOf));
	if (!isJsonObject(json)) return [];
	return Object.entries(json).flatMap(([name, value]) => {
		if (SAID.has(name)) return wordsIn(value, nameOf);
		if (typeof value === 'string') return [];
		const words = wordsIn(value, nameOf);
		return words.length === 0 ? [] : [`${nameOf(name)}: ${words.join(' ')}`];
	});
}
