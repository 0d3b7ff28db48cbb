import { isObjectEmpty } from 'n8n-workflow';

import { withoutResponse } from '../client/requestResult';
import { selfReference } from '../errors/nameErrors';
import { suggestIgnoreMissing } from '../errors/notFound';
import type { Field } from '../fields/kinds';
import { buildCall, collectPath } from '../model/buildCall';
import type { Call, RequestTarget } from '../model/call';
import type { Draft, LeftOutName, Slot, SlotPlace, UnknownName } from '../model/draft';
import type { ServiceKind } from '../operations/operation';
import { isProblem, type Problem, type Result } from '../result/problem';
import { isUuid } from '../values/textForms';
import type { CustomProperties } from './CustomProperties';
import { CustomValueConverter, typeField } from './CustomValueConverter';
import { ListSplitter } from './ListSplitter';
import {
	createLookup,
	asNotFoundBy,
	describeNotFound,
	found,
	type Lookup,
	type LookupResult,
	type Pending,
	type ResultsByKey,
} from './lookup';
import { MentionResolver, type UnresolvedMention } from './MentionResolver';
import { type CreatedRecords, listMissingRecords, type MissingRecord } from './missingRecords';
import type { NameResolver } from './NameResolver';
import { isHiddenProject, keepMatchingParts } from './namesInProjects';
import { isProjectPart, ProjectSpread } from './ProjectSpread';
import { refuseInPath } from './refuseInPath';
import { isNameMissing } from './resolveInAny';
import { type Reference, listReferencesIn, SENT, withTexts } from './slots';

export interface DraftResolverOptions {
	readonly names: NameResolver;
	/** The custom properties that a run reads. */
	readonly customProperties: CustomProperties;
	/** Whether other names are looked up after one that no record has. */
	readonly continueOnFail: boolean;
}

/** Drafts whose names are resolved, apart from labels that are still to be created. */
interface Resolution {
	/** Empty if the drafts have been given up. */
	readonly pending: readonly Pending[];
	readonly results: ResultsByKey;
}

const NOTHING: Resolution = { pending: [], results: new Map() };

/** References in drafts that are resolved together. */
interface ReferenceGroup {
	readonly includes: (slot: Slot, draft: Draft) => boolean;
	/** Why a draft cannot be sent with its IDs, or undefined if it can. */
	readonly check: (draft: Draft) => Problem | undefined;
}

/** Resolves the names and keys in drafts, in paths, in what is sent and in filters, before anything is changed. */
export class DraftResolver {
	/** Why items cannot be sent, by their indexes. */
	readonly failed = new Map<number, Problem>();

	/** The keys of records that are gone, which items may ignore, by the indexes of these. */
	readonly ignored = new Map<number, string>();

	/** The names that items go without, by their indexes. */
	readonly leftOutNames = new Map<number, readonly LeftOutName[]>();

	/** The names that nothing has, so that their items fail, by the indexes of the items. */
	readonly unknownNames = new Map<number, readonly UnknownName[]>();

	private readonly valueConverter: CustomValueConverter;
	private readonly mentions: MentionResolver;
	private readonly projectSpread: ProjectSpread;
	private readonly splitter: ListSplitter;
	/** What `resolve` has left to `finish`. */
	private resolution: Resolution = NOTHING;

	constructor(private readonly options: DraftResolverOptions) {
		const { names, customProperties } = options;

		this.valueConverter = new CustomValueConverter(
			customProperties,
			async (target, text) => await names.resolveText(target, typeField, text),
		);
		this.mentions = new MentionResolver(names.lists);
		this.projectSpread = new ProjectSpread(names.lists);
		this.splitter = new ListSplitter(names.lists);
	}

	/**
	 * Resolves the names in drafts, as far as it can. `finish` makes calls of them.
	 *
	 * @returns the labels and states that have to be created before; `failed` says which drafts cannot be sent
	 */
	async resolve(drafts: readonly Draft[]): Promise<readonly MissingRecord[]> {
		const depth = drafts.reduce((max, draft) => Math.max(max, listLocators(draft).length), 0);
		let resolved = drafts;

		// From the outermost record of a path to the innermost: each is looked up within the one before.
		for (let level = 0; level < depth && this.shouldContinue(); level++) {
			resolved = await this.resolveGroup(resolved, pathLevel(level));
		}

		if (!this.shouldContinue()) return [];

		const spread = await this.spreadOverProjects(resolved);
		const converted = await this.convertEach(
			spread,
			async (draft) => await this.valueConverter.convert(draft),
		);
		const split = await this.splitTexts(converted, SENT);

		if (!this.shouldContinue()) return [];

		this.resolution = await this.lookUpGroup(split, FIELDS);
		await this.resolveMentions();

		return this.listMissingRecords();
	}

