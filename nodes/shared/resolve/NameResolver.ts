import { isObjectEmpty } from 'n8n-workflow';

import type { Client } from '../client/client';
import { withoutResponse } from '../client/requestResult';
import { namesNotFound, selfReference } from '../errors/nameErrors';
import { suggestIgnoreMissing } from '../errors/notFound';
import { isUuid } from '../values/textForms';
import { writeIdentifier } from '../fields/slug';
import type { Field } from '../fields/kinds';
import type { Call, ReadTarget, RequestTarget, ServiceCall } from '../model/call';
import type { Paging } from '../pagination/PageFetcher';
import { isProblem, type Problem, type Result } from '../result/problem';
import { mapConcurrently } from '../scheduler/mapConcurrently';
import type { AssignablePeople } from './AssignablePeople';
import { ListSplitter } from './ListSplitter';
import { MentionResolver, type UnresolvedMention } from './MentionResolver';
import { withValuesBody } from './buildValuesBody';
import { CustomProperties } from './CustomProperties';
import { CustomValueConverter, typeField } from './CustomValueConverter';
import {
	createLookup,
	found,
	type Lookup,
	type LookupResult,
	type NotFound,
	type PendingCall,
	type ResultsByKey,
} from './lookup';
import { type CreatedLabels, listMissingLabels, type MissingLabel } from './missingLabels';
import { isHiddenProject, isNameMissing, leaveOutNamesOfOthers } from './namesInProjects';
import { isAssignment, refuseAssignment } from './people';
import { Projects } from './Projects';
import { isPart, ProjectSpread } from './ProjectSpread';
import { RecordFinder } from './RecordFinder';
import { ListSource } from '../records/ListSource';
import { RecordLists } from './RecordLists';
import {
	mapSlots,
	type Reference,
	referencesIn,
	replaceTexts,
	SENT,
	type Slot,
	type SlotPlace,
	slotsOf,
} from './slots';

export interface ResolverOptions {
	readonly client: Client;
	/** How many requests are in flight, and how to pause. */
	readonly paging: Omit<Paging, 'fetch'>;
	/** Whether other names are looked up after one that no record has. */
	readonly continueOnFail: boolean;
	/** Records the people whose role in the project shows that they can be assigned. */
	readonly assignable?: AssignablePeople;
	/** The lists that a run reads. Absent: the resolver has its own. */
	readonly lists?: RecordLists;
	/** The custom properties that a run reads. Absent: the resolver has its own. */
	readonly customProperties?: CustomProperties;
}

/** Calls whose names are resolved, apart from labels that are still to be created. */
interface Resolution {
	/** Empty if the calls have been given up. */
	readonly pending: readonly PendingCall[];
	readonly results: ResultsByKey;
}

const NOTHING: Resolution = { pending: [], results: new Map() };

/** References in calls that are resolved together. */
interface ReferenceGroup {
	readonly places: readonly SlotPlace[];
	/** Absent: all slots in these places. */
	readonly includes?: (slot: Slot, call: ServiceCall) => boolean;
	/** Why a call cannot be sent with its IDs, or undefined if it can. */
	readonly check: (call: Call) => Problem | undefined;
}

/**
 * Resolves names and keys to IDs, in the paths of calls, in what they send and in their filters, before
 * anything is changed. Each list is read once, and only if a text is not an ID, or if servers silently
 * ignore IDs that are not in it; a key is looked up by a request of its own.
 */
export class NameResolver {
	/** Why calls cannot be sent, by the indexes of their items. */
	readonly failed = new Map<number, Problem>();

	/** The keys of records that are gone, which calls may ignore, by the indexes of their items. */
	readonly ignored = new Map<number, string>();

	/** The lists that names are looked up in. */
	private readonly lists: RecordLists;

	private readonly valueConverter: CustomValueConverter;
	private readonly mentions: MentionResolver;
	private readonly finder: RecordFinder;
	private readonly projectSpread: ProjectSpread;
	/** What `resolve` has left to `finish`. */
	private resolution: Resolution = NOTHING;

	constructor(private readonly options: ResolverOptions) {
		const { client, paging } = options;

		this.lists =
			options.lists ??
			new RecordLists(client, new ListSource(client, paging), new Projects(client));
		this.finder = new RecordFinder(client, this.lists);
		this.valueConverter = new CustomValueConverter(
			options.customProperties ?? new CustomProperties(this.lists),
			async (target, text) => await this.resolveText(target, typeField, text),
		);
		this.mentions = new MentionResolver(this.lists);
		this.projectSpread = new ProjectSpread(this.lists);
	}

