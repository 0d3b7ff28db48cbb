import { isUuid, normalizeId } from '../values/textForms';
import type { Field } from '../fields/kinds';
import { type IsKnown, separateNames } from '../values/separateNames';
import { placeholdersIn } from '../lists/picker';
import type { Call, ServiceCall } from '../model/call';
import { isProblem } from '../result/problem';
import { findSource } from './lookup';
import { type ListPlace, parentsOf, type RecordLists } from './RecordLists';
import { namesOf } from './namesOf';
import { mapSlots, type SlotPlace, slotsOf } from './slots';

/** Where a call keeps lists of names. A parameter of a query is one text. */
const LISTS: readonly SlotPlace[] = ['property', 'projects', 'ids', 'filter', 'membership', 'body'];

/**
 * Splits texts that list several names where the names of existing records end, so that `Lovelace, Ada`
 * is one person if somebody has that name (case P18).
 */
export class ListSplitter {
	constructor(private readonly lists: RecordLists) {}

	/** @returns the calls with split names; a list that cannot be read changes nothing */
	async split(calls: readonly Call[]): Promise<readonly Call[]> {
		const split: Call[] = [];

		for (const call of calls) {
			split.push(call.kind === 'upload' ? call : await this.splitCall(call));
		}

		return split;
	}

	private async splitCall(call: ServiceCall): Promise<ServiceCall> {
		const split = new Map<Field, readonly string[]>();

		for (const { field, textToSplit } of slotsOf(call, LISTS)) {
			if (textToSplit === undefined) continue;

			const names = await this.splitText(call, field, textToSplit);
			if (names !== undefined) split.set(field, names);
		}

		if (split.size === 0) return call;

		return mapSlots(call, LISTS, ({ field, value }) => {
			const names = split.get(field);

			return names === undefined ? value : [...names];
		});
	}

	private async splitText(
		target: ServiceCall,
		field: Field,
		text: string,
	): Promise<readonly string[] | undefined> {
		const source = findSource(target, field);
		if (source === undefined) return undefined;

		// The lists of a project, for a call that is read in several projects and not spread over them yet.
		const isPlaceKnown = placeholdersIn(source.path).every(
			(wire) => target.path[wire] !== undefined,
		);
		if (!isPlaceKnown) return undefined;

		const place = { target, source, parents: parentsOf(target, source) };
		const isKnown = await this.readKnownNames(place);
		if (isKnown === undefined) return undefined;

		let names = separateNames(text, isKnown);
		if (!names.every(isKnown)) {
			names = separateNames(text, await this.withRelatedLists(place, isKnown));
		}

		return names.filter((name) => name !== '').map(normalizeId);
	}

	/** Also accepts the names of records that are not in a list because they are elsewhere, or archived. */
	private async withRelatedLists(place: ListPlace, isKnown: IsKnown): Promise<IsKnown> {
		const { fallbackList, archived } = place.source;
		const isKnownElsewhere =
			fallbackList && (await this.readKnownNames({ ...place, source: fallbackList, parents: {} }));
		const isArchived = archived && (await this.readKnownNames({ ...place, source: archived }));

		return (text) =>
			isKnown(text) || isKnownElsewhere?.(text) === true || isArchived?.(text) === true;
	}

	/** @returns a check for the names of a list, or undefined if the list cannot be read */
	private async readKnownNames(place: ListPlace): Promise<IsKnown | undefined> {
		const { source } = place;
		const rows = await this.lists.read(place);
		if (rows === undefined || isProblem(rows)) return undefined;

		const names = namesOf(source, rows);
		const { alternateNames = () => [] } = source;

		return (text) =>
			isUuid(text) || [text, ...alternateNames(text)].some((name) => names.has(name));
	}
}