	/** None if any name could not be resolved, and the run does not continue then. */
	private listMissingRecords(): readonly MissingRecord[] {
		const { pending, results } = this.resolution;

		return this.shouldContinue() ? listMissingRecords(pending, results) : [];
	}

	/**
	 * Replaces names by IDs, and makes calls of the drafts. It can be done again, with other IDs.
	 *
	 * @param created what became of the records that `resolve` has returned
	 * @returns the calls that can be sent; `failed` says why the others cannot
	 */
	finish({ ids, failures }: CreatedRecords): readonly Call[] {
		for (const [itemIndex, problem] of failures) this.failed.set(itemIndex, problem);

		const created = [...ids].map(([key, id]): [string, LookupResult] => [key, found(id)]);
		const results = new Map([...this.resolution.results, ...created]);
		const withIds = substituteAll({ ...this.resolution, results }, FIELDS);

		for (const { itemIndex, leftOutNames = [] } of withIds) {
			if (leftOutNames.length > 0) this.leftOutNames.set(itemIndex, leftOutNames);
		}

		const calls = withIds.map((draft) => buildCall(draft));

		return this.projectSpread.gather(calls, this.failed);
	}

	/** Replaces each list that is read in several projects by the list of each of them. */
	private async spreadOverProjects(drafts: readonly Draft[]): Promise<readonly Draft[]> {
		const split = await this.splitTexts(drafts, ['projects']);
		const withProjects = await this.resolveGroup(split, PROJECTS);

		return await this.convertEach(
			withProjects,
			async (draft) => await this.projectSpread.spread(draft),
		);
	}

	/** Splits the texts in some places that list several names. */
	private async splitTexts(
		drafts: readonly Draft[],
		places: readonly SlotPlace[],
	): Promise<readonly Draft[]> {
		return await this.convertEach(
			drafts,
			async (draft) => await this.splitter.split(draft, places),
		);
	}

	/** Converts drafts one by one, each to one or several. A Problem goes to `failed`. */
	private async convertEach(
		drafts: readonly Draft[],
		convert: (draft: Draft) => Promise<Result<Draft | readonly Draft[]>>,
	): Promise<readonly Draft[]> {
		const converted: Draft[] = [];

		for (const draft of drafts) {
			if (!this.shouldContinue()) break;

			const result = await convert(draft);

			if (isProblem(result)) {
				this.failed.set(draft.itemIndex, withoutResponse(result));
			} else {
				converted.push(...[result].flat());
			}
		}

		return converted;
	}

	/** Replaces the names in mentions of what is left to finish. */
	private async resolveMentions(): Promise<void> {
		const { pending, results } = this.resolution;
		const resolved: Pending[] = [];

		for (const { draft, lookups } of pending) {
			// After a failure that ends the run, drafts stay as they are: rows of an import are still compared.
			const result = this.shouldContinue() ? await this.mentions.resolve(draft) : draft;

			if (isProblem(result)) {
				this.failed.set(draft.itemIndex, result);
			} else {
				resolved.push({ draft: result, lookups });
			}
		}

		this.resolution = { pending: resolved, results };
	}

	/** The mentions that stay text in what was resolved. */
	get unresolvedMentions(): readonly UnresolvedMention[] {
		return this.mentions.unresolved.filter(({ itemIndex }) => !this.failed.has(itemIndex));
	}

	private shouldContinue(): boolean {
		return this.failed.size === 0 || this.options.continueOnFail;
	}

	/** Collects the references of a group, looks them up, and substitutes IDs for them. */
	private async resolveGroup(
		drafts: readonly Draft[],
		group: ReferenceGroup,
	): Promise<readonly Draft[]> {
		return substituteAll(await this.lookUpGroup(drafts, group), group);
	}

