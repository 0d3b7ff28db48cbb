import type { KnownRecord } from '../errors/nameErrors';
import type { RecordList } from '../fields/field';
import type { Field } from '../fields/kinds';
import { isUuid } from '../values/textForms';
import type { Call, RequestTarget } from '../model/call';
import { isProblem, type Result } from '../result/problem';
import { isPart } from './ProjectSpread';
import { type ListPlace, parentsOf } from './RecordLists';
import type { Reference } from './slots';

/** A text to look up, once for all calls that use it for the same field in the same place. */
export interface Lookup extends ListPlace {
	readonly field: Field;
	readonly text: string;
	/** The name of a record whose ID, the text, may be that of another tool. Absent: the text alone counts. */
	readonly nameOfUncertainId?: string;
	/** Equal for lookups that have the same result. */
	readonly key: string;
}

/** The record that a text stands for. */
export interface Found {
	readonly kind: 'found';
	readonly id: string;
}

/** A name that is to become a new record. */
export interface ToCreate {
	readonly kind: 'toCreate';
	readonly name: string;
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

/** A call with the texts that have to be looked up for it. */
export interface PendingCall {
	readonly call: Call;
	readonly lookups: readonly Lookup[];
}

/** Results by the keys of their lookups; a lookup that was not made has none. */
export type ResultsByKey = ReadonlyMap<string, LookupResult>;

export const found = (id: string): Found => ({ kind: 'found', id });

/** The result of a lookup that has either an ID or a Problem. */
export const toLookupResult = (id: Result<string>): Result<Found> =>
	isProblem(id) ? id : found(id);

/** @returns the lookup for a reference, or undefined if its text is an ID that needs none */
export function createLookup(
	target: RequestTarget,
	{ field, text }: Reference,
): Lookup | undefined {
	const source = findSource(target, field);
	if (source === undefined) return undefined;

	const nameOfUncertainId = findNameOfUncertainId(target, { field, text });
	const skipIdCheck = field.mustBeListed !== true || mayNoLongerBeListed(target, field);
	if (isUuid(text) && skipIdCheck && nameOfUncertainId === undefined) return undefined;

	const parents = parentsOf(target, source);
	const key = JSON.stringify([
		target.workspace,
		field.wire,
		source.path,
		text,
		nameOfUncertainId,
		// With other parents, the name may belong to another record.
		parents,
		// Items with different creation or removal rules must not share a lookup.
		field.canCreateMissing === true && mayCreate(target, field),
		mayNoLongerBeListed(target, field),
	]);

	return {
		target,
		field,
		source,
		text,
		...(nameOfUncertainId !== undefined && { nameOfUncertainId }),
		parents,
		key,
	};
}

/**
 * The name of the record that a text is the ID of, if it is written into another one. An unknown ID in a path or a filter
 * finds nothing, which the user sees.
 */
function findNameOfUncertainId(
	target: RequestTarget,
	{ field, text }: Reference,
): string | undefined {
	if (target.kind === 'list' || target.operation.locators.includes(field)) return undefined;

	return target.namesByUncertainId?.[text];
}

/**
 * The list in which the names of a field are looked up. In a list across projects, people are looked up in
 * the workspace: they are the same in every project, and one request is enough.
 */
export const findSource = (target: RequestTarget, { source }: Field): RecordList | undefined =>
	isPart(target) ? (source?.fallbackList ?? source) : source;

/** Whether a missing name may become a new record, which makes no sense if it is to be removed. */
export const mayCreate = (target: RequestTarget, { wire }: Field): boolean =>
	((target.kind === 'create' || target.kind === 'upsert') && target.createsLabels) ||
	(target.kind === 'update' &&
		target.createsLabels === true &&
		target.listActions?.[wire] !== 'remove');

/** Whether the target may refer to records that have left their list, because it only finds or removes them. */
export const mayNoLongerBeListed = (target: RequestTarget, { wire, source }: Field): boolean =>
	source?.fallbackList !== undefined &&
	(target.kind === undefined ||
		target.kind === 'list' ||
		(target.kind === 'update' && target.listActions?.[wire] === 'remove'));
