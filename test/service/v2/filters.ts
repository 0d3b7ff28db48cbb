import type { V2Member } from '../../contract/v2';
import type { Row } from '../state';
import { invalidField } from './problems';
import type { Resource, V2Call } from './resource';
import { readMember } from './shape';

type Match = (values: readonly unknown[], requested: string) => boolean;

/** Returns a number for a time or date, so that both can be compared. */
const toComparable = (value: unknown): number => Date.parse(String(value));

const matchers: Readonly<Record<string, Match>> = {
	exact: (values, requested) => values.some((value) => String(value) === requested),
	in: (values, requested) => values.some((value) => requested.split(',').includes(String(value))),
	isnull: (values, requested) => (values.length === 0) === (requested === 'true'),
	gte: ([value], requested) => toComparable(value) >= toComparable(requested),
	lte: ([value], requested) => toComparable(value) <= toComparable(requested),
	// Exact, but in any case (row 507).
	name: ([value], requested) => String(value).toLowerCase() === requested.toLowerCase(),
	search: ([value], requested) => String(value).toLowerCase().includes(requested.toLowerCase()),
};

interface Filter {
	readonly member: string;
	readonly match: Match;
	readonly requested: string;
}

/** @throws Refusal 400 for a value that the enumeration of a filter does not have */
function checkChoice(name: string, requested: string, { enum: choices }: V2Member): void {
	if (choices === undefined) return;

	const values = name.endsWith('__in') ? requested.split(',') : [requested];
	const unknown = values.find((value) => !choices.map(String).includes(value));
	if (unknown !== undefined) {
		throw invalidField(name, `${unknown} is not one of the choices.`, 'invalid_choice');
	}
}

function parseFilter(name: string, requested: string): Filter {
	const [, member = name, operator = 'exact'] = /^(.+)__(in|isnull|gte|lte)$/.exec(name) ?? [];
	const matcher = matchers[['name', 'search'].includes(name) ? name : operator];

	return { member, match: matcher ?? (() => true), requested };
}

/** Returns what a row has for a filter: the IDs of a list have the name of one of them. */
function readValues<Entry extends Row>(
	resource: Resource<Entry>,
	fields: readonly string[],
	entry: Entry,
	member: string,
): unknown[] {
	const name = fields.includes(`${member}s`) ? `${member}s` : member;

	return [readMember(resource, entry, name)].flat().filter((value) => value !== null);
}

/**
 * Returns the rows that match every filter of a request, and ignores unknown ones (row 507).
 * @throws Refusal 400 for a value that is not one of the choices
 */
export function filterRows<Entry extends Row>(
	resource: Resource<Entry>,
	{ query, operation }: V2Call,
	rows: readonly Entry[],
): readonly Entry[] {
	const { filters: known, listFields } = operation.group;
	const filters: Filter[] = [];

	for (const [name, requested] of Object.entries(query)) {
		const member = known[name];
		if (member === undefined || resource.ownFilters?.includes(name)) continue;

		checkChoice(name, requested, member);
		filters.push(parseFilter(name, requested));
	}

	return rows.filter((entry) =>
		filters.every(({ member, match, requested }) =>
			match(readValues(resource, listFields, entry, member), requested),
		),
	);
}
