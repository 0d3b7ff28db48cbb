import type { RequestTarget } from '../model/call';
import { isProblem, type Problem } from '../result/problem';
import { createLookup, type Lookup, type LookupResult } from './lookup';
import type { NameResolver } from './NameResolver';
import { explainMisses, isNameMissing, type Miss } from './namesInProjects';
import type { Reference } from './slots';

/** Where a name stands for a record, and where it does not. Each target is in one of the first three, or has failed. */
export interface NameInPlaces {
	/** The IDs of the records with the name, by target. */
	readonly found: ReadonlyMap<RequestTarget, string>;
	/** The targets without such a record. */
	readonly missing: readonly RequestTarget[];
	/** The targets that the user may not see, or that do not exist, with what the server says. */
	readonly hidden: ReadonlyMap<RequestTarget, Problem>;
	/** Why it is unknown what the name stands for: several records have it, or the server did not say. */
	readonly failed?: Problem;
	/** Why none of the targets has such a record, in words for people; absent if one has it or may have it. */
	readonly absence?: Problem;
}

/**
 * Looks up a name in several places, such as projects, in all of them. It has to exist in one of them only, but what
 * could not be looked up is not missing.
 *
 * @param targets the places of the lists; their paths need the IDs of the parents
 * @param reference the name, and the field that it was entered in
 */
export async function resolveInAny(
	resolver: NameResolver,
	targets: readonly RequestTarget[],
	reference: Reference,
): Promise<NameInPlaces> {
	const found = new Map<RequestTarget, string>();
	const missing: RequestTarget[] = [];
	const hidden = new Map<RequestTarget, Problem>();
	const misses: Miss[] = [];
	const failures: Problem[] = [];

	for (const target of targets) {
		const lookup = createLookup(target, { mayBeUnlisted: true, ...reference });

		if (lookup === undefined) {
			// An ID that needs no lookup.
			found.set(target, reference.text);
			continue;
		}

		const result = await resolver.lookUp(lookup);

		if (isMiss(result)) {
			missing.push(target);
			misses.push({ lookup, result });
		} else if (!isProblem(result)) {
			found.set(target, readId(result, lookup));
		} else if (result.isHiddenPlace === true) {
			hidden.set(target, result);
		} else {
			failures.push(result);
		}
	}

	const failed = failures.find(({ cause }) => cause === 'ambiguous') ?? failures[0];
	const isAbsent = found.size === 0 && failed === undefined;
	const [hiddenProblem] = hidden.values();
	const absence = isAbsent ? (explainAbsence(misses) ?? hiddenProblem) : undefined;

	return {
		found,
		missing,
		hidden,
		...(failed !== undefined && { failed }),
		...(absence !== undefined && { absence }),
	};
}

/** An archived project is only the reason if all of them are archived. */
function explainAbsence(misses: readonly Miss[]): Problem | undefined {
	const inOpenPlaces = misses.filter(({ result }) => !isArchivedPlace(result));

	return explainMisses(inOpenPlaces.length > 0 ? inOpenPlaces : misses, misses.length);
}

const isArchivedPlace = (result: LookupResult): result is Problem =>
	isProblem(result) && result.cause === 'archivedPlace';

/** Whether it is certain that a place has no record with the name. An archived project lists none at all. */
const isMiss = (result: LookupResult): result is Miss['result'] =>
	isNameMissing(result) || isArchivedPlace(result);

/** A label that could be created is only a name yet, but nothing that looks up a name in several places creates one. */
const readId = (
	result: Exclude<LookupResult, Problem | Miss['result']>,
	{ text }: Lookup,
): string => (result.kind === 'found' ? result.id : text);
