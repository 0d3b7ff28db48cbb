import type { JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../fields/json';
import { type HttpResponse } from '../transport/response';
import { readElement } from '../transport/readElement';
import { plainText } from './plainText';
import { endWithFullStop, withoutFullStop } from '../text/fullStop';
import { truncateAtWord } from '../text/truncate';

/** One thing that a server says. */
interface ServerMessage {
	/** What it is about as the panel names it, e.g. `Members, entry 1`; `''` for the whole request. */
	readonly about: string;
	/** The field in the panel, where it is about one, e.g. `Members`. */
	readonly field?: string | undefined;
	readonly text: string;
}

/** The name in the panel for a name on the wire, where the operation has that field. */
export type GetDisplayName = (wire: string) => string | undefined;

/** The names under which servers put a sentence; under any other name a lone text is data. */
const MESSAGE_KEYS =
	/^(errors?|details?|message|error_message|error_description|non_field_errors)$/;

/** The longest text of a server that a message quotes, in characters. */
const MAX_LENGTH = 300;

/** Things that a server says, and levels of its JSON, that are looked at. */
const MAX_MESSAGES = 50;
const MAX_DEPTH = 20;

/** What the server itself says, in plain text (row 17); empty where it says nothing or sends markup. */
export function readServerMessages(
	{ json, text }: HttpResponse,
	nameOf: GetDisplayName = () => undefined,
): readonly ServerMessage[] {
	const said =
		json === undefined
			? [{ about: '', text: plainText(readElement(text, 'Message') ?? text) }]
			: collectMessages(json, [], nameOf);
	const once = new Map<string, ServerMessage>();

	for (const entry of said) {
		if (entry.text !== '') once.set(`${entry.about}\n${entry.text}`, entry);
		if (once.size === MAX_MESSAGES) break;
	}

	return [...once.values()];
}

/**
 * The same as one text for the end of a message, cut at a word, without its last full stop:
 * `{"start_date": ["…"], "members": {"0": ["…"]}}` → `Start Date: …. Members, entry 1: …`
 */
export const serverMessageText = (response: HttpResponse, nameOf?: GetDisplayName): string =>
	joinMessages(readServerMessages(response, nameOf));

/** The words of a response to an exception inside the server, which are sent with status 400 (row 88). */
const CRASH_MESSAGE = /^(the required key does not exist|the payload is not valid)$/i;

/**
 * Whether a refusal comes from an exception inside the server and not from a check of the values, so
 * that a record may have been saved before it.
 */
export const isCrash = (response: HttpResponse): boolean =>
	response.status === 400 && CRASH_MESSAGE.test(serverMessageText(response));

export function joinMessages(said: readonly ServerMessage[]): string {
	const subjects = [...new Set(said.map(({ about }) => about))];
	const parts = subjects.map((subject) => {
		const texts = said
			.filter(({ about }) => about === subject)
			.map(({ text }) => endWithFullStop(text));

		return subject === '' ? texts.join(' ') : `${subject}: ${texts.join(' ')}`;
	});

	return truncateAtWord(withoutFullStop(parts.join(' ')), MAX_LENGTH);
}

function* collectMessages(
	json: JsonValue,
	path: readonly string[],
	nameOf: GetDisplayName,
	depth = 0,
): Generator<ServerMessage> {
	if (depth > MAX_DEPTH) return;

	const within = (value: JsonValue, ...names: readonly string[]) =>
		collectMessages(value, [...path, ...names], nameOf, depth + 1);
	if (typeof json === 'string') {
		// For people: `{"color": ["Required"]}` is, `{"labels": ["bug"]}` is data.
		const isForPeople =
			path.length === 0 || isSentence(json) || path.some((name) => nameOf(name) !== undefined);
		if (isForPeople) yield { ...describeSubject(path, nameOf), text: plainText(json) };
	} else if (Array.isArray(json)) {
		for (const [index, entry] of json.entries()) {
			yield* typeof entry === 'string' ? within(entry) : within(entry, String(index));
		}
	} else if (isJsonObject(json)) {
		// Beside a sentence, and in a record, a lone text is data: {"error": …, "id": …}.
		const isRecord = Object.keys(json).some((name) => MESSAGE_KEYS.test(name) || name === 'id');

		for (const [name, value] of Object.entries(json)) {
			const isData =
				typeof value === 'string' && (isRecord || nameOf(name) === undefined || !isSentence(value));
			if (MESSAGE_KEYS.test(name)) yield* within(value);
			else if (!isData) yield* within(value, name);
		}
	}
}

const isSentence = (text: string): boolean => /\s|[.!?]$/.test(text);

/** `['members', '0']` → `Members, entry 1`, counted as people count. */
function describeSubject(
	path: readonly string[],
	nameOf: GetDisplayName,
): Omit<ServerMessage, 'text'> {
	const isIndex = (name: string): boolean => /^\d+$/.test(name);
	const top = path.findIndex((name) => !isIndex(name));
	const field = nameOf(path[top] ?? '');
	const names = path.map((name, place) => {
		if (isIndex(name)) return `entry ${Number(name) + 1}`;

		// Below a field stand names of its value, which the panel does not have.
		return place === top ? (field ?? name) : name;
	});

	return { about: names.join(', '), field };
}
