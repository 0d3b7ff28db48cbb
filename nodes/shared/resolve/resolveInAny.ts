import { isObjectEmpty } from 'n8n-workflow';

import { namesNotFound } from '../errors/nameErrors';
import { withOtherProjects } from '../errors/problemFrom';
import { isProblem, type Problem } from '../result/problem';
import type { Found, Lookup, LookupResult, NotFound, ResultsByKey, ToCreate } from './lookup';

/** A lookup that has found that a place has no record with the name, with what it has found instead. */
export interface Miss {
	readonly lookup: Lookup;
	readonly result: Problem | NotFound;
}

/** Where a name stands for a record, and where it does not. A place is in at most one of the maps. */
export interface NameInPlaces<Place> {
	/** The IDs of the records with the name. */
	readonly found: ReadonlyMap<Place, string>;
	/** The places without such a record. */
	readonly missing: ReadonlyMap<Place, Miss>;
	/** The places that list nothing because they are archived. */
	readonly archived: ReadonlyMap<Place, Miss>;
	/** The places that the user may not see, or that do not exist, with what the server says. */
	readonly hidden: ReadonlyMap<Place, Problem>;
	/** Why it is unknown what the name stands for: several records have it, or the server did not say. */
	readonly failed?: Problem;
	/** Whether the name was looked up in all places. After a failure, a run looks nothing up any more. */
	readonly isComplete: boolean;
}

/**
 * Finds what a name stands for in several places, such as projects. It has to exist in one of them only, but what
 * could not be looked up is not missing.
 *
 * @param lookups the lookup of the name in each place
 * @param results the results of the lookups that were made
 */
export function resolveInAny<Place>(
	lookups: ReadonlyMap<Place, Lookup>,
	results: ResultsByKey,
): NameInPlaces<Place> {
	const found = new Map<Place, string>();
	const missing = new Map<Place, Miss>();
	const archived = new Map<Place, Miss>();
	const hidden = new Map<Place, Problem>();
	const failures: Problem[] = [];
	let isComplete = true;

	for (const [place, lookup] of lookups) {
		const result = results.get(lookup.key);

		if (result === undefined) {
			isComplete = false;
		} else if (isNameMissing(result)) {
			missing.set(place, { lookup, result });
		} else if (!isProblem(result)) {
			found.set(place, readId(result));
		} else if (result.cause === 'archivedPlace') {
			archived.set(place, { lookup, result });
		} else if (result.isHiddenPlace === true) {
			hidden.set(place, result);
		} else {
			failures.push(result);
		}
	}

	const failed = failures.find(({ cause }) => cause === 'ambiguous') ?? failures[0];

	return { found, missing, archived, hidden, ...(failed && { failed }), isComplete };
}

/** Whether a place does not have a record with a name or key. */
export const isNameMissing = (result: LookupResult): result is Miss['result'] =>
	isProblem(result)
		? result.cause === 'absent' || result.cause === 'elsewhere'
		: result.kind === 'notFound';

/** What has no ID yet has its name: a label that is to be created. */
const readId = (result: Found | ToCreate): string =>
	result.kind === 'found' ? result.id : result.name;

/**
 * Explains why no place has a name. Several names of the same field are explained together.
 *
 * @returns undefined if each of them is in some place, or may be
 */
export function explainAbsence(names: readonly NameInPlaces<unknown>[]): Problem | undefined {
	const absent = names.filter(isAbsent);
	// An archived place is only the reason if all of them are archived.
	const inOpenPlaces = absent.flatMap(({ missing }) => [...missing.values()]);
	const inArchivedPlaces = absent.flatMap(({ archived }) => [...archived.values()]);
	const misses = inOpenPlaces.length > 0 ? inOpenPlaces : inArchivedPlaces;
	const [first] = misses;
	if (first === undefined) return absent.flatMap(({ hidden }) => [...hidden.values()])[0];

	const ofField = misses.filter(({ lookup }) => lookup.field === first.lookup.field);
	const placeCount = Math.max(
		...absent.map(({ missing, archived }) => missing.size + archived.size),
	);

	return explainMisses(ofField, placeCount);
}

const isAbsent = ({ found, failed, isComplete }: NameInPlaces<unknown>): boolean =>
	found.size === 0 && failed === undefined && isComplete;

/** @param misses of the names of one field, at least one */
function explainMisses(misses: readonly Miss[], placeCount: number): Problem | undefined {
	const problems = misses.map(({ result }) => result).filter(isProblem);
	const problem = problems.find(({ cause }) => cause === 'absent') ?? problems[0];
	if (problem === undefined) return describeMisses(misses, placeCount);

	return placeCount === 1 ? problem : withOtherProjects(problem);
}

/** The error for names of one field that no place has. */
function describeMisses(misses: readonly Miss[], placeCount: number): Problem | undefined {
	const [first] = misses;
	if (first === undefined) return undefined;

	const texts = misses.map(({ lookup }) => lookup.text);
	const known = misses.flatMap(({ result }) => (isProblem(result) ? [] : result.known));
	// Projects have states and labels of the same names.
	const distinct = new Map(known.map((record) => [record.shown, record]));
	// People are looked up in the workspace, whose list has no parents.
	const isInProjects = !isObjectEmpty(first.lookup.parents);
	const places = `any of the ${placeCount} projects`;
	const lookup = placeCount > 1 && isInProjects ? { ...first.lookup, places } : first.lookup;

	return namesNotFound(lookup, texts, [...distinct.values()]);
}
