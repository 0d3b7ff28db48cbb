import { Refusal } from './answer';
import type { HasDifference } from './differences';
import { safeHtml } from './html';
import { isRecord } from './http';
import timeZones from './known/timeZones.json';
import { badFields, badHtml, type FieldProblems } from './refusals';
import { storeHtml } from './storedHtml';

export const isUuid = (value: unknown): value is string =>
	typeof value === 'string' && /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(value);

/** A value as the server keeps it, or what it has against it. */
type Checked<Value, Problems> = { value: Value } | { problems: Problems };
type Field<Value, Problems = FieldProblems[string]> = (
	value: unknown,
	hasDifference: HasDifference,
) => Checked<Value, Problems>;
/** A field of one value, which has one list of problems. */
type Single<Value> = Field<Value, string[]>;

/** Each text once, in the order given. */
export const textsOf = (value: unknown): string[] =>
	Array.isArray(value) ? [...new Set(value.filter((entry) => typeof entry === 'string'))] : [];

const shown = (value: unknown): string =>
	typeof value === 'string' ? value : JSON.stringify(value);

const wrong = (problem: string): { problems: string[] } => ({ problems: [problem] });

/** A field that takes no null, which is the same for all of them. */
const filled =
	<Value, Problems>(field: Field<Value, Problems>): Field<Value, Problems | string[]> =>
	(value, hasDifference) =>
		value === null ? wrong('This field may not be null.') : field(value, hasDifference);

export const orNull =
	<Value>(field: Single<Value>): Single<Value | null> =>
	(value, hasDifference) =>
		value === null ? { value } : field(value, hasDifference);

/** In the characters of the server: an emoji is one, if it is not put together (row 77). */
export const lengthOf = (value: string): number => Array.from(value).length;

/** A number passes for a text. */
export const text = ({ blank = false, longest = Infinity } = {}): Single<string> =>
	filled((value) => {
		if (typeof value !== 'string' && typeof value !== 'number') return wrong('Not a valid string.');

		const trimmed = String(value).trim();
		if (trimmed === '' && !blank) return wrong('This field may not be blank.');

		return lengthOf(trimmed) > longest
			? wrong(`Ensure this field has no more than ${longest} characters.`)
			: { value: trimmed };
	});

/** The usual texts: one that says something, and one that need not. */
export const name = text({ longest: 255 });
export const mayBeBlank = text({ blank: true, longest: 255 });
export const long = text({ blank: true });

/** The HTML of a description (row 180). */
export const html: Single<string> = (value, hasDifference) => {
	const checked = long(value, hasDifference);
	if ('problems' in checked) return checked;
	if (!hasDifference('reparsesHtml')) return { value: safeHtml(checked.value) };

	const stored = storeHtml(checked.value);

	if (stored === undefined) throw new Refusal(badHtml);

	return { value: stored };
};

/** HTML that is stored as it is given (row 184). */
export const rawHtml: Single<string> = (value, hasDifference) => {
	const checked = long(value, hasDifference);
	if ('problems' in checked || hasDifference('keepsScripts')) return checked;

	return { value: safeHtml(checked.value) };
};

/** The short name of a project, which is in capitals. */
export const identifier: Single<string> = (value, hasDifference) => {
	const checked = text({ longest: 12 })(value, hasDifference);

	return 'value' in checked ? { value: checked.value.toUpperCase() } : checked;
};

/** A time zone by its one name (row 76). */
export const timeZone: Single<string> = (value, hasDifference) => {
	const checked = name(value, hasDifference);
	if ('problems' in checked || !hasDifference('exactTimeZones')) return checked;

	return timeZones.names.includes(checked.value)
		? checked
		: wrong(`"${checked.value}" is not a valid choice.`);
};

/** A value that is something, or what is said of any other. */
const kept = <Value>(is: (value: unknown) => value is Value, otherwise: string): Single<Value> =>
	filled((value) => (is(value) ? { value } : wrong(otherwise)));

const isAddress = (value: unknown): value is string =>
	typeof value === 'string' && URL.canParse(value);

/** A scheme in lower case, and a host that has a dot or is this machine (row 69). */
const hasWholeHost = (address: string): boolean =>
	/^https?:\/\//.test(address) && /\.|^localhost$/.test(new URL(address).hostname);

export const url: Single<string> = filled((value, hasDifference) => {
	const isGood = isAddress(value) && (!hasDifference('strictLinks') || hasWholeHost(value));

	return isGood ? { value } : wrong('Invalid URL format.');
});

export const boolean = kept((value) => typeof value === 'boolean', 'Must be a valid boolean.');

export const number = kept((value) => typeof value === 'number', 'A valid number is required.');

export const object = kept(isRecord, 'Expected a dictionary of items.');

const isDate = (value: unknown): value is string => {
	if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;

	const time = Date.parse(value);

	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
};

/** Observed row 13. */
export const date = kept(
	isDate,
	'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
);

/** A time, or a day. */
export const time = kept(
	(value): value is string =>
		isDate(value) ||
		(typeof value === 'string' &&
			/^\d{4}-\d\d-\d\dT/.test(value) &&
			!Number.isNaN(Date.parse(value))),
	'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
);

export const choice = <Value extends string | number>(values: readonly Value[]): Single<Value> =>
	filled((value) => {
		const chosen = values.find((known) => known === value);

		return chosen === undefined
			? wrong(`"${shown(value)}" is not a valid choice.`)
			: { value: chosen };
	});

/** The id of one of these records. */
export const recordId = (rows: () => readonly { id: string }[]): Single<string> =>
	filled((value) => {
		if (!isUuid(value)) return wrong(`“${shown(value)}” is not a valid UUID.`);

		return rows().some(({ id }) => id === value)
			? { value }
			: wrong(`Invalid pk "${value}" - object does not exist.`);
	});

/** What a record is called elsewhere. */
export const external = {
	external_source: orNull(mayBeBlank),
	external_id: orNull(mayBeBlank),
};

/** Problems come by the place in the list (observed row 17). */
export const listOf = <Value>(field: Single<Value>): Field<Value[]> =>
	filled<Value[], FieldProblems[string]>((value, hasDifference) => {
		if (!Array.isArray(value)) {
			return wrong(`Expected a list of items but got type "${typeof value}".`);
		}

		const checked = value.map((entry: unknown) => field(entry, hasDifference));
		const problems = checked.flatMap((entry, index) =>
			'problems' in entry ? [[index, entry.problems] as const] : [],
		);

		return problems.length > 0
			? { problems: Object.fromEntries(problems) }
			: { value: checked.flatMap((entry) => ('value' in entry ? [entry.value] : [])) };
	});

/** The fields of a body, with what is taken as their values. */
export type Fields = Record<string, Field<unknown>>;
type Values<Kinds extends Fields> = {
	[Name in keyof Kinds]?: Kinds[Name] extends Field<infer Value> ? Value : never;
};

/**
 * Reads what a body says about these fields; others are ignored, as the server does (observed row
 * 3). Without checks of its own, a server takes what the contract let through.
 */
export const fieldReader =
	(hasDifference: HasDifference) =>
	/** @throws Refusal 400 with every wrong field */
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

			const checked = hasDifference('ownChecks') ? field(value, hasDifference) : { value };
			if ('value' in checked) values[name] = checked.value;
			else problems[name] = checked.problems;
		}

		if (Object.keys(problems).length > 0) throw new Refusal(badFields(problems));

		return values as Values<Kinds>;
	};
