import { isObjectEmpty } from 'n8n-workflow';

import { namesNotFound } from '../errors/nameErrors';
import { withOtherProjects } from '../errors/problemFrom';
import type { Draft, Slot } from '../model/draft';
import { isProblem, type Problem } from '../result/problem';
import type { Lookup, LookupResult, NotFound, Pending, ResultsByKey } from './lookup';
import { isPart, isPartDraft } from './ProjectSpread';
import { referencesIn } from './slots';

/** The parts of lists across projects that can be read, and why a list cannot be read at all. */
interface KnownNames {
	readonly pending: readonly Pending[];
	/** The parts in projects that the user may not see, where all projects are read. */
	readonly hiddenParts: readonly Draft<'list'>[];
	/** By the index of the item. */
	readonly problems: ReadonlyMap<number, Problem>;
}

/** A text that one project does not have, with the result of its lookup there. */
export interface Miss {
	readonly lookup: Lookup;
	readonly result: Problem | NotFound;
}

/**
 * Looks at the names in the filters of lists that are read in several projects: a name has to exist in one of
 * them only. The parts of the others lose it, and a part that has none of the names of a filter is left out,
 * because nothing in its project can match.
 *
 * @param pending drafts of any kind; only parts change
 */
export function leaveOutNamesOfOthers(
	pending: readonly Pending[],
	results: ResultsByKey,
): KnownNames {
	const problems = new Map<number, Problem>();
	const partsByItem = new Map<number, Pending[]>();
	const kept: Pending[] = [];

	for (const entry of pending) {
		if (!isPartDraft(entry.draft)) {
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
		const hidden = allParts.filter((part) => isHidden(part, results));
		// If no project can be seen, something else is wrong.
		const parts =
			hidden.length === allParts.length
				? allParts
				: allParts.filter((part) => !hidden.includes(part));
		const problem = findNameWithoutProject(parts, results);

		if (parts !== allParts)
			hiddenParts.push(...hidden.map(({ draft }) => draft).filter(isPartDraft));

		if (problem === undefined) {
			for (const part of parts) kept.push(...leaveOutMisses(part, results));
		} else {
			problems.set(itemIndex, problem);
		}
	}

	return { pending: kept, hiddenParts, problems };
}

/** Whether a project was deleted, or hidden from the user, since the list of all projects was read. */
const isHidden = ({ lookups }: Pending, results: ResultsByKey): boolean =>
	lookups.some((lookup) => isHiddenProject(results.get(lookup.key), lookup));

/** Whether the result of a lookup is that a project, one of all, can not be seen. */
export const isHiddenProject = (result: LookupResult | undefined, { target }: Lookup): boolean =>
	isPart(target) &&
	target.projects?.kind === 'all' &&
	isProblem(result) &&
	result.isHiddenPlace === true;

/** A part without the names that its project does not have, or nothing if no row of the project can match. */
function leaveOutMisses(part: Pending, results: ResultsByKey): readonly Pending[] {
	const misses = findMisses(part, results).map(({ lookup }) => lookup);
	if (misses.length === 0) return [part];

	const slots: Slot[] = [];

	for (const slot of part.draft.slots) {
		const references = slot.at === 'filter' ? referencesIn(slot) : [];
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

/** Why a list across projects cannot be read: none of its projects has one of the names. */
function findNameWithoutProject(
	parts: readonly Pending[],
	results: ResultsByKey,
): Problem | undefined {
	const misses = parts.flatMap((part) => findMisses(part, results));
	const countMisses = ({ field, text }: Lookup) =>
		misses.filter(({ lookup }) => lookup.field === field && lookup.text === text).length;
	const nowhere = misses.filter(({ lookup }) => countMisses(lookup) === parts.length);
	const [first] = nowhere;
	if (first === undefined) return undefined;

	return explainMisses(
		nowhere.filter(({ lookup }) => lookup.field === first.lookup.field),
		parts.length,
	);
}

/**
 * Explains why no project has the names of one field.
 *
 * @param misses of every name in every project; at least one
 * @param projectCount how many projects were searched
 */
export function explainMisses(misses: readonly Miss[], projectCount: number): Problem | undefined {
	const problems = misses.map(({ result }) => result).filter(isProblem);
	const problem = problems.find(({ cause }) => cause === 'absent') ?? problems[0];
	if (problem === undefined) return describeMisses(misses, projectCount);

	return projectCount === 1 ? problem : withOtherProjects(problem);
}

/** The error for names of one field that no project has. */
function describeMisses(misses: readonly Miss[], projectCount: number): Problem | undefined {
	const [first] = misses;
	if (first === undefined) return undefined;

	const texts = misses.map(({ lookup }) => lookup.text);
	const known = misses.flatMap(({ result }) => (isProblem(result) ? [] : result.known));
	// Projects have states and labels of the same names.
	const distinct = new Map(known.map((record) => [record.shown, record]));
	// People are looked up in the workspace, whose list has no parents.
	const isInProjects = !isObjectEmpty(first.lookup.parents);
	const places = `any of the ${projectCount} projects`;
	const lookup = projectCount > 1 && isInProjects ? { ...first.lookup, places } : first.lookup;

	return namesNotFound(lookup, texts, [...distinct.values()]);
}

/** The texts of a part that its project does not have. */
function findMisses({ lookups }: Pending, results: ResultsByKey): readonly Miss[] {
	const misses: Miss[] = [];

	for (const lookup of lookups) {
		const result = results.get(lookup.key);
		if (result !== undefined && isNameMissing(result)) misses.push({ lookup, result });
	}

	return misses;
}

/** Whether a project does not have a record with a name or key. */
export const isNameMissing = (result: LookupResult): result is Problem | NotFound =>
	isProblem(result)
		? result.cause === 'absent' || result.cause === 'elsewhere'
		: result.kind === 'notFound';
