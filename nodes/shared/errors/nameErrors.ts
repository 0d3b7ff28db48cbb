import { quote } from '../text/quote';
import type { Field } from '../fields/kinds';
import { findNearest } from '../values/findNearest';
import type { RequestTarget } from '../model/call';
import { problem, type Problem } from '../result/problem';
import { createImportedLabels, createLabels } from '../operations/shared/choices';
import { FIRST_OF_GROUP_LABEL, unknownStates } from '../operations/shared/importOptions';
import { titleCase } from '../text/letterCase';
import { getShownName, listPathParameters, nameAndValue } from './pathParameters';
import { toSingular } from '../text/singular';
import { joinWithConjunction } from '../text/joinWithConjunction';
import { absent, failed, unusable } from './problemFrom';
import { listUpTo } from '../text/listUpTo';

/** The lookup of a record by its name or key. */
interface Lookup {
	readonly target: RequestTarget;
	readonly field: Field;
	readonly text: string;
	/** The IDs of the records that the list belongs to, by their wire names. */
	readonly parents: RequestTarget['path'];
	readonly source: { readonly records: string };
	/** The places that were searched, if these are several: `any of the 3 projects`. */
	readonly places?: string;
	/** Whether a name that no record has becomes a new one. */
	readonly mayCreate?: boolean;
}

/** How many names an error lists: people look for the right one among them. */
const MAX_LISTED_NAMES = 20;

/** A key that no record has. @param remedy a sentence with further advice */
export function keyNotFound({ target, field, text, parents }: Lookup, remedy?: string): Problem {
	const { displayName } = field;
	const missing = quoteIfLong(text);
	const parentParameters = listPathParameters(target, parents).reverse();
	const places = joinWithConjunction(parentParameters.map(nameAndValue), 'and');

	const notFound = absent(
		isInPath(target, field)
			? `Plane did not find ${displayName} ${missing}`
			: `${displayName}: Plane did not find ${missing}`,
		[`Check ${displayName} first, then ${places}.`, remedy].filter(Boolean).join(' '),
	);

	return { ...notFound, missingKey: { wire: field.wire, text } };
}

/** A record that a wrong name may refer to. */
export interface KnownRecord {
	/** How an error lists it, or `''` if it has no name. */
	readonly shown: string;
	/** All of its names. */
	readonly names: readonly string[];
}

/**
 * Names that no record of a list has.
 *
 * @param lookup the lookup of one of the names
 * @param texts the names; a filter may give the same name twice
 * @param known the records in the list
 */
export function namesNotFound(
	lookup: Lookup,
	texts: readonly string[],
	known: readonly KnownRecord[],
): Problem {
	const { target, field, source } = lookup;
	const distinct = [...new Set(texts)];
	const missing = joinWithConjunction(distinct.map(quote), 'and');
	const what =
		distinct.length === 1
			? `there is no ${toSingular(source.records)} ${missing}`
			: `there are no ${source.records} ${missing}`;
	const sentence = `${what} in ${lookup.places ?? describeParent(lookup)}`;

	return absent(
		isInPath(target, field) ? capitalize(sentence) : `${field.displayName}: ${sentence}`,
		[
			listNames(source.records, known),
			...distinct.map((name) => suggest(name, known)),
			howToCreate(lookup, distinct.length),
		]
			.filter((text) => text !== '')
			.join(' '),
	);
}

const isInPath = ({ operation }: RequestTarget, { wire }: Field): boolean =>
	operation.locators.some((locator) => locator.wire === wire);

const capitalize = (sentence: string): string =>
	sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** A sentence with the names in a list, or that it has none. */
function listNames(records: string, known: readonly KnownRecord[]): string {
	const names = known.map(({ shown }) => shown).filter((name) => name !== '');
	if (names.length === 0) return `There are no ${records}.`;

	const shown = names.map((name) => (/[,;]/.test(name) ? quote(name) : name));

	return `The ${records} are: ${listUpTo(shown, MAX_LISTED_NAMES, ', ')}.`;
}

/** A sentence that names the option with which the node creates the missing records, or '' if it has none. */
function howToCreate({ target, field, mayCreate }: Lookup, count: number): string {
	const isRemoved = target.kind === 'update' && target.listActions?.[field.wire] === 'remove';
	if (field.canCreateMissing !== true || mayCreate === true || isRemoved) return '';

	const pronoun = count === 1 ? 'it' : 'them';

	switch (target.kind) {
		case 'create':
		case 'update':
			return `To create ${pronoun}, turn on ${createLabels.displayName} under Options.`;
		case 'upsert':
			return `To create ${pronoun}, turn on ${createImportedLabels.displayName}.`;
		default:
			return '';
	}
}

/** Quotes a name that contains spaces or separators, to show where it ends. */
const quoteIfLong = (name: string): string => (/[\s,;]/.test(name) ? quote(name) : name);

/** Caches suggestions by list and wrong name: thousands of items may have the same wrong name. */
const suggestions = new WeakMap<readonly KnownRecord[], Map<string, string>>();

