import { Refusal } from './answer';
import type { HasDifference } from './differences';
import { sanitizeHtml } from './html';
import { isRecord } from './http';
import timeZones from './known/timeZones.json';
import { badFields, badHtml, type FieldProblems } from './refusals';
import { storeHtml } from './storedHtml';

export const isUuid = (value: unknown): value is string =>
	typeof value === 'string' && /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(value);

/** A value as the server stores it, or the problems that it reports. */
type CheckResult<Value, Problems> = { value: Value } | { problems: Problems };
type Field<Value, Problems = FieldProblems[string]> = (
	value: unknown,
	hasDifference: HasDifference,
) => CheckResult<Value, Problems>;
/** A field with a single value, and so a single list of problems. */
export type SingleField<Value> = Field<Value, string[]>;

/** Returns each text of a list once, in the order of the list. */
export const uniqueTexts = (value: unknown): string[] =>
	Array.isArray(value) ? [...new Set(value.filter((entry) => typeof entry === 'string'))] : [];

const toText = (value: unknown): string =>
	typeof value === 'string' ? value : JSON.stringify(value);

const invalid = (problem: string): { problems: string[] } => ({ problems: [problem] });

/** Makes a field refuse null. */
const notNull =
	<Value, Problems>(field: Field<Value, Problems>): Field<Value, Problems | string[]> =>
	(value, hasDifference) =>
		value === null ? invalid('This field may not be null.') : field(value, hasDifference);

export const nullable =
	<Value>(field: SingleField<Value>): SingleField<Value | null> =>
	(value, hasDifference) =>
		value === null ? { value } : field(value, hasDifference);

/** Counts characters as the server does: by code point, so a simple emoji is one (row 77). */
export const countCharacters = (value: string): number => Array.from(value).length;

/** Returns the problem of a text with a character that the server takes in no text (row 415). */
function findForbiddenCharacter(value: string): string | undefined {
	if (value.includes('\0')) return 'Null characters are not allowed.';

	const surrogate = /\p{Surrogate}/u.exec(value)?.[0].charCodeAt(0).toString(16).toUpperCase();

	return surrogate === undefined
		? undefined
		: `Surrogate characters are not allowed: U+${surrogate}.`;
}

/** A text field. The server accepts numbers for texts. */
export const text = ({ blank = false, longest: maxLength = Infinity } = {}): SingleField<string> =>
	notNull((value) => {
		if (typeof value !== 'string' && typeof value !== 'number')
			return invalid('Not a valid string.');

		const trimmed = String(value).trim();
		if (trimmed === '' && !blank) return invalid('This field may not be blank.');

		const forbidden = findForbiddenCharacter(trimmed);
		if (forbidden !== undefined) return invalid(forbidden);

		return countCharacters(trimmed) > maxLength
			? invalid(`Ensure this field has no more than ${maxLength} characters.`)
			: { value: trimmed };
	});

/** The common text fields: required to say something, short, and of any length. */
export const name = text({ longest: 255 });
export const optionalText = text({ blank: true, longest: 255 });
export const longText = text({ blank: true });

/** The HTML of a description, which the server rewrites (row 180). */
export const html: SingleField<string> = (value, hasDifference) => {
	const checked = longText(value, hasDifference);
	if ('problems' in checked) return checked;
	if (!hasDifference('reparsesHtml')) return { value: sanitizeHtml(checked.value) };

	const stored = storeHtml(checked.value);

	if (stored === undefined) throw new Refusal(badHtml);

	return { value: stored };
};

/** HTML that the server stores as sent (row 184). */
export const rawHtml: SingleField<string> = (value, hasDifference) => {
	const checked = longText(value, hasDifference);
	if ('problems' in checked || hasDifference('keepsScripts')) return checked;

	return { value: sanitizeHtml(checked.value) };
};

/** The identifier of a project, which the server turns into capitals. */
export const identifier: SingleField<string> = (value, hasDifference) => {
	const checked = text({ longest: 12 })(value, hasDifference);

	return 'value' in checked ? { value: checked.value.toUpperCase() } : checked;
};

/** A time zone, which the server knows by one name only (row 76). */
export const timeZone: SingleField<string> = (value, hasDifference) => {
	const checked = name(value, hasDifference);
	if ('problems' in checked || !hasDifference('exactTimeZones')) return checked;

	return timeZones.names.includes(checked.value)
		? checked
		: invalid(`"${checked.value}" is not a valid choice.`);
};

/** A field that accepts one type of value, and reports this problem for any other. */
const fieldOfType = <Value>(
	isValid: (value: unknown) => value is Value,
	problem: string,
): SingleField<Value> => notNull((value) => (isValid(value) ? { value } : invalid(problem)));

const isAddress = (value: unknown): value is string =>
	typeof value === 'string' && URL.canParse(value);

const LONGEST_ADDRESS = 2048;

/**
 * Requires a scheme in lower case, a host that has a dot or is localhost, and at most 2,048 characters
 * (rows 69 and 201).
 */
