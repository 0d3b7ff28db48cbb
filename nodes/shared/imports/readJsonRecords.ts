import type { JsonObject, JsonValue } from 'n8n-workflow';

import { refused, type Result } from '../result/problem';
import { joinWithConjunction } from '../text/joinWithConjunction';
import { groupBy } from '../values/groupBy';
import { isJsonObject, parseUntrustedJson } from '../values/json';
import { flattenIssue } from './flattenIssue';
import { recognize } from './recognize';

/** Lists of records in a file that is one object, by the name of their property: Trello's, and that of Jira's API. */
const LISTS = ['issues', 'cards', 'data', 'items', 'tasks'] as const;

const LIST_REMEDY =
	'Choose a file with a list of records, or with one object that has such a list as issues, cards, data, items or tasks.';

/** Reads the records of a file of JSON: a list, an object with one, a single record, or an object on each line. */
export function readJsonRecords(text: string): Result<readonly JsonObject[]> {
	const value = parseUntrustedJson(text) ?? parseLines(text);

	if (Array.isArray(value)) return readList(value);
	if (isJsonObject(value)) return readObject(value);

	return refused(
		'it begins like JSON, but is no valid JSON',
		'Export it again: the file may be incomplete.',
	);
}

/** Reads lines that are JSON each, as programs write logs. @returns undefined if one of them is not */
function parseLines(text: string): JsonValue[] | undefined {
	const values: JsonValue[] = [];

	for (const line of text.split('\n')) {
		if (line.trim() === '') continue;

		const value = parseUntrustedJson(line);
		if (typeof value !== 'object' || value === null) return undefined;

		values.push(value);
	}

	return values;
}

function readObject(file: JsonObject): Result<readonly JsonObject[]> {
	const record = flattenIssue(file);
	if (recognize(Object.keys(record)) !== undefined) {
		return 'idList' in file ? readBoard(toBoard(file), [file]) : [record];
	}

	const name = findList(file);
	const list = name === undefined ? undefined : file[name];

	if (!Array.isArray(list)) {
		const names = Object.keys(file).slice(0, 5);
		const found = names.length === 0 ? 'is empty' : `has ${joinWithConjunction(names, 'and')}`;

		return refused(`it is JSON without a list of records: its object ${found}`, LIST_REMEDY);
	}

	return name === 'cards' ? readBoard(file, list.filter(isJsonObject)) : readList(list);
}

/** The pages of a list may be lists themselves, as `gh api --paginate --slurp` writes them. */
function readList(list: readonly JsonValue[]): Result<readonly JsonObject[]> {
	const records = list.flatMap((entry) => entry).filter(isJsonObject);

	return records.length === 0 && list.length > 0
		? refused('it is JSON with a list of something else than records', LIST_REMEDY)
		: records.map(flattenIssue);
}

/** The name of the list of records in an object: one that is known, or the only one. */
function findList(file: JsonObject): string | undefined {
	const known = LISTS.find((name) => Array.isArray(file[name]));
	if (known !== undefined) return known;

	const [first, ...others] = Object.keys(file).filter((name) => {
		const list = file[name];

		return Array.isArray(list) && list.some(isJsonObject);
	});

	return others.length === 0 ? first : undefined;
}

/** The cards of a board of Trello, with the names of the lists and members that they have by ID. */
function readBoard(board: JsonObject, cards: readonly JsonObject[]): readonly JsonObject[] {
	const lists = indexById(board.lists);
	const members = indexById(board.members);
	const comments = groupBy(listComments(board), ({ card }) => card);

	return cards.map((card) => {
		const list = lists.get(card.idList);
		const ids = Array.isArray(card.idMembers) ? card.idMembers : [];

		return {
			...card,
			'List Name': list?.name ?? null,
			'List Closed': list?.closed ?? null,
			Members: ids.map((id) => members.get(id) ?? id),
			Comments: (comments.get(card.id) ?? []).map(({ comment }) => comment),
		};
	});
}

/** What a card of Trello that is exported alone says of its board: the lists of its history by their last names. */
function toBoard({ actions = [], members = [] }: JsonObject): JsonObject {
	const history = Array.isArray(actions) ? actions.filter(isJsonObject).toReversed() : [];
	const lists = history
		.map(({ data }) => data)
		.filter(isJsonObject)
		.flatMap(({ list, listAfter }) => [list, listAfter])
		.filter(isJsonObject);

	return { actions, lists, members };
}

/** The comments in the history of a board, the oldest one first, each with the ID of its card. */
function listComments({ actions }: JsonObject) {
	const history = Array.isArray(actions) ? actions.filter(isJsonObject).toReversed() : [];

	return history.flatMap(({ id = null, type, date = null, data, memberCreator }) => {
		if (type !== 'commentCard' || !isJsonObject(data) || !isJsonObject(data.card)) return [];

		const comment = { id, date, by: memberCreator ?? null, text: data.text ?? null };

		return [{ card: data.card.id, comment }];
	});
}

const indexById = (records: JsonValue | undefined): ReadonlyMap<unknown, JsonObject> =>
	new Map(
		(Array.isArray(records) ? records : [])
			.filter(isJsonObject)
			.map((record) => [record.id, record]),
	);