	/**
	 * Resolves the names in calls, as far as it can. `finish` returns the calls.
	 *
	 * @returns the labels that have to be created before; `failed` says which calls cannot be sent
	 */
	async resolve(calls: readonly Call[]): Promise<readonly MissingLabel[]> {
		const depth = calls.reduce((max, call) => Math.max(max, locatorsOf(call).length), 0);
		let resolved = calls;

		// From the outermost record of a path to the innermost: each is looked up within the one before.
		for (let level = 0; level < depth && this.shouldContinue; level++) {
			resolved = await this.resolveGroup(resolved, pathLevel(level));
		}

		if (!this.shouldContinue) return [];

		const splitter = new ListSplitter(this.lists);
		const spread = await this.spreadOverProjects(resolved, splitter);
		const converted = await this.convertCustomValues(spread);

		await this.lookUpFields(converted, splitter);
		await this.resolveMentions();

		return this.listMissingLabels();
	}

	/** Looks up the names in what calls send, and in their filters. */
	private async lookUpFields(calls: readonly Call[], splitter: ListSplitter): Promise<void> {
		if (!this.shouldContinue) return;

		this.resolution = await this.lookUpGroup(await splitter.split(calls), FIELDS);
	}

	/** None if any name could not be resolved, and the run does not continue then. */
	private listMissingLabels(): readonly MissingLabel[] {
		const { pending, results } = this.resolution;

		return this.shouldContinue ? listMissingLabels(pending, results) : [];
	}

	/**
	 * Replaces the names in the calls by IDs.
	 *
	 * @param labels what became of the labels that `resolve` has returned
	 * @returns the calls that can be sent; `failed` says why the others cannot
	 */
	finish({ ids, failures }: CreatedLabels): readonly Call[] {
		for (const [itemIndex, problem] of failures) this.failed.set(itemIndex, problem);

		const created = [...ids].map(([key, id]): [string, LookupResult] => [key, found(id)]);
		const results = new Map([...this.resolution.results, ...created]);
		const withIds = substituteAll({ ...this.resolution, results }, FIELDS);

		return this.projectSpread.gather(withIds, this.failed).map(withValuesBody);
	}

	/** Replaces each list that is read in several projects by the list of each of them. */
	private async spreadOverProjects(
		calls: readonly Call[],
		splitter: ListSplitter,
	): Promise<readonly Call[]> {
		if (!calls.some((call) => call.kind === 'list' && call.projects !== undefined)) return calls;

		const withProjects = await this.resolveGroup(await splitter.split(calls), {
			places: ['projects'],
			check: () => undefined,
		});
		const spread: Call[] = [];

		for (const call of withProjects) {
			if (!this.shouldContinue) break;

			const parts = await this.projectSpread.spread(call);

			if (isProblem(parts)) {
				this.failed.set(call.itemIndex, withoutResponse(parts));
			} else {
				spread.push(...parts);
			}
		}

		return spread;
	}

	/** Checks the values of custom properties by the kinds that they have in their types. */
	private async convertCustomValues(calls: readonly Call[]): Promise<readonly Call[]> {
		const converted: Call[] = [];

		for (const call of calls) {
			if (!this.shouldContinue) break;

			const result = await this.valueConverter.convert(call);

			if (isProblem(result)) {
				this.failed.set(call.itemIndex, withoutResponse(result));
			} else {
				converted.push(result);
			}
		}

		return converted;
	}

	/** Replaces the names in mentions of what is left to finish. */
	private async resolveMentions(): Promise<void> {
		if (!this.shouldContinue) return;

		const { pending, results } = this.resolution;
		const resolved: PendingCall[] = [];

		for (const { call, lookups } of pending) {
			const result = await this.mentions.resolve(call);

			if (isProblem(result)) {
				this.failed.set(call.itemIndex, result);
			} else {
				resolved.push({ call: result, lookups });
			}
		}

		this.resolution = { pending: resolved, results };
	}

	/** The mentions that stay text in the calls that were resolved. */
	get unresolvedMentions(): readonly UnresolvedMention[] {
		return this.mentions.unresolved.filter(({ itemIndex }) => !this.failed.has(itemIndex));
	}

