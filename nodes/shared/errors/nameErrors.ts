import { quote } from '../text/quote';
import type { Field } from '../fields/kinds';
import { findNearest } from '../fields/findNearest';
import type { RequestTarget } from '../model/call';
import type { Problem } from '../result/problem';
import { UPDATE_SERVER } from './credentialErrors';
import { displayNameOf, pathParametersOf, nameAndValue } from './pathParameters';
import { joinWithConjunction } from '../text/joinWithConjunction';
import { failed } from './problemFrom';

/** A name or a key, and where it was looked up. */
interface Lookup {
	readonly target: RequestTarget;
	readonly field: Field;
	readonly text: string;
	/** The values of the path that the record belongs to, by their wire names. */
	readonly parents: RequestTarget['path'];
	readonly source: { readonly records: string };
}

/** How many names an error lists. */
const MAX_LISTED_NAMES = 20;

/** What is known of names that no record has. */
interface NotFoundDetails {
	/** The names that there are. */
	readonly known?: readonly string[];
	/** What else may help: a sentence. */
	readonly remedy?: string;
	/** The names, if there are several. */
	readonly texts?: readonly string[];
}

/** Names that no record has among those of its parents. */
export function nameNotFound(
	{ target, field, text, parents, source }: Lookup,
	{ known = [], remedy = '', texts = [text] }: NotFoundDetails = {},
): Problem {
	const { displayName, wire } = field;
	const isInPath = target.operation.locators.some((each) => each.wire === wire);
	const where = pathParametersOf(target, parents).reverse();
	const names = known.filter((name) => name !== '');
	const more =
		names.length > MAX_LISTED_NAMES ? ` and ${names.length - MAX_LISTED_NAMES} more` : '';
	const shown = names
		.slice(0, MAX_LISTED_NAMES)
		.map((name) => (/[,;]/.test(name) ? quote(name) : name));
	const there =
		names.length === 0 ? '' : ` There are these ${source.records}: ${shown.join(', ')}${more}.`;
	const nearest = texts.map((each) => suggest(each, known)).join('');
	const missing =
		texts.length === 1 ? quoteIfLong(text) : joinWithConjunction(texts.map(quote), 'and');

	return failed(
		isInPath
			? `Plane did not find ${displayName} ${missing}`
			: `${displayName}: Plane did not find ${missing}`,
		`Check ${displayName} first, then ${joinWithConjunction(where.map(nameAndValue), 'and')}.${there}${nearest}${remedy === '' ? '' : ` ${remedy}`}`,
	);
}

/** A name in quotes where it has blanks or separators in it, so that one sees where it ends. */
const quoteIfLong = (name: string): string => (/[\s,;]/.test(name) ? quote(name) : name);

/** Suggestions by the names that there are: thousands of items may have the same wrong name. */
const suggestions = new WeakMap<readonly string[], Map<string, string>>();

/** Suggests the nearest of the names that there are for one that is not; `''` if none is near. */
function suggest(text: string, names: readonly string[]): string {
	const made = suggestions.get(names) ?? new Map<string, string>();

	suggestions.set(names, made);
	const suggestion = made.get(text) ?? makeSuggestion(text, names);

	made.set(text, suggestion);

	return suggestion;
}

function makeSuggestion(text: string, names: readonly string[]): string {
	const nearest = findNearest(text, names);

	return nearest === undefined ? '' : ` The closest name to ${quote(text)} is ${quote(nearest)}.`;
}

/** The place whose list a name was looked up in: `Project Launch`. */
function describeParent({ target, parents }: Lookup): string {
	const place = pathParametersOf(target, parents).at(-1);

	return place === undefined ? 'it' : nameAndValue(place);
}

/** Somebody who is in the workspace, but not in the place that the name was looked up in. */
export const notInParent = (lookedUp: Lookup, who: string): Problem =>
	failed(
		`${lookedUp.field.displayName}: ${who} is in the workspace, but not in ${describeParent(lookedUp)}`,
		'Add them there first, e.g. with Project Member → Add, or choose somebody else.',
	);

/**
 * A user whom Plane silently leaves out of a record.
 *
 * @param who as a person reads it
 * @param reason what the lists of the server show
 * @param ofWorkspace whether they show it of the workspace, not of the project
 */
export function notAssignable(
	lookedUp: Lookup,
	who: string,
	reason: 'guest' | 'inactive',
	ofWorkspace: boolean,
): Problem {
	const { displayName } = lookedUp.field;
	const place = ofWorkspace ? `workspace ${lookedUp.target.workspace}` : describeParent(lookedUp);

	return reason === 'guest'
		? failed(
				`${displayName}: ${who} is a guest of ${place}, and Plane assigns nothing to guests`,
				`Give them the role Member in ${place}, or choose somebody else.`,
			)
		: failed(
				`${displayName}: ${who} is no longer an active member of ${place}`,
				"Add them again in Plane's web app, or choose somebody else.",
			);
}

/** A name that only an archived record has. */
export const archivedOnly = ({ field: { displayName }, text }: Lookup): Problem =>
	failed(
		`${displayName}: ${quote(text)} is archived`,
		'Unarchive it first, or choose another one.',
	);

/** A key on a server that has neither a path for keys nor a search (case P31). */
export const keysUnsupported = ({ field: { displayName }, text }: Lookup): Problem =>
	failed(
		`${displayName}: this server cannot find ${text}, because it does not have the path …/work-items/ that this node needs`,
		UPDATE_SERVER,
	);

/**
 * A label that could not be created for an item, in terms of that item.
 *
 * @param problem why the label itself could not be created
 */
export function labelNotCreated(name: string, problem: Problem): Problem {
	const message = `Label ${quote(name)} could not be created: ${problem.message}`;
	const { status = 0 } = problem;
	if (problem.tag === 'unknownOutcome') {
		const description =
			'Nothing was saved for this item. Run it again: if the label was created after all, it is found by its name.';

		return { ...problem, tag: 'failed', message, description };
	}
	// What else a server says (limits, rights, faults) is about the server, not about the item.
	if (status !== 400 && status !== 409) return { ...problem, message };

	const description =
		'Nothing was saved for this item. Change the name of the label, or create the label in Plane.';

	return { ...problem, message, description };
}

/** A place none of whose records is the current one. */
export function noCurrentCycle({ target, field, parents, source }: Lookup): Problem {
	const place = pathParametersOf(target, parents).at(-1);
	const where = place === undefined ? '' : ` of ${nameAndValue(place)}`;

	return failed(
		`${field.displayName}: none of the ${source.records}${where} is current`,
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
		`${reference.field.displayName}: ${displayNameOf(call, reference.text)} is the ${displayName.toLowerCase()} itself`,
		'Choose another one.',
	);

/** One of several records with the same name. */
export interface Candidate {
	readonly id: string;
	/** What a person reads for it, with an email address or days; `''` if there is nothing to read. */
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

	return failed(
		`${displayName}: ${candidates.length} ${source.records} are called ${quote(text)}`,
		`Use the ID of the one that you mean: ${joinWithConjunction(shown, 'or')}.`,
	);
}

/** A name that tells by itself that its record belongs to another parent. */
export function belongsElsewhere(
	{ operation }: RequestTarget,
	{ displayName }: Field,
	name: string,
	owner: { readonly wire: string; readonly label: string },
): Problem {
	const parent = operation.locators.find(({ wire }) => wire === owner.wire)?.displayName ?? '';

	return failed(
		`${displayName}: ${name} is in another ${parent.toLowerCase()} (${owner.label})`,
		`Choose that ${parent.toLowerCase()} in ${parent}, or give what belongs to this one.`,
	);
}
