import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isObject } from './valueChecks';

/** Compares a value that was or will be sent with the one that the server stores. Neither is empty. */
export type Comparison = (sent: JsonValue, stored: JsonValue) => boolean;

const isPlainObject = (value: JsonValue): value is JsonObject =>
	isObject(value) && !Array.isArray(value);

/** Returns a value as trimmed text, or undefined for objects, lists and `null`. */
const toText = (value: JsonValue): string | undefined =>
	typeof value === 'object' ? undefined : String(value).trim();

/** Whether two values are the same JSON, ignoring the order of object members. */
export const isSameJson: Comparison = (sent, stored) => {
	if (Array.isArray(sent) && Array.isArray(stored)) {
		return (
			sent.length === stored.length &&
			sent.every((entry, index) => isSamePart(entry, stored[index]))
		);
	}
	if (!isPlainObject(sent) || !isPlainObject(stored)) return sent === stored;

	const names = new Set([...Object.keys(sent), ...Object.keys(stored)]);

	return [...names].every((name) => isSamePart(sent[name], stored[name]));
};

const isSamePart = (sent: JsonValue | undefined, stored: JsonValue | undefined): boolean =>
	sent !== undefined && stored !== undefined ? isSameJson(sent, stored) : sent === stored;

/** Whether an object has all members that were sent. Servers may add others. */
export const hasAllMembers: Comparison = (sent, stored) =>
	isPlainObject(sent) && isPlainObject(stored)
		? Object.keys(sent).every((name) => hasMember(sent, stored, name))
		: isSameJson(sent, stored);

function hasMember(sent: JsonObject, stored: JsonObject, name: string): boolean {
	const sentMember = sent[name];
	const storedMember = stored[name];
	if (sentMember === undefined || storedMember === undefined) return false;

	return hasAllMembers(sentMember, storedMember);
}

/** Whether two lists have the same entries, ignoring their order and repetitions. */
export const isSameSet: Comparison = (sent, stored) => {
	if (!Array.isArray(sent) || !Array.isArray(stored)) return isSameJson(sent, stored);

	return hasAllEntries(sent, stored) && hasAllEntries(stored, sent);
};

/** Whether a list has all entries that were sent. It may have others. */
export const hasAllEntries: Comparison = (sent, stored) =>
	Array.isArray(sent) &&
	Array.isArray(stored) &&
	sent.every((entry) => stored.some((storedEntry) => isSameJson(storedEntry, entry)));

/** Whether two lists have the same entries in any order, and the same number of them. */
export const hasSameEntriesOnce: Comparison = (sent, stored) =>
	isSameSet(sent, stored) &&
	Array.isArray(sent) &&
	Array.isArray(stored) &&
	sent.length === stored.length;

/** Whether two values are the same text, ignoring the blanks at its ends, which servers remove. */
export const isSameText: Comparison = (sent, stored) => toText(sent) === toText(stored);

/** Whether two values are the same text, ignoring case. */
export const isSameWord: Comparison = (sent, stored) => toLowerText(sent) === toLowerText(stored);

const toLowerText = (value: JsonValue): string | undefined => toText(value)?.toLowerCase();

/** Whether two values are the same text, ignoring case, spacing and how accents are composed. */
export const isSimilarText: Comparison = (sent, stored) =>
	toLooseText(sent) === toLooseText(stored);

const toLooseText = (value: JsonValue): string | undefined =>
	toLowerText(value)?.normalize('NFC').replace(/\s+/g, ' ');

/** Whether two values are the same web address, ignoring differences in spelling without meaning. */
export const isSameAddress: Comparison = (sent, stored) => toAddress(sent) === toAddress(stored);

function toAddress(value: JsonValue): string | undefined {
	const text = toText(value) ?? '';

	return URL.canParse(text) ? new URL(text).href : text;
}

/** By how much a decimal may differ after a calculation: 0.1 + 0.2 is 0.30000000000000004. */
const ROUNDING_ERROR = 4 * Number.EPSILON;

/** Whether two values are the same number. Either may be text. Only decimals have rounding errors. */
export const isSameNumber: Comparison = (sent, stored) => {
	const sentNumber = Number(toText(sent));
	const storedNumber = Number(toText(stored));
	if (Number.isInteger(sentNumber) && Number.isInteger(storedNumber)) {
		return sentNumber === storedNumber;
	}

	return Math.abs(sentNumber - storedNumber) <= Math.abs(sentNumber) * ROUNDING_ERROR;
};

/** Whether two texts are the same instant, ignoring their time zones. */
export const isSameInstant: Comparison = (sent, stored) =>
	Date.parse(toText(sent) ?? '') === Date.parse(toText(stored) ?? '');

const MILLISECONDS_PER_HOUR = 60 * 60_000;

/** Whether the stored value is the day that was sent, or an instant on that day in any time zone. */
export const isSameDay: Comparison = (sent, stored) => {
	if (sent === stored) return true;

	const storedText = toText(stored) ?? '';
	const after = Date.parse(storedText) - Date.parse(toText(sent) ?? '');

	return (
		storedText.includes('T') &&
		after >= -14 * MILLISECONDS_PER_HOUR &&
		after <= 36 * MILLISECONDS_PER_HOUR
	);
};
