import type { JsonObject } from 'n8n-workflow';

import type { Source } from '../fields/field';
import { foldName } from '../fields/foldName';
import { isUuid, normalizeId } from '../fields/identifier';
import type { Field } from '../fields/kinds';
import { type IsKnown, separateNames } from '../fields/separateNames';
import { asText } from '../fields/text';
import { placeholdersIn } from '../lists/picker';
import type { Call, RequestTarget, ServiceCall } from '../model/call';
import { isProblem, type Result } from '../result/problem';
import { textsToSplitIn, withList } from './references';

export type Rows = readonly JsonObject[];

/** A list of records, where the path of a call leads to it. */
export interface ListPlace {
	readonly call: RequestTarget;
	readonly source: Source;
	/** The values of the path that the records belong to, by their wire names. */
	readonly parents: Readonly<Record<string, string>>;
}

/** A text for each list that is another one. */
export const listAt = ({ call, source, parents }: ListPlace): string =>
	[call.workspace, source.path, ...Object.values(parents)].join('\n');

/** The values of the path of a call that a list belongs to, by their wire names. */
export const parentsOf = (call: RequestTarget, source: Source): ListPlace['parents'] =>
	Object.fromEntries(
		placeholdersIn(source.path).flatMap((wire) => {
			const value = call.path[wire];

			return value === undefined ? [] : [[wire, value]];
		}),
	);

/**
 * Splits the texts of lists where the names of their records end, so that `Lovelace, Ada` is one person
 * if somebody is called that (case P18).
 */
export class ListSplitter {
	/** The known names, by the place of their list. */
	private readonly known = new Map<string, Promise<IsKnown | undefined>>();

	/** @param readRows gives the rows of a list, each list read once; undefined: the server has no such list */
	constructor(private readonly readRows: (place: ListPlace) => Promise<Result<Rows | undefined>>) {}

	/** Calls with the names that there are in their lists; a list that cannot be read changes nothing. */
	async split(calls: readonly Call[]): Promise<readonly Call[]> {
		const split: Call[] = [];

		for (const call of calls) {
			split.push(call.kind === 'upload' ? call : await this.splitListsOf(call));
		}

		return split;
	}

	private async splitListsOf(call: ServiceCall): Promise<ServiceCall> {
		let split = call;

		for (const { field, text } of textsToSplitIn(call)) {
			const names = await this.readNames(call, field, text);
			if (names !== undefined) split = withList(split, field, names);
		}

		return split;
	}

	private async readNames(
		call: ServiceCall,
		{ source }: Field,
		text: string,
	): Promise<readonly string[] | undefined> {
		if (source === undefined) return undefined;

		const place = { call, source, parents: parentsOf(call, source) };
		const isKnown = await this.readKnown(place);
		if (isKnown === undefined) return undefined;

		const names = separateNames(text, isKnown);
		const all = names.every(isKnown)
			? names
			: separateNames(text, await this.addOthers(place, isKnown));

		return all.filter((name) => name !== '').map(normalizeId);
	}

	/** Tells names of a list, and those of people or records that are not in it for a reason. */
	private async addOthers(place: ListPlace, isKnown: IsKnown): Promise<IsKnown> {
		const { fallbackSource, archived } = place.source;
		const isWider =
			fallbackSource && (await this.readKnown({ ...place, source: fallbackSource, parents: {} }));
		const isArchived = archived && (await this.readKnown({ ...place, source: archived }));

		return (text) => [isKnown, isWider, isArchived].some((isOne) => isOne?.(text) === true);
	}

	/** Tells the names of a list; undefined if it cannot be read. */
	private async readKnown(place: ListPlace): Promise<IsKnown | undefined> {
		const at = listAt(place);
		const loading = this.known.get(at) ?? this.loadKnown(place);

		this.known.set(at, loading);

		return await loading;
	}

	private async loadKnown(place: ListPlace): Promise<IsKnown | undefined> {
		const { source } = place;
		const rows = await this.readRows(place);
		if (rows === undefined || isProblem(rows)) return undefined;

		const names = new Set(rows.flatMap((row) => namesOf(source, row)));
		const { alternateNames = () => [] } = source;

		return (text) =>
			isUuid(text) || [text, ...alternateNames(text)].some((name) => names.has(foldName(name)));
	}
}

/** The names and the ID of a row, in the form in which names are compared. */
const namesOf = ({ names, idField = 'id' }: Source, row: JsonObject): readonly string[] =>
	[...(names?.(row) ?? []), asText(row[idField]) ?? ''].map(foldName).filter((name) => name !== '');
