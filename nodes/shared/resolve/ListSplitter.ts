import { writeField } from '../fields/write';
import { listPlaceholders } from '../lists/picker';
import type { RequestTarget } from '../model/call';
import { buildCall } from '../model/buildCall';
import type { Draft, Slot, SlotPlace } from '../model/draft';
import type { ServiceKind } from '../operations/operation';
import { isProblem, type Result } from '../result/problem';
import { asText } from '../values/asText';
import { type IsKnown, separateNames } from '../values/separateNames';
import { isUuid } from '../values/textForms';
import { isEmpty } from '../values/valueChecks';
import { findSource } from './lookup';
import { indexNames } from './indexNames';
import { findOtherList } from '../fields/field';
import { type ListPlace, selectParents, type RecordLists } from './RecordLists';

/**
 * Splits texts that list several names where the names of existing records end, so that `Lovelace, Ada`
 * is one person if somebody has that name.
 */
export class ListSplitter {
	constructor(private readonly lists: RecordLists) {}

	/**
	 * Splits the texts in some places of a draft, and writes their entries. If the list of the records cannot be read, a
	 * text is split at every separator: the lookup of its names says why they cannot be found (`RecordFinder`).
	 *
	 * @returns a Problem if an entry cannot be sent
	 */
	async split(draft: Draft, places: readonly SlotPlace[]): Promise<Result<Draft>> {
		const isDue = ({ at, splitLater }: Slot) => splitLater !== undefined && places.includes(at);
		if (draft.kind === 'upload' || !draft.slots.some(isDue)) return draft;

		const target = buildCall<ServiceKind>(draft);
		const slots: Slot[] = [];

		for (const slot of draft.slots) {
			const split = isDue(slot) ? await this.splitSlot(target, slot) : slot;
			if (isProblem(split)) return split;
			if (split !== undefined) slots.push(split);
		}

		return { ...draft, slots };
	}

	/** @returns undefined if nothing is left to send */
	private async splitSlot(
		target: RequestTarget,
		{ splitLater: context, ...slot }: Slot,
	): Promise<Result<Slot | undefined>> {
		if (context === undefined) return slot;

		const { field } = slot;
		const names = await this.splitText(target, field, asText(slot.value) ?? '');
		// An empty place between separators is no mistake of somebody who types.
		const isTyped = context.origin.kind === 'fixed';
		const entries = isTyped ? names.filter((name) => !isEmpty(name)) : names;
		const value = writeField(field, entries, context);
		if (isProblem(value)) return { ...value, message: `${field.displayName}: ${value.message}` };

		return value === undefined ? undefined : { ...slot, value };
	}

	private async splitText(
		target: RequestTarget,
		field: Slot['field'],
		text: string,
	): Promise<readonly string[]> {
		const withoutNames = separateNames(text, isUuid);
		const source = findSource(target, field);
		if (source === undefined || withoutNames.every(isUuid)) return withoutNames;

		// The lists of a project, for a call that is read in several projects and not spread over them yet.
		const isPlaceKnown = listPlaceholders(source.path).every(
			(wire) => target.path[wire] !== undefined,
		);
		if (!isPlaceKnown) return withoutNames;

		const place = { target, source, parents: selectParents(target, source) };
		const isKnown = await this.readKnownNames(place);
		if (isKnown === undefined) return withoutNames;

		const names = separateNames(text, isKnown);
		if (names.every(isKnown)) return names;

		return separateNames(text, await this.withRelatedLists(place, isKnown));
	}

	/** Also accepts the names of records that are not in a list because they are elsewhere, or archived. */
	private async withRelatedLists(place: ListPlace, isKnown: IsKnown): Promise<IsKnown> {
		const archived = findOtherList(place.source, 'archived');
		const everybody = findOtherList(place.source, 'everybody');
		const isKnownElsewhere =
			everybody && (await this.readKnownNames({ ...place, source: everybody, parents: {} }));
		const isArchived = archived && (await this.readKnownNames({ ...place, source: archived }));

		return (text) =>
			isKnown(text) || isKnownElsewhere?.(text) === true || isArchived?.(text) === true;
	}

	/** @returns a check for the names of a list, or undefined if the list cannot be read */
	private async readKnownNames(place: ListPlace): Promise<IsKnown | undefined> {
		const { source } = place;
		const rows = await this.lists.read(place);
		if (rows === undefined || isProblem(rows)) return undefined;

		const names = indexNames(source, rows);

		return (text) => isUuid(text) || source.spellings(text).some((name) => names.has(name));
	}
}
