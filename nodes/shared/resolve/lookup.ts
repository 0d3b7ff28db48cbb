import { type KnownRecord, namesNotFound } from '../errors/nameErrors';
import { findOtherList, type RecordList } from '../fields/field';
import type { Field } from '../fields/kinds';
import { isUuid } from '../values/textForms';
import type { RequestTarget } from '../model/call';
import type { Draft } from '../model/draft';
import { isProblem, type Problem, type Result } from '../result/problem';
import { isProjectPart } from './ProjectSpread';
import { type ListPlace, selectParents } from './RecordLists';
import type { Reference } from './slots';

/** A text to look up, once for all items that use it for the same field in the same place. */
export interface Lookup extends ListPlace, Reference {
	/** Equal for lookups that have the same result. */
	readonly key: string;
	/** Whether somebody is assigned to a record, and has to be able to work in its project. */
	readonly isAssignment: boolean;
}

/** The record that a text stands for. */
export interface Found {
	readonly kind: 'found';
	readonly id: string;
	/** Its name, if it is taken although it is called otherwise. */
	readonly takenInstead?: string;
	/** The IDs of the records that will do as well, and are kept where they are. */
	readonly keptIds?: readonly string[];
}

/** A name that is to become a new record. */
export interface ToCreate {
	readonly kind: 'toCreate';
	readonly name: string;
	/** The group in which it is created, if records of its kind are in groups. */
	readonly group?: string;
	/** Whether the group is only assumed, and another one will do. */
	readonly isAssumed?: boolean;
}

/** A name that no record has. */
export interface NotFound {
	readonly kind: 'notFound';
	/** The lookup in the list that was read last. */
	readonly lookup: Lookup;
	/** The records that there are. */
	readonly known: readonly KnownRecord[];
}

/** The result of a lookup, or why no record can be found. */
export type LookupResult = Result<Found | ToCreate | NotFound>;

/** What an item asks for, with the texts that have to be looked up for it. */
export interface Pending {
	readonly draft: Draft;
	readonly lookups: readonly Lookup[];
}

/** Results by the keys of their lookups; a lookup that was not made has none. */
export type ResultsByKey = ReadonlyMap<string, LookupResult>;

export const found = (id: string): Found => ({ kind: 'found', id });

/** The result of a lookup that has either an ID or a Problem. */
export const toLookupResult = (id: Result<string>): Result<Found> =>
	isProblem(id) ? id : found(id);

/** @returns the lookup for a reference, or undefined if its text is an ID that needs none */
export function createLookup(target: RequestTarget, reference: Reference): Lookup | undefined {
	const { field, text, nameOfUncertainId, mayBeLeftOut, group } = reference;
	const source = findSource(target, field);
	if (source === undefined) return undefined;

	// Somebody who has left the project can be found in the workspace.
	const mayBeUnlisted =
		reference.mayBeUnlisted === true && findOtherList(source, 'everybody') !== undefined;
	const mayCreate = reference.mayCreate === true && field.canCreateMissing === true;
	// Somebody who is only looked for, or removed, need not be able to work in the project.
	const isAssignment = field.activeMembersOnly === true && reference.mayBeUnlisted !== true;
	const skipIdCheck = field.mustBeListed !== true || mayBeUnlisted;
	if (isUuid(text) && skipIdCheck && nameOfUncertainId === undefined) return undefined;

	const parents = selectParents(target, source);
	const key = JSON.stringify([
		target.workspace,
		field.wire,
		source.path,
		text,
		nameOfUncertainId,
		// With other parents, the name may belong to another record.
		parents,
		// Items with different rules must not share a lookup.
		[mayCreate, mayBeUnlisted, isAssignment, mayBeLeftOut, group],
	]);

	return { ...reference, mayCreate, mayBeUnlisted, isAssignment, target, source, parents, key };
}

/**
 * The list in which the names of a field are looked up. In a list across projects, people are looked up in
 * the workspace: they are the same in every project, and one request is enough.
 */
export const findSource = (target: RequestTarget, { source }: Field): RecordList | undefined =>
	isProjectPart(target) && source ? (findOtherList(source, 'everybody') ?? source) : source;

/** Whether a text was looked up, and no record is called so. */
export const isNotFound = (result: LookupResult | undefined): result is NotFound =>
	!isProblem(result) && result?.kind === 'notFound';

/**
 * The result of a lookup that several items share, as that of one of them, if no record has the name: the error is about
 * the field and the operation of that item.
 */
export const asNotFoundBy = (
	{ field, target }: Lookup,
	result: LookupResult | undefined,
): readonly NotFound[] =>
	isNotFound(result) ? [{ ...result, lookup: { ...result.lookup, field, target } }] : [];

/** The error for all names of one field that no record has, or undefined if there are none. */
export function describeNotFound(results: readonly NotFound[]): Problem | undefined {
	const [first] = results;
	if (first === undefined) return undefined;

	const { lookup, known } = first;
	const texts = results
		.filter((result) => result.lookup.field === lookup.field)
		.map((result) => result.lookup.text);

	return namesNotFound(lookup, texts, known);
}