	/** Collects the references of a group, and looks them up. */
	private async lookUpGroup(drafts: readonly Draft[], group: ReferenceGroup): Promise<Resolution> {
		const pending = drafts.map((draft) => ({ draft, lookups: collectLookups(draft, group) }));
		const lookups = new Map(
			pending.flatMap((entry) => entry.lookups.map((lookup) => [lookup.key, lookup])),
		);
		const { names, continueOnFail } = this.options;
		const shouldStop = (result: LookupResult, lookup: Lookup) =>
			!continueOnFail && isProblem(result) && endsLookups(result, lookup);
		const results = await names.lookUpAll([...lookups.values()], shouldStop);
		const known = keepMatchingParts(pending, results);

		for (const [itemIndex, problem] of known.problems) this.failed.set(itemIndex, problem);
		for (const part of known.hiddenParts) this.projectSpread.markHidden(part);

		const valid = known.pending.filter((entry) => this.isValid(entry, results, group));

		return { pending: valid, results };
	}

	/** Whether all lookups of a draft were made, and none of their results prevents it from being sent. */
	private isValid(entry: Pending, results: ResultsByKey, group: ReferenceGroup): boolean {
		// What is left out decides nothing.
		const lookups = entry.lookups.filter((lookup) => !isLeftOut(lookup, results.get(lookup.key)));
		const unknown = lookups.filter(({ key }) => isUseless(results.get(key)));
		if (unknown.length > 0)
			this.unknownNames.set(entry.draft.itemIndex, unknown.map(toUnknownName));

		const decisive = lookups.map(({ key }) => results.get(key));
		const notFound = lookups.flatMap((lookup) => asNotFoundBy(lookup, results.get(lookup.key)));
		const problem = decisive.find(isProblem) ?? describeNotFound(notFound);
		if (problem !== undefined) return this.accept(entry.draft, problem);

		return (
			!decisive.includes(undefined) &&
			this.accept(entry.draft, group.check(substituteIds(entry, results, group)))
		);
	}

	/** Whether a draft has no problem. A problem is recorded in `failed`, or in `ignored`. */
	private accept(draft: Draft, problem: Problem | undefined): boolean {
		if (problem === undefined) return true;

		const goneKey = findGoneKey(problem, draft);
		if (goneKey === undefined) {
			this.failed.set(draft.itemIndex, problem);
		} else if (draft.kind === 'action' && draft.settings.ignoreMissing) {
			this.ignored.set(draft.itemIndex, goneKey);
		} else {
			this.failed.set(draft.itemIndex, suggestIgnoreMissing(problem));
		}

		return false;
	}
}

/**
 * Returns the key of the record of an action if no record has it: keys are as exact as IDs, which an action
 * that is repeated does not find either.
 */
function findGoneKey({ missingKey }: Problem, about: Draft | RequestTarget): string | undefined {
	// Without an ID of its own, the record belongs to the one whose key it is.
	if (about.kind !== 'action' || about.operation.identifiedBy !== undefined) return undefined;

	return missingKey?.wire === about.operation.locators.at(-1)?.wire ? missingKey?.text : undefined;
}

/** Whether an item succeeds although no record has its key. */
const ignoresProblem = (problem: Problem, target: RequestTarget): boolean =>
	target.kind === 'action' && target.ignoreMissing && findGoneKey(problem, target) !== undefined;

/** Whether a Problem of a lookup ends a run that does not continue after failures. */
const endsLookups = (problem: Problem, lookup: Lookup): boolean =>
	!mayBeInOtherProject(problem, lookup) &&
	!isLeftOut(lookup, problem) &&
	!ignoresProblem(problem, lookup.target);

/** Whether a name that was not found may be found in another project of the same list. */
const mayBeInOtherProject = (result: Problem, lookup: Lookup): boolean =>
	isProjectPart(lookup.target) && (isNameMissing(result) || isHiddenProject(result, lookup));

const listLocators = (draft: Draft): readonly Field[] =>
	draft.kind === 'upload' ? [] : draft.operation.locators;

/** The record at one level of a path, counted from the outermost. */
const pathLevel = (level: number): ReferenceGroup => ({
	includes: ({ at, field }, draft) => at === 'path' && field === listLocators(draft)[level],
	check(draft) {
		const field = listLocators(draft)[level];
		const text = field && collectPath(draft)[field.wire];

		return field && text !== undefined ? refuseInPath(field, text) : undefined;
	},
});

/** The projects in which a list is read. */
const PROJECTS: ReferenceGroup = {
	includes: ({ at }) => at === 'projects',
	check: () => undefined,
};

