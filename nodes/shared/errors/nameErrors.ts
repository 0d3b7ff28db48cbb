import { quote } from '../fields/describe';
import type { Field } from '../fields/kinds';
import type { ServiceCall } from '../model/call';
import type { Problem } from '../result/problem';
import { nameGiven, placesOf, series, withValue } from './pathParameters';
import { failed } from './problemFrom';

/** A name or a key, and where it was looked up. */
interface LookedUp {
	readonly call: ServiceCall;
	readonly field: Field;
	readonly text: string;
	/** The values of the path that the record belongs to, by their wire names. */
	readonly parents: ServiceCall['path'];
	readonly source: { readonly records: string };
}

/** How many names are told. */
const SHOWN = 20;

/** A name that no record has among those of its parents. @param known the names that there are */
export function nameless(
	{ call, field, text, parents, source }: LookedUp,
	known: readonly string[],
): Problem {
	const { displayName, wire } = field;
	const isInPath = call.operation.path.some((each) => each.wire === wire);
	const where = placesOf(call, parents).reverse();
	const names = known.filter((name) => name !== '');
	const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '';
	const there =
		names.length === 0
			? ''
			: ` There are these ${source.records}: ${names.slice(0, SHOWN).join(', ')}${more}.`;
	return failed(
		isInPath
			? `Plane did not find ${displayName} ${text}`
			: `${displayName}: Plane did not find ${text}`,
		`Check ${displayName} first, then ${series(where.map(withValue), 'and')}.${there}`,
	);
}

/** A place none of whose records is the current one. */
export function noneCurrent({ call, field, parents, source }: LookedUp): Problem {
	const place = placesOf(call, parents).at(-1);
	const where = place === undefined ? '' : ` of ${withValue(place)}`;
	return failed(
		`${field.displayName}: none of the ${source.records}${where} is current`,
		'Choose another one, or create one whose dates include today.',
	);
}

/** A record that is meant to refer to itself. */
export const itself = (
	call: ServiceCall,
	{ displayName }: Field,
	reference: { readonly field: Field; readonly text: string },
): Problem =>
	failed(
		`${reference.field.displayName}: ${nameGiven(call, reference.text)} is the ${displayName.toLowerCase()} itself`,
		'Choose another one.',
	);

/** A name that several records have. */
export const ambiguous = (
	{ field: { displayName }, text, source }: LookedUp,
	ids: readonly string[],
): Problem =>
	failed(
		`${displayName}: ${ids.length} ${source.records} are called ${quote(text)}`,
		`Use the ID of the one that you mean: ${series(ids.slice(0, SHOWN), 'or')}.`,
	);

/** A name that tells by itself that its record belongs to another parent. */
export function misplaced(
	{ operation }: ServiceCall,
	{ displayName }: Field,
	name: string,
	owner: { readonly wire: string; readonly label: string },
): Problem {
	const parent = operation.path.find(({ wire }) => wire === owner.wire)?.displayName ?? '';
	return failed(
		`${displayName}: ${name} is in another ${parent.toLowerCase()} (${owner.label})`,
		`Choose that ${parent.toLowerCase()} in ${parent}, or give what belongs to this one.`,
	);
}