/** A sentence that suggests the existing name closest to a wrong one, or '' if none is close. */
function suggest(text: string, known: readonly KnownRecord[]): string {
	const cached = suggestions.get(known) ?? new Map<string, string>();
	const suggestion = cached.get(text) ?? makeSuggestion(text, known);

	cached.set(text, suggestion);
	suggestions.set(known, cached);

	return suggestion;
}

function makeSuggestion(text: string, known: readonly KnownRecord[]): string {
	const names = known.flatMap((record) => record.names);
	const nearest = findNearest(text, names);

	return nearest === undefined ? '' : `The closest name to ${quote(text)} is ${quote(nearest)}.`;
}

/**
 * A record that is in another group than a row of an import says: with it, finished work would become open.
 *
 * @param displayName of the field
 * @param groups the one that the record is in, and the one that the row says
 */
export const inOtherGroup = (
	displayName: string,
	name: string,
	groups: { readonly actual: string; readonly said: string },
): Problem =>
	unusable(
		`${displayName}: ${quote(name)} is in the group ${titleCase(groups.actual)}, and this row says that it is in ${titleCase(groups.said)}`,
		`Call it otherwise in the file, or set ${unknownStates.displayName} to ${FIRST_OF_GROUP_LABEL}.`,
	);

/** The record whose list was searched, `Project Launch`, or the workspace. */
function describeParent({ target, parents }: Lookup): string {
	const [, ...records] = listPathParameters(target, parents);
	const parent = records.at(-1);

	return parent === undefined ? `workspace ${target.workspace}` : nameAndValue(parent);
}

/** Somebody who is a member of the workspace, but not of the project whose list was searched. */
export const notInParent = (lookedUp: Lookup, who: string): Problem =>
	unusable(
		`${lookedUp.field.displayName}: ${who} is in the workspace, but not in ${describeParent(lookedUp)}`,
		'Add them there first, e.g. with Project Member → Add, or choose somebody else.',
	);

/**
 * A user whom Plane would silently leave out of the assignees.
 *
 * @param who the user's name
 * @param status in the lists of the server, and where it is that of the user
 */
export function notAssignable(
	lookedUp: Lookup,
	who: string,
	{
		reason,
		within,
	}: { readonly reason: 'guest' | 'inactive'; readonly within: 'project' | 'workspace' },
): Problem {
	const { displayName } = lookedUp.field;
	const group =
		within === 'workspace' ? `workspace ${lookedUp.target.workspace}` : describeParent(lookedUp);

	return reason === 'guest'
		? unusable(
				`${displayName}: ${who} is a guest of ${group}, and Plane assigns nothing to guests`,
				`Give them the role Member in ${group}, or choose somebody else.`,
			)
		: unusable(
				`${displayName}: ${who} is no longer an active member of ${group}`,
				"Add them again in Plane's web app, or choose somebody else.",
			);
}

/** The list that was searched has no current cycle. */
export function noCurrentCycle(lookup: Lookup): Problem {
	const { field, source } = lookup;

	return absent(
		`${field.displayName}: none of the ${source.records} of ${describeParent(lookup)} is current`,
		'Choose another one, or create one whose dates include today.',
	);
}

/** A record that would refer to itself. */
export const selfReference = (
	call: RequestTarget,
	{ displayName }: Field,
	reference: { readonly field: Field; readonly text: string },
): Problem =>
	failed(
		`${reference.field.displayName}: ${getShownName(call, reference.text)} is the ${displayName.toLowerCase()} itself`,
		'Choose another one.',
	);

/** One of several records with the same name. */
export interface Candidate {
	readonly id: string;
	/** Tells it apart for a person, by an email address or days, or '' if nothing does. */
	readonly label: string;
}

/** A name that several records have. */
export function ambiguous(
	{ field: { displayName }, text, source }: Lookup,
	candidates: readonly Candidate[],
): Problem {
	const labels = new Set(candidates.map(({ label }) => label));
	const shown = candidates
		.slice(0, MAX_LISTED_NAMES)
		.map(({ id, label }) => (label === '' || labels.size === 1 ? id : `${id} for ${label}`));

	return problem({
		cause: 'ambiguous',
		message: `${displayName}: ${candidates.length} ${source.records} are called ${quote(text)}`,
		description: `Use the ID of the one that you mean: ${joinWithConjunction(shown, 'or')}.`,
	});
}

/** A key such as `OPS-1`, which shows that its record belongs to another parent. */
export function belongsElsewhere(
	{
		target: { operation },
		field: { displayName },
		text,
	}: Pick<Lookup, 'target' | 'field' | 'text'>,
	owner: { readonly wire: string; readonly label: string },
): Problem {
	const parent = operation.locators.find(({ wire }) => wire === owner.wire)?.displayName ?? '';

	return problem({
		cause: 'elsewhere',
		message: `${displayName}: ${text} is in another ${parent.toLowerCase()} (${owner.label})`,
		description: `Choose that ${parent.toLowerCase()} in ${parent}, or choose one that belongs to it.`,
	});
}
