import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../values/json';
import { type HttpResponse } from '../transport/response';
import { readElement } from '../transport/readElement';
import { plainText } from './plainText';
import { endWithFullStop, removeFullStops } from '../text/fullStop';
import { truncateAtWord } from '../text/truncate';

/** One of the messages in a response. */
interface ServerMessage {
	/** Its subject in the words of the panel, e.g. `Members, entry 1`, or '' for the whole request. */
	readonly about: string;
	/** The display name of the field that it is about, e.g. `Members`. */
	readonly field?: string | undefined;
	readonly text: string;
}

/** Returns the display name of a field by its wire name, or undefined if the operation has no such field. */
export type GetDisplayName = (wire: string) => string | undefined;

/** The keys of sentences; a single text with any other key is data. */
const MESSAGE_KEYS =
	/^(errors?|details?|message|error_message|error_description|non_field_errors)$/;

/** Characters of a server's text that an error quotes. */
const MAX_LENGTH = 300;

/** How many messages are read, and from how many levels of the JSON. */
const MAX_MESSAGES = 50;
const MAX_DEPTH = 20;

/** Reads the messages in a response as plain text (row 17); none if it is empty or markup. */
export function readServerMessages(
	{ json, text }: HttpResponse,
	getFieldName: GetDisplayName = () => undefined,
): readonly ServerMessage[] {
	const messages =
		json === undefined
			? [{ about: '', text: plainText(readElement(text, 'Message') ?? text) }]
			: collectMessages(json, getFieldName);
	const unique = new Map<string, ServerMessage>();

	for (const message of messages) {
		if (message.text !== '') unique.set(`${message.about}\n${message.text}`, message);
		if (unique.size === MAX_MESSAGES) break;
	}

	return [...unique.values()];
}

/**
 * The messages in a response as one text, truncated at a word, without the last full stop:
 * `{"start_date": ["…"], "members": {"0": ["…"]}}` → `Start Date: …. Members, entry 1: …`
 */
export const serverMessageText = (response: HttpResponse, getFieldName?: GetDisplayName): string =>
	joinMessages(readServerMessages(response, getFieldName));

/** What a server responds, with status 400, after an exception in its own code (row 88). */
const CRASH_MESSAGE = /^(the required key does not exist|the payload is not valid)$/i;

/**
 * Whether a refusal comes from an exception in the server's code, not from its validation. A record may
 * have been saved before the exception.
 */
export const isCrash = (response: HttpResponse): boolean =>
	response.status === 400 && CRASH_MESSAGE.test(serverMessageText(response));

/** Joins messages by subject: `Start Date: …. Members, entry 1: …` */
export function joinMessages(messages: readonly ServerMessage[]): string {
	const subjects = [...new Set(messages.map(({ about }) => about))];
	const parts = subjects.map((subject) => {
		const texts = messages
			.filter(({ about }) => about === subject)
			.map(({ text }) => endWithFullStop(text));

		return subject === '' ? texts.join(' ') : `${subject}: ${texts.join(' ')}`;
	});

	return truncateAtWord(removeFullStops(parts.join(' ')), MAX_LENGTH);
}

/** Where in a response a value is. */
interface PlaceInJson {
	/** The names and positions that lead to it, without the names that only announce a message. */
	readonly path: readonly string[];
	readonly depth: number;
}

/** Collects the messages in JSON, as opposed to its data. */
function* collectMessages(
	json: JsonValue,
	getFieldName: GetDisplayName,
	{ path, depth }: PlaceInJson = { path: [], depth: 0 },
): Generator<ServerMessage> {
	if (depth > MAX_DEPTH) return;

	const within = (value: JsonValue, ...names: readonly string[]) =>
		collectMessages(value, getFieldName, { path: [...path, ...names], depth: depth + 1 });

	if (typeof json === 'string') {
		if (isMessage(json, path, getFieldName)) {
			yield { ...describeSubject(path, getFieldName), text: plainText(json) };
		}
	} else if (Array.isArray(json)) {
		for (const [index, entry] of json.entries()) {
			yield* typeof entry === 'string' ? within(entry) : within(entry, String(index));
		}
	} else if (isJsonObject(json)) {
		for (const [name, value] of listMessageMembers(json, getFieldName)) {
			yield* MESSAGE_KEYS.test(name) ? within(value) : within(value, name);
		}
	}
}

/** Whether a text is for people: `{"color": ["Required"]}`, as opposed to `{"labels": ["bug"]}`. */
const isMessage = (text: string, path: readonly string[], getFieldName: GetDisplayName): boolean =>
	path.length === 0 || isSentence(text) || path.some((name) => getFieldName(name) !== undefined);

/** Lists the members of an object that may have messages. */
function listMessageMembers(
	json: JsonObject,
	getFieldName: GetDisplayName,
): readonly (readonly [name: string, value: JsonValue])[] {
	// A single text in a record, or beside a message, is data: {"error": …, "id": …}.
	const isRecord = Object.keys(json).some((name) => MESSAGE_KEYS.test(name) || name === 'id');

	return Object.entries(json).filter(([name, value]) => {
		const isData =
			typeof value === 'string' &&
			(isRecord || getFieldName(name) === undefined || !isSentence(value));

		return MESSAGE_KEYS.test(name) || !isData;
	});
}

const isSentence = (text: string): boolean => /\s|[.!?]$/.test(text);

/** `['members', '0']` → `Members, entry 1` */
function describeSubject(
	path: readonly string[],
	getFieldName: GetDisplayName,
): Omit<ServerMessage, 'text'> {
	const isIndex = (name: string): boolean => /^\d+$/.test(name);
	const top = path.findIndex((name) => !isIndex(name));
	const field = getFieldName(path[top] ?? '');
	const names = path.map((name, index) => {
		if (isIndex(name)) return `entry ${Number(name) + 1}`;

		// Keys below a field belong to its value, and have no display name.
		return index === top ? (field ?? name) : name;
	});

	return { about: names.join(', '), field };
}