/** Why a draft cannot be sent: it refers to the very record that it is about (row 25). */
function findSelfReference(draft: Draft): Problem | undefined {
	const locator = listLocators(draft).at(-1);
	if (draft.kind === 'upload' || draft.kind === 'list' || locator === undefined) return undefined;

	const id = collectPath(draft)[locator.wire];
	const reference = listReferences(draft, FIELDS).find(({ text }) => text === id);

	return reference && selfReference(buildCall<ServiceKind>(draft), locator, reference);
}

/** What is sent, and filters. */
const FIELDS: ReferenceGroup = {
	includes: ({ at }) => SENT.includes(at),
	check: findSelfReference,
};

const listReferences = (draft: Draft, { includes }: ReferenceGroup): readonly Reference[] =>
	draft.slots.filter((slot) => includes(slot, draft)).flatMap(listReferencesIn);

function collectLookups(draft: Draft, group: ReferenceGroup): readonly Lookup[] {
	const references = listReferences(draft, group);
	if (draft.kind === 'upload' || references.length === 0) return [];

	const target = buildCall<ServiceKind>(draft);

	return references
		.map((reference) => createLookup(target, reference))
		.filter((lookup) => lookup !== undefined);
}

/** Whether a text may be left out, and stands for nothing that can be used. What was not looked up may be usable. */
const isLeftOut = (lookup: Lookup, result: LookupResult | undefined): boolean =>
	lookup.mayBeLeftOut === true && isUseless(result);

/** Whether a text stands for nothing that can be used. */
const isUseless = (result: LookupResult | undefined): boolean =>
	result !== undefined &&
	(isNameMissing(result) || (isProblem(result) && result.cause === 'unusable'));

const toUnknownName = ({ field, text }: Lookup): UnknownName => ({ field, name: text });

const hasAllIds = ({ lookups }: Pending, results: ResultsByKey): boolean =>
	lookups.every((lookup) => {
		const result = results.get(lookup.key);
		const isFound = !isProblem(result) && result?.kind === 'found';

		return isFound || isLeftOut(lookup, result);
	});

/** The drafts whose references all have IDs, with these IDs in place of the texts. */
const substituteAll = ({ pending, results }: Resolution, group: ReferenceGroup): readonly Draft[] =>
	pending
		.filter((entry) => hasAllIds(entry, results))
		.map((entry) => substituteIds(entry, results, group));

/** Replaces the references of a draft by their IDs, and remembers by which names the user gave them. */
function substituteIds(
	{ draft, lookups }: Pending,
	results: ResultsByKey,
	{ includes }: ReferenceGroup,
): Draft {
	if (lookups.length === 0) return draft;

	const displayNames: Record<string, string> = { ...draft.displayNames };
	const leftOutNames: LeftOutName[] = [...(draft.leftOutNames ?? [])];

	const findId = (field: Field, text: string): string | undefined => {
		const lookup = lookups.find(
			(candidate) => candidate.field === field && candidate.text === text,
		);
		const result = lookup && results.get(lookup.key);

		if (lookup !== undefined && isLeftOut(lookup, result)) {
			leftOutNames.push({ field, name: text });

			return undefined;
		}

		if (isProblem(result) || result?.kind !== 'found') return text;
		if (!isUuid(text)) displayNames[result.id] = text.trim();

		const { takenInstead } = result;
		if (takenInstead !== undefined && lookup?.group?.value !== text) {
			leftOutNames.push({ field, name: text, takenInstead });
		}

		return result.id;
	};

	const findKeptIds = ({ field }: Slot): readonly string[] | undefined => {
		const lookup = lookups.find((candidate) => candidate.field === field);
		const result = lookup && results.get(lookup.key);

		return isProblem(result) || result?.kind !== 'found' ? undefined : result.keptIds;
	};

	const slots = draft.slots.flatMap((slot) => {
		if (slot.field.source === undefined || !includes(slot, draft)) return slot;

		const keptIds = findKeptIds(slot);
		const withKept = keptIds === undefined ? slot : { ...slot, keptIds };

		return withTexts(withKept, (text) => findId(slot.field, text));
	});

	return {
		...draft,
		slots,
		...(!isObjectEmpty(displayNames) && { displayNames }),
		...(leftOutNames.length > 0 && { leftOutNames }),
	};
}