const isStrictLink = (address: string): boolean =>
	countCharacters(address) <= LONGEST_ADDRESS &&
	/^https?:\/\//.test(address) &&
	/\.|^localhost$/.test(new URL(address).hostname);

export const url: SingleField<string> = notNull((value, hasDifference) => {
	const isGood = isAddress(value) && (!hasDifference('strictLinks') || isStrictLink(value));

	return isGood ? { value } : invalid('Invalid URL format.');
});

export const boolean = fieldOfType(
	(value) => typeof value === 'boolean',
	'Must be a valid boolean.',
);

export const number = fieldOfType(
	(value) => typeof value === 'number',
	'A valid number is required.',
);

export const object = fieldOfType(isRecord, 'Expected a dictionary of items.');

const isDate = (value: unknown): value is string => {
	if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;

	const time = Date.parse(value);

	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
};

/** A date with the recorded error text (observed row 13). */
export const date = fieldOfType(
	isDate,
	'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
);

/** Whether a value is a date, or a date and time. */
export const isTime = (value: unknown): value is string =>
	isDate(value) ||
	(typeof value === 'string' &&
		/^\d{4}-\d\d-\d\dT/.test(value) &&
		!Number.isNaN(Date.parse(value)));

/** A date, or a date and time. */
export const time = fieldOfType(
	isTime,
	'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
);

export const choice = <Value extends string | number>(
	values: readonly Value[],
): SingleField<Value> =>
	notNull((value) => {
		const chosen = values.find((allowed) => allowed === value);

		return chosen === undefined
			? invalid(`"${toText(value)}" is not a valid choice.`)
			: { value: chosen };
	});

/** The ID of one of these records. */
export const recordId = (rows: () => readonly { id: string }[]): SingleField<string> =>
	notNull((value) => {
		if (!isUuid(value)) return invalid(`“${toText(value)}” is not a valid UUID.`);

		return rows().some(({ id }) => id === value)
			? { value }
			: invalid(`Invalid pk "${value}" - object does not exist.`);
	});

/** The fields for the ID of a record in another system. */
export const externalIdFields = {
	external_source: nullable(optionalText),
	external_id: nullable(optionalText),
};

/** Any UUID, whether a record has it or not. */
export const uuid = fieldOfType(isUuid, 'Must be a valid UUID.');

/** Returns the name of a type as Python has it, which the server's texts use (row 425). */
function getPythonType(value: unknown): string {
	if (typeof value === 'string') return 'str';
	if (typeof value === 'boolean') return 'bool';
	if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';

	return 'dict';
}

/** A list whose problems are reported by index (observed row 17). */
export const listOf = <Value>(field: SingleField<Value>): Field<Value[]> =>
	notNull<Value[], FieldProblems[string]>((value, hasDifference) => {
		if (!Array.isArray(value)) {
			return invalid(`Expected a list of items but got type "${getPythonType(value)}".`);
		}

		const checked = value.map((entry: unknown) => field(entry, hasDifference));
		const problems = checked.flatMap((entry, index) =>
			'problems' in entry ? [[index, entry.problems] as const] : [],
		);

		return problems.length > 0
			? { problems: Object.fromEntries(problems) }
			: { value: checked.flatMap((entry) => ('value' in entry ? [entry.value] : [])) };
	});

/** A list that must not be empty. */
export const filledListOf = <Value>(field: SingleField<Value>): Field<Value[]> => {
	const list = listOf(field);

	return (value, hasDifference) =>
		Array.isArray(value) && value.length === 0
			? invalid('Ensure this field has at least 1 elements.')
			: list(value, hasDifference);
};

/** The fields of a body by name. */
export type Fields = Record<string, Field<unknown>>;
type Values<Kinds extends Fields> = {
	[Name in keyof Kinds]?: Kinds[Name] extends Field<infer Value> ? Value : never;
};

/**
 * Returns a function that reads these fields of a body, and ignores others as the server does
 * (observed row 3). A server without its own validation accepts whatever the contract allows.
 */
export const createFieldReader =
	(hasDifference: HasDifference) =>
	/** @throws Refusal 400 that lists every invalid field */
	<Kinds extends Fields>(
		body: Record<string, unknown>,
		fields: Kinds,
		required: readonly (keyof Kinds & string)[] = [],
	): Values<Kinds> => {
		const values: Record<string, unknown> = {};
		const problems: FieldProblems = {};

		for (const [name, field] of Object.entries(fields)) {
			const value = body[name];
			if (value === undefined) {
				if (required.includes(name)) problems[name] = ['This field is required.'];

				continue;
			}

			const checked = hasDifference('ownValidation') ? field(value, hasDifference) : { value };
			if ('value' in checked) values[name] = checked.value;
			else problems[name] = checked.problems;
		}

		if (Object.keys(problems).length > 0) throw new Refusal(badFields(problems));

		return values as Values<Kinds>;
	};
