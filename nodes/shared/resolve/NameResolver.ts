import type { Client } from '../client/client';
import { withoutResponse } from '../client/requestResult';
import type { Field } from '../fields/kinds';
import type { ReadTarget, RequestTarget } from '../model/call';
import type { Paging } from '../pagination/PageFetcher';
import { ListSource } from '../records/ListSource';
import { isProblem, type Result } from '../result/problem';
import { mapConcurrently } from '../scheduler/mapConcurrently';
import { isUuid } from '../values/textForms';
import type { AssignablePeople } from './AssignablePeople';
import {
	createLookup,
	describeNotFound,
	type Lookup,
	type LookupResult,
	type ResultsByKey,
} from './lookup';
import { canBeAssigned } from './people';
import { Projects } from './Projects';
import { RecordFinder } from './RecordFinder';
import { RecordLists } from './RecordLists';
import { refuseInPath } from './refuseInPath';
import { type NameInPlaces, resolveInAny } from './resolveInAny';
import type { Reference } from './slots';

export interface NameResolverOptions {
	readonly client: Client;
	/** How many requests are in flight, and how to pause. */
	readonly paging: Omit<Paging, 'fetch'>;
	/** Records the people whose role in the project shows that they can be assigned. */
	readonly assignable?: AssignablePeople;
	/** The lists that names are looked up in. Absent: the resolver has its own. */
	readonly lists?: RecordLists;
}

/**
 * Resolves names and keys to IDs. A list is read only if a text is not an ID, or if servers silently ignore IDs that
 * are not in it, and `ListSource` reads it once in a run. A key is looked up by a request of its own.
 */
export class NameResolver {
	/** The lists that names are looked up in. */
	readonly lists: RecordLists;

	private readonly finder: RecordFinder;

	constructor(private readonly options: NameResolverOptions) {
		const { client, paging } = options;

		this.lists =
			options.lists ??
			new RecordLists(client, new ListSource(client, paging), new Projects(client));
		this.finder = new RecordFinder(client, this.lists);
	}

	/**
	 * Resolves a single text, such as a name in the parameters of a trigger.
	 *
	 * @param target the place of the lists; its path needs the IDs of their parents
	 * @param field the field that the text is for
	 * @returns the ID of its record (the text itself if it is an ID), or why no record can be found
	 */
	async resolveText(target: RequestTarget, field: Field, text: string): Promise<Result<string>> {
		const lookup = createLookup(target, { field, text, mayBeUnlisted: true });
		if (lookup === undefined) return text;

		const result = await this.lookUp(lookup);
		if (isProblem(result)) return result;

		switch (result.kind) {
			case 'found':
				return result.id;
			case 'notFound':
				return describeNotFound([result]) ?? text;
			case 'toCreate':
				return text;
		}
	}

	/**
	 * Looks up a name in several places, such as projects.
	 *
	 * @param targets the places of the lists; their paths need the IDs of the parents
	 * @param reference the name, and the field that it was entered in
	 */
	async resolveInAny(
		targets: readonly RequestTarget[],
		reference: Reference,
	): Promise<NameInPlaces<RequestTarget>> {
		const lookups = new Map<RequestTarget, Lookup>();
		const withoutLookup: RequestTarget[] = [];

		for (const target of targets) {
			const lookup = createLookup(target, { mayBeUnlisted: true, ...reference });

			if (lookup === undefined) withoutLookup.push(target);
			else lookups.set(target, lookup);
		}

		const distinct = new Map([...lookups.values()].map((lookup) => [lookup.key, lookup]));
		const name = resolveInAny(lookups, await this.lookUpAll([...distinct.values()]));
		// IDs stand for themselves.
		const ids = withoutLookup.map((target) => [target, reference.text] as const);

		return { ...name, found: new Map([...name.found, ...ids]) };
	}

	/** @returns the target with IDs instead of names and keys in its path, or why one of them has none */
	async resolvePath(target: ReadTarget): Promise<Result<ReadTarget>> {
		let resolved = target;

		for (const field of target.operation.locators) {
			const text = resolved.path[field.wire];
			if (text === undefined) continue;

			const id = await this.resolveText(resolved, field, text);
			if (isProblem(id)) return id;

			const problem = refuseInPath(field, id);
			if (problem !== undefined) return problem;

			resolved = {
				...resolved,
				path: { ...resolved.path, [field.wire]: id },
				...(!isUuid(text) && { displayNames: { ...resolved.displayNames, [id]: text.trim() } }),
			};
		}

		return resolved;
	}

	/**
	 * Looks up several texts. A wrong credential costs only one request.
	 *
	 * @param shouldStop whether no further text is looked up after a result. Default: never
	 */
	async lookUpAll(
		lookups: readonly Lookup[],
		shouldStop: (result: LookupResult, lookup: Lookup) => boolean = () => false,
	): Promise<ResultsByKey> {
		const results = await mapConcurrently<Lookup, LookupResult>(
			lookups,
			{
				concurrency: this.options.paging.concurrency,
				firstAlone: true,
				shouldStop(result, index) {
					const lookup = lookups[index];

					return lookup !== undefined && shouldStop(result, lookup);
				},
			},
			async (lookup) => await this.lookUp(lookup),
		);
		const resultsByKey = new Map<string, LookupResult>();

		for (const [index, { key }] of lookups.entries()) {
			const result = results[index];
			if (result !== undefined) resultsByKey.set(key, result);
		}

		return resultsByKey;
	}

	/** Looks up one text. For a person who cannot be assigned, the result is a Problem. */
	private async lookUp(lookup: Lookup): Promise<LookupResult> {
		const result = withoutResponse(await this.finder.find(lookup));
		if (isProblem(result) || result.kind !== 'found' || !lookup.isAssignment) return result;

		const answer = await canBeAssigned(lookup, result.id, this.lists);
		if (isProblem(answer)) return answer;
		if (answer === 'yes') this.options.assignable?.add(lookup.target, result.id);

		return result;
	}
}
