import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isObject } from './valueChecks';
import type { Comparison } from './field';

const isPlainObject = (value: JsonValue): value is JsonObject =>
	isObject(value) && !Array.isArray(value);

/** A value as text; an object is none. */
const toText = (value: JsonValue): string | undefined =>
	typeof value === 'object' ? undefined : String(value).trim();

/** Whether two values are the same JSON, whatever the order of the members of objects. */
export const isSameJson: Comparison = (sent, held) => {
	if (Array.isArray(sent) && Array.isArray(held)) {
		return sent.length === held.length && sent.every((each, at) => isSamePart(each, held[at]));
	}
	if (!isPlainObject(sent) || !isPlainObject(held)) return sent === held;

	const names = new Set([...Object.keys(sent), ...Object.keys(held)]);

	return [...names].every((name) => isSamePart(sent[name], held[name]));
};

const isSamePart = (one: JsonValue | undefined, other: JsonValue | undefined): boolean =>
	one !== undefined && other !== undefined ? isSameJson(one, other) : one === other;

/** Whether an object has all that was sent: servers may add members that they know. */
export const hasAllMembers: Comparison = (sent, held) =>
	isPlainObject(sent) && isPlainObject(held)
		? Object.keys(sent).every((name) => hasMember(sent, held, name))
		: isSameJson(sent, held);

function hasMember(sent: JsonObject, held: JsonObject, name: string): boolean {
	const [one, other] = [sent[name], held[name]];

	return one !== undefined && other !== undefined && hasAllMembers(one, other);
}

/** Whether two lists have the same entries, whatever their order and however often each is there. */
export const isSameSet: Comparison = (sent, held) => {
	if (!Array.isArray(sent) || !Array.isArray(held)) return isSameJson(sent, held);

	return hasAllEntries(sent, held) && hasAllEntries(held, sent);
};

/** Whether a list has all entries that were sent, and maybe others. */
export const hasAllEntries: Comparison = (sent, held) =>
	Array.isArray(sent) &&
	Array.isArray(held) &&
	sent.every((entry) => held.some((each) => isSameJson(each, entry)));

/** Whether two lists have the same entries in any order, each of them once. */
export const isSameSetWithoutRepeats: Comparison = (sent, held) =>
	isSameSet(sent, held) &&
	Array.isArray(sent) &&
	Array.isArray(held) &&
	sent.length === held.length;

/** Whether two values are the same text, apart from the blanks at its ends, which servers take off. */
export const isSameText: Comparison = (sent, held) => toText(sent) === toText(held);

/** Whether two values are the same text in upper or lower case. */
export const isSameWord: Comparison = (sent, held) => toLowerText(sent) === toLowerText(held);

const toLowerText = (value: JsonValue): string | undefined => toText(value)?.toLowerCase();

/** Whether a text was taken, in whatever case, composition and spacing a server keeps it. */
export const isSimilarText: Comparison = (sent, held) => toLooseText(sent) === toLooseText(held);

const toLooseText = (value: JsonValue): string | undefined =>
	toLowerText(value)?.normalize('NFC').replace(/\s+/g, ' ');

/** Whether two values are the same web address, however it is spelled. */
export const isSameAddress: Comparison = (sent, held) => toAddress(sent) === toAddress(held);

function toAddress(value: JsonValue): string | undefined {
	const text = toText(value) ?? '';

	return URL.canParse(text) ? new URL(text).href : text;
}

/** Whether two values are the same number, which may be spelled as text. */
export const isSameNumber: Comparison = (sent, held) => {
	const [one, other] = [Number(toText(sent)), Number(toText(held))];

	return Math.abs(one - other) <= Math.abs(one) * 1e-9;
};

/** Whether two texts are the same instant, however precise they are and whatever their zone. */
export const isSameInstant: Comparison = (sent, held) =>
	Date.parse(toText(sent) ?? '') === Date.parse(toText(held) ?? '');

const MILLISECONDS_PER_HOUR = 60 * 60_000;

/** Whether what a server holds is a day, or falls on it in some time zone of the world. */
export const isSameDay: Comparison = (sent, held) => {
	if (sent === held) return true;

	const after = Date.parse(toText(held) ?? '') - Date.parse(toText(sent) ?? '');

	return (
		toText(held)?.includes('T') === true &&
		after >= -14 * MILLISECONDS_PER_HOUR &&
		after <= 36 * MILLISECONDS_PER_HOUR
	);
};
