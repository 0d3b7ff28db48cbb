import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isProblem, type Problem, refused, refuseValue } from '../result/problem';
import { quote } from '../text/quote';
import { fieldFactory } from './field';
import { isUuid } from '../values/textForms';
import { isJsonObject, toJson } from '../values/json';
import { parseJson } from './object';
import { asText } from '../values/asText';
import { requireStorableJson } from './texts/textLimits';

/** How many objects may be nested within each other (row 474). */
export const MAX_CONDITION_DEPTH = 5;

/** How many objects of some conditions are nested within each other, at most. */
export function measureDepth(conditions: JsonObject): number {
	const inner = Object.values(conditions)
		.flat()
		.filter((part) => isJsonObject(part))
		.map(measureDepth);

	return 1 + Math.max(0, ...inner);
}

const EXAMPLE = '{"and": [{"priority": "high"}, {"not": {"state_group": "completed"}}]}';

/** Why conditions cannot be sent, or undefined if they can. The rules come from the public source (row 474). */
function findMistake(node: JsonValue | undefined, place: string, depth = 1): Problem | undefined {
	if (depth > MAX_CONDITION_DEPTH) {
		return refused(
			`more than ${MAX_CONDITION_DEPTH} objects are nested within each other`,
			'Join the conditions with fewer "and", "or" and "not".',
		);
	}

	if (!isJsonObject(node) || Object.keys(node).length === 0) {
		return refused(
			`${place} is not a condition`,
			`Use objects such as {"priority": "high"}, or all of them joined: ${EXAMPLE}.`,
		);
	}

	const operators = Object.keys(node).filter((key) => OPERATORS.includes(key.toLowerCase()));
	const [operator] = operators;
	if (operator === undefined) return findWrongValue(node, place);

	if (Object.keys(node).length > 1) {
		return refused(
			`${place} has ${quote(operator)} beside other keys`,
			'An object has either one of "and", "or" and "not", or conditions. Put each into an object of its own.',
		);
	}

	const inner = node[operator];
	const innerPlace = place === ROOT ? operator : `${place}.${operator}`;
	if (operator.toLowerCase() === 'not') return findMistake(inner, innerPlace, depth + 1);

	if (!Array.isArray(inner) || inner.length === 0) {
		return refused(
			`${innerPlace} is not a list of conditions`,
			`${quote(operator)} takes a list with at least one object: ${EXAMPLE}.`,
		);
	}

	for (const [index, entry] of inner.entries()) {
		const mistake = findMistake(entry, `${innerPlace}[${index}]`, depth + 1);
		if (mistake !== undefined) return mistake;
	}

	return undefined;
}

const OPERATORS = ['and', 'or', 'not'];

/** The conditions themselves, in messages. */
const ROOT = 'the object';

/** Keys whose values are IDs: `state_id`, `label_id__in`. */
const ID_KEY = /_id(__in|__exact)?$/;

/** Looks for a value that no condition can have. */
function findWrongValue(leaf: JsonObject, place: string): Problem | undefined {
	for (const [key, value] of Object.entries(leaf)) {
		const entries = [value ?? null].flat();
		const name = place === ROOT ? key : `${place}.${key}`;

		if (entries.length === 0 || entries.some((entry) => typeof entry === 'object' && entry)) {
			return refused(
				`the value of ${name} is not a text, a number, true, false, null or a list of these`,
				'Enter one value, or several in a list.',
			);
		}

		const texts = entries.flatMap((entry) => (asText(entry) ?? '').split(','));
		const wrongId = ID_KEY.test(key) ? texts.find((text) => !isIdOrNothing(text)) : undefined;
		if (wrongId !== undefined) {
			return refused(
				`the value of ${name} is ${quote(wrongId)}, which is not an ID`,
				'Conditions as JSON take IDs only. The other filters take names, too.',
			);
		}

		if (key.endsWith('__range') && texts.length !== 2) {
			return refused(
				`the value of ${name} is not a range`,
				'Use the first and the last value with a comma between them: "2026-01-01,2026-03-31".',
			);
		}
	}

	return undefined;
}

const isIdOrNothing = (text: string): boolean => text.trim() === '' || isUuid(text.trim());

/** Writes a range that was entered as a list as the text that servers take. */
function writeRanges(node: JsonValue): JsonValue {
	if (Array.isArray(node)) return node.map(writeRanges);
	if (!isJsonObject(node)) return node;

	return Object.fromEntries(
		Object.entries(node).map(([key, value]): [string, JsonValue] => [
			key,
			key.endsWith('__range') && Array.isArray(value)
				? value.map(asText).join(',')
				: writeRanges(value ?? null),
		]),
	);
}

/** The conditions of a search as JSON: objects with keys and values, joined by `and`, `or` and `not`. */
export const searchConditions = fieldFactory(
	{
		panel: { type: 'json', default: '{}' },
		format: 'JSON object',
		write: (value) => {
			const parsed = typeof value === 'string' ? parseJson(value) : value;
			if (isProblem(parsed)) return parsed;

			const json = isJsonObject(parsed) ? toJson(parsed) : undefined;
			if (!isJsonObject(json)) {
				return refuseValue(parsed, 'is not an object', `Use an object: ${EXAMPLE}.`);
			}

			return findMistake(json, ROOT) ?? requireStorableJson(writeRanges(json));
		},
	},
	{ placeholder: 'e.g. {"or": [{"priority": "high"}, {"state_group": "started"}]}' },
);
