import { groupBy } from '../values/groupBy';
import { findRepeatedHeading, listHeadings } from './repetition';
import { readOwn } from './readOwn';
import type { DayOrder, MonthNames, Profile, ProfileLanguage } from './profile';
import { PROFILES } from './profiles/allProfiles';

/** The tool that an export comes from, and how its columns are called. */
export interface Recognition {
	readonly profile: Profile;
	/** The columns of the file by the headings that the profile knows. */
	readonly columns: ReadonlyMap<string, string>;
	/** The further columns of a repeated heading, with the numbers that programs add: `Sprint_1`. By the first column. */
	readonly repeated: ReadonlyMap<string, readonly string[]>;
	readonly months: MonthNames;
	/** What comes first in days that are written in numbers; absent if it is not known. */
	readonly dayOrder?: DayOrder;
}

/** The form in which headings are compared: capital letters matter, because they tell a table from an API. */
const normalizeHeading = (heading: string): string => heading.replaceAll(/\s+/gu, ' ').trim();

/**
 * Finds out which tool records come from, by the set of their headings.
 *
 * @param headings the names of their columns
 * @param tool the tool, if it is known; then only the language is to be found
 * @returns undefined if it is an export of no tool that is known
 */
export function recognize(headings: readonly string[], tool?: string): Recognition | undefined {
	const repeated = findRepeated(headings);
	const numbered = new Set([...repeated.values()].flat());
	const candidates = listCandidates(headings.filter((heading) => !numbered.has(heading)));
	const found =
		tool === undefined
			? candidates.find(isExport)
			: candidates
					.filter(({ profile }) => profile.tool === tool)
					.toSorted((a, b) => countKnown(b) - countKnown(a))[0];

	return (
		found && {
			...found,
			repeated,
			months: listMonths(found.language),
		}
	);
}

/** The headings of all tools, in all languages, under which records have several values. */
const LISTS: ReadonlySet<string> = new Set(
	PROFILES.flatMap((profile) => {
		const english = listHeadings(profile);
		const translated = (profile.languages ?? []).flatMap(({ headings }) =>
			Object.keys(headings).filter((heading) => english.includes(headings[heading] ?? '')),
		);

		return [...english, ...translated];
	}),
);

/** Finds the columns that only differ by a number from another one. */
function findRepeated(headings: readonly string[]): ReadonlyMap<string, readonly string[]> {
	const known = new Set(headings);
	const numbered = headings.flatMap((column) => {
		const first = findRepeatedHeading(column, (heading) => LISTS.has(heading));

		return first !== undefined && known.has(first) ? [{ first, column }] : [];
	});

	return new Map(
		[...groupBy(numbered, ({ first }) => first)].map(([first, own]) => [
			first,
			own.map(({ column }) => column),
		]),
	);
}

/** A tool in one of its languages; undefined is English. */
interface Candidate extends Omit<Recognition, 'months' | 'repeated'> {
	readonly language: ProfileLanguage | undefined;
}

const listCandidates = (headings: readonly string[]): readonly Candidate[] =>
	PROFILES.flatMap((profile) =>
		[undefined, ...(profile.languages ?? [])].map((language) => ({
			profile,
			language,
			columns: readHeadings(headings, language),
		})),
	);

const isExport = ({ profile, columns }: Candidate): boolean =>
	profile.recognizedBy.some((marks) => marks.every((mark) => columns.has(mark)));

/** How many headings are the headings of fields. */
const countKnown = ({ profile, columns }: Candidate): number =>
	Object.values(profile.columns)
		.flat()
		.filter((heading) => columns.has(heading)).length;

/** @returns the columns of a file by their English headings */
function readHeadings(
	headings: readonly string[],
	language: ProfileLanguage | undefined,
): ReadonlyMap<string, string> {
	return new Map(
		headings.toReversed().map((column) => {
			const heading = normalizeHeading(column);

			return [readOwn(language?.headings, heading) ?? heading, column];
		}),
	);
}

/** The names of months in the forms that a language has for them: `septiembre`, `sept`, `sep`. */
function listMonths(language: ProfileLanguage | undefined): MonthNames {
	const months = new Map<string, number>();
	if (language === undefined) return months;

	for (let month = 1; month <= 12; month += 1) {
		for (const name of listNames(language.locale, month)) months.set(name, month);
	}

	for (const [start, entries] of groupBy(months, ([name]) => name.slice(0, 3))) {
		const numbers = new Set(entries.map(([, month]) => month));
		// In French, `juin` and `juillet` begin alike.
		if (numbers.size === 1) months.set(start, entries[0][1]);
	}

	return months;
}

/** A name beside a day may have another ending than one alone. */
const listNames = (locale: string, month: number): readonly string[] =>
	(['long', 'short'] as const).flatMap((form) =>
		[{ month: form }, { month: form, day: 'numeric' } as const].map((options) => {
			const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
			const parts = format.formatToParts(Date.UTC(2026, month - 1, 15));
			const name = parts.find(({ type }) => type === 'month')?.value ?? '';

			return name.toLowerCase().replace(/\.$/, '');
		}),
	);
