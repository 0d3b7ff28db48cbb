import { mayNameSeveral, readMailAddress } from '../values/readMailAddress';
import { isObject } from '../values/valueChecks';

/** Words for nobody, in lower case. */
const NOBODY = new Set(['unassigned', 'nobody', 'no assignee', 'none', '-']);

/** The properties of a person in the records of tools, the most reliable one first. */
const PROPERTIES = [
	'email',
	'emailAddress',
	'displayName',
	'fullName',
	'name',
	'login',
	'username',
];

/**
 * Returns the email address of a person if a cell has one, or else the name.
 *
 * @param person text, or a record such as `{ login, name }`
 * @returns undefined for nobody
 */
export function readPerson(person: unknown): unknown {
	if (isObject(person)) {
		const property = PROPERTIES.find(
			(key) => typeof person[key] === 'string' && person[key] !== '',
		);

		return property === undefined ? undefined : person[property];
	}

	if (typeof person !== 'string') return person;

	const text = person.trim();
	if (NOBODY.has(text.toLowerCase())) return undefined;

	return readMailAddress(text) ?? text;
}

/** Reads a list of people. See `readPerson`. A text may list several: only the names that exist tell where one ends. */
export function readPeople(people: unknown): unknown {
	if (Array.isArray(people)) return readEach(people);

	return typeof people === 'string' && mayNameSeveral(people) ? people : readPerson(people);
}

const readEach = (people: readonly unknown[]): readonly unknown[] =>
	people.map(readPerson).filter((person) => person !== undefined && person !== '');