	/**
	 * Resolves a single text, such as a name in the parameters of a trigger.
	 *
	 * @param target the place of the lists; its path needs the IDs of their parents
	 * @param field the field that the text is for
	 * @returns the ID of its record (the text itself if it is an ID), or why no record can be found
	 */
	async resolveText(target: RequestTarget, field: Field, text: string): Promise<Result<string>> {
		const lookup = createLookup(target, { field, text });
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

	/** Looks up one text. For a person who cannot be assigned, the result is a Problem. */
	async lookUp(lookup: Lookup): Promise<LookupResult> {
		const result = withoutResponse(await this.finder.find(lookup));
		if (isProblem(result) || result.kind !== 'found' || !isAssignment(lookup)) return result;

		const { lists } = this;
		const { assignable } = this.options;

		return (await refuseAssignment(lookup, result.id, { lists, assignable })) ?? result;
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

	private get shouldContinue(): boolean {
		return this.failed.size === 0 || this.options.continueOnFail;
	}

	/** Collects the references of a group, looks them up, and substitutes IDs for them. */
	private async resolveGroup(
		calls: readonly Call[],
		group: ReferenceGroup,
	): Promise<readonly Call[]> {
		return substituteAll(await this.lookUpGroup(calls, group), group);
	}

	/** Collects the references of a group, and looks them up. */
	private async lookUpGroup(calls: readonly Call[], group: ReferenceGroup): Promise<Resolution> {
		const pending = calls.map((call) => ({ call, lookups: collectLookups(call, group) }));
		const lookups = new Map(
			pending.flatMap((entry) => entry.lookups.map((lookup) => [lookup.key, lookup])),
		);
		if (lookups.size === 0) {
			const valid = pending.filter(({ call }) => this.accept(call, group.check(call)));

			return { pending: valid, results: new Map() };
		}

		const results = await this.lookUpAll([...lookups.values()]);
		const known = leaveOutNamesOfOthers(pending, results);

		for (const [itemIndex, problem] of known.problems) this.failed.set(itemIndex, problem);
		for (const part of known.hiddenParts) this.projectSpread.close(part);

		const valid = known.pending.filter((entry) => this.isValid(entry, results, group));

		return { pending: valid, results };
	}

	private async lookUpAll(lookups: readonly Lookup[]): Promise<ResultsByKey> {
		const { paging, continueOnFail } = this.options;
		const results = await mapConcurrently<Lookup, LookupResult>(
			lookups,
			{
				concurrency: paging.concurrency,
				// A wrong credential costs only one request.
				firstAlone: true,
				shouldStop: (result, index) =>
					isProblem(result) &&
					!continueOnFail &&
					!mayBeInOtherProject(result, lookups[index]) &&
					!ignoresProblem(result, lookups[index]?.target),
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

	/** Whether all lookups of a call were made, and none of their results prevents it from being sent. */
	private isValid(entry: PendingCall, results: ResultsByKey, group: ReferenceGroup): boolean {
		const own = resultsOf(entry, results);
		const problem = own.find(isProblem) ?? describeNotFound(own.filter(isNotFound));
		if (problem !== undefined) return this.accept(entry.call, problem);

		const isComplete = own.length === entry.lookups.length;

		return isComplete && this.accept(entry.call, group.check(substituteIds(entry, results, group)));
	}

	/** Whether a call has no problem. A problem is recorded in `failed`, or in `ignored`. */
	private accept(call: Call, problem: Problem | undefined): boolean {
		if (problem === undefined) return true;

		const goneKey = findGoneKey(problem, call);
		if (goneKey === undefined) {
			this.failed.set(call.itemIndex, problem);
		} else if (ignoresProblem(problem, call)) {
			this.ignored.set(call.itemIndex, goneKey);
		} else {
			this.failed.set(call.itemIndex, suggestIgnoreMissing(problem));
		}

		return false;
	}
}

/**
 * Returns the key of the record of an action if no record has it: keys are as exact as IDs, which an action
 * that is repeated does not find either.
 */
function findGoneKey(problem: Problem, call: Call | RequestTarget): string | undefined {
	const { missingKey } = problem;
	// Without an ID of its own, the record belongs to the one whose key it is.
	if (call.kind !== 'action' || call.operation.identifiedBy !== undefined) return undefined;

	return missingKey?.wire === call.operation.locators.at(-1)?.wire ? missingKey?.text : undefined;
}

/** Whether a call succeeds although no record has its key. */
const ignoresProblem = (problem: Problem, call: Call | RequestTarget | undefined): boolean =>
	call?.kind === 'action' && call.ignoreMissing && findGoneKey(problem, call) !== undefined;

/** Whether a name that was not found may be found in another project of the same list. */
const mayBeInOtherProject = (result: Problem, lookup: Lookup | undefined): boolean =>
	lookup !== undefined &&
	isPart(lookup.target) &&
	(isNameMissing(result) || isHiddenProject(result, lookup));

const locatorsOf = (call: Call): readonly Field[] =>
	call.kind === 'upload' ? [] : call.operation.locators;

/** The record at one level of a path, counted from the outermost. */
const pathLevel = (level: number): ReferenceGroup => ({
	places: ['path'],
	includes: ({ field }, call) => field === call.operation.locators[level],
	check(call) {
		const field = locatorsOf(call)[level];
		const text = field && 'path' in call ? call.path[field.wire] : undefined;

		return field && text !== undefined ? refuseInPath(field, text) : undefined;
	},
});

/**
 * Why a text that was not looked up, because the server has no such list, cannot be sent in a path: with
 * a dot or a slash, it would lead to another address.
 */
function refuseInPath({ displayName }: Field, text: string): Problem | undefined {
	const id = writeIdentifier(text);

	return isProblem(id) ? { ...id, message: `${displayName}: ${id.message}` } : undefined;
}

/** Why a call cannot be sent: it refers to the very record that it is about (row 25). */
function findSelfReference(call: Call): Problem | undefined {
	if (call.kind === 'upload' || call.kind === 'list') return undefined;

	const locator = call.operation.locators.at(-1);
	if (locator === undefined) return undefined;

	const reference = listReferences(call, FIELDS).find(
		({ text }) => text === call.path[locator.wire],
	);

	return reference && selfReference(call, locator, reference);
}

/** What calls send, and their filters. */
const FIELDS: ReferenceGroup = { places: SENT, check: findSelfReference };

const listReferences = (
	call: ServiceCall,
	{ places, includes = () => true }: ReferenceGroup,
): readonly Reference[] =>
	slotsOf(call, places)
		.filter((slot) => includes(slot, call))
		.flatMap(referencesIn);

function collectLookups(call: Call, group: ReferenceGroup): readonly Lookup[] {
	if (call.kind === 'upload') return [];

	return listReferences(call, group)
		.map((reference) => createLookup(call, reference))
		.filter((lookup) => lookup !== undefined);
}

/** The results of a call's lookups, without those that were not made. */
const resultsOf = ({ lookups }: PendingCall, results: ResultsByKey): readonly LookupResult[] =>
	lookups.map(({ key }) => results.get(key)).filter((result) => result !== undefined);

const isNotFound = (result: LookupResult): result is NotFound =>
	!isProblem(result) && result.kind === 'notFound';

const hasAllIds = ({ lookups }: PendingCall, results: ResultsByKey): boolean =>
	lookups.every(({ key }) => {
		const result = results.get(key);

		return !isProblem(result) && result?.kind === 'found';
	});

/** The calls of which all references have IDs, with these. */
const substituteAll = ({ pending, results }: Resolution, group: ReferenceGroup): readonly Call[] =>
	pending
		.filter((entry) => hasAllIds(entry, results))
		.map((entry) => substituteIds(entry, results, group));

/** Replaces the references of a call by their IDs, and remembers by which names the user gave them. */
function substituteIds(
	{ call, lookups }: PendingCall,
	results: ResultsByKey,
	{ places, includes = () => true }: ReferenceGroup,
): Call {
	if (call.kind === 'upload') return call;

	const displayNames: Record<string, string> = {};

	const idOf = ({ field, text }: Reference): string => {
		const lookup = lookups.find(
			(candidate) => candidate.field === field && candidate.text === text,
		);
		const result = lookup && results.get(lookup.key);
		if (isProblem(result) || result?.kind !== 'found') return text;
		if (!isUuid(text)) displayNames[result.id] = text.trim();

		return result.id;
	};

	const resolved = mapSlots(call, places, (slot) =>
		includes(slot, call) ? replaceTexts(slot, idOf) : slot.value,
	);

	return isObjectEmpty(displayNames)
		? resolved
		: { ...resolved, displayNames: { ...resolved.displayNames, ...displayNames } };
}

/** The error for all names of one field that no record has, or undefined if there are none. */
function describeNotFound(results: readonly NotFound[]): Problem | undefined {
	const [first] = results;
	if (first === undefined) return undefined;

	const { lookup, known } = first;
	const texts = results
		.filter((result) => result.lookup.field === lookup.field)
		.map((result) => result.lookup.text);

	return namesNotFound(lookup, texts, known);
}
