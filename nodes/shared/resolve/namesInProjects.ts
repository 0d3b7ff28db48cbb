import type { Draft, Slot } from '../model/draft';
import { isProblem, type Problem } from '../result/problem';
import type { Lookup, LookupResult, Pending, ResultsByKey } from './lookup';
import { isProjectPart, isProjectPartDraft } from './ProjectSpread';
import { explainAbsence, type NameInPlaces, resolveInAny } from './resolveInAny';
import { listReferencesIn } from './slots';

/** The parts of lists across projects that can be read, and why a list cannot be read at all. */
interface KnownNames {
	readonly pending: readonly Pending[];
	/** The parts in projects that the user may not see, where all projects are read. */
	readonly hiddenParts: readonly Draft<'list'>[];
	/** By the index of the item. */
	readonly problems: ReadonlyMap<number, Problem>;
}

/**
 * Looks at the names in the filters of lists that are read in several projects: a name has to exist in one of
 * them only. Each part loses the names that its project lacks. A part whose project has no name of a filter is left
 * out, because nothing there can match.
 *
 * @param pending drafts of any kind; only parts change
 */
export function keepMatchingParts(pending: readonly Pending[], results: ResultsByKey): KnownNames {
	const problems = new Map<number, Problem>();
	const partsByItem = new Map<number, Pending[]>();
	const kept: Pending[] = [];

	for (const entry of pending) {
		if (!isProjectPartDraft(entry.draft)) {
			kept.push(entry);
			continue;
		}

		const { itemIndex } = entry.draft;
		const parts = partsByItem.get(itemIndex) ?? [];

		parts.push(entry);
		partsByItem.set(itemIndex, parts);
	}

	const hiddenParts: Draft<'list'>[] = [];

	for (const [itemIndex, allParts] of partsByItem) {
		const hidden = findHiddenParts(allParts, results);
		const parts = allParts.filter((part) => !hidden.has(part));
		const names = resolveNames(parts, results);
		const problem = explainAbsence(names.filter(isInOpenProjects));

		for (const { draft } of hidden) {
			if (isProjectPartDraft(draft)) hiddenParts.push(draft);
		}

		if (problem === undefined) {
			for (const part of parts) kept.push(...leaveOutMisses(part, names));
		} else {
			problems.set(itemIndex, problem);
		}
	}

	return { pending: kept, hiddenParts, problems };
}

/** Each name that is looked up for a list, in all of its parts. */
function resolveNames(
	parts: readonly Pending[],
	results: ResultsByKey,
): readonly NameInPlaces<Pending>[] {
	const lookupsByName: Map<Pending, Lookup>[] = [];

	for (const part of parts) {
		for (const lookup of part.lookups) {
			const known = lookupsByName.find((lookups) => isSameName([...lookups.values()][0], lookup));

			if (known === undefined) {
				lookupsByName.push(new Map([[part, lookup]]));
			} else {
				known.set(part, lookup);
			}
		}
	}

	return lookupsByName.map((lookups) => resolveInAny(lookups, results));
}

const isSameName = (one: Lookup | undefined, other: Lookup): boolean =>
	one?.field === other.field && one.text === other.text;

/** The parts of a list of all projects whose project was deleted, or hidden from the user, since these were listed. */
function findHiddenParts(parts: readonly Pending[], results: ResultsByKey): ReadonlySet<Pending> {
	const hidden = resolveNames(parts, results)
		.flatMap((name) => [...name.hidden.keys()])
		.filter(({ draft }) => isProjectPartDraft(draft) && draft.projects === 'all');
	const distinct = new Set(hidden);

	// If no project can be seen, something else is wrong.
	return distinct.size === parts.length ? new Set() : distinct;
}

/** Whether it is enough to say that no project has a name. What is wrong with a project is said of that one. */
const isInOpenProjects = ({ archived, hidden }: NameInPlaces<Pending>): boolean =>
	archived.size === 0 && hidden.size === 0;

/** A part without the names that its project does not have, or nothing if no row of the project can match. */
function leaveOutMisses(
	part: Pending,
	names: readonly NameInPlaces<Pending>[],
): readonly Pending[] {
	const misses = names
		.map(({ missing }) => missing.get(part)?.lookup)
		.filter((lookup) => lookup !== undefined);
	if (misses.length === 0) return [part];

	const slots: Slot[] = [];

	for (const slot of part.draft.slots) {
		const references = slot.at === 'filter' ? listReferencesIn(slot) : [];
		const known = references.filter(
			({ field, text }) => !misses.some((miss) => miss.field === field && miss.text === text),
		);
		// None of the rows in this project can match.
		if (references.length > 0 && known.length === 0) return [];

		slots.push(
			known.length < references.length ? { ...slot, value: known.map(({ text }) => text) } : slot,
		);
	}

	const lookups = part.lookups.filter((lookup) => !misses.includes(lookup));

	return [{ draft: { ...part.draft, slots }, lookups }];
}

/** Whether the result of a lookup is that a project, one of all, can not be seen. */
export const isHiddenProject = (result: LookupResult | undefined, { target }: Lookup): boolean =>
	isProjectPart(target) &&
	target.projects?.kind === 'all' &&
	isProblem(result) &&
	result.isHiddenPlace === true;
