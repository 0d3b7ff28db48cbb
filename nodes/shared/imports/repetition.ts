import type { ImportedField, Profile } from './profile';

/** Fields that take several values. */
export const LIST_FIELDS: readonly ImportedField[] = ['assignees', 'labels', 'modules'];

/**
 * The number that programs add to a repeated heading: SheetJS, with which n8n reads spreadsheets, counts `Labels`,
 * `Labels_1`; pandas `Labels.1`. A year is no such number: `Labels_2024`.
 */
const BY_PROGRAMS = /(?<=\D)[_.]\d{1,3}$/;

/** The same, with the forms in which people name another column, too: `Labels2` in Excel's tables, `Labels 2`. */
const REPETITION = /(?<=\D)[_. ]?\d{1,3}$/;

/** Removes the number of a repeated heading. */
export const removeRepetition = (heading: string): string => heading.replace(REPETITION, '');

/**
 * Finds the heading that another one repeats. Where a record has one value, `Due Date 2` is a date of its own.
 *
 * @param isList whether records have several values under a heading
 * @returns undefined if it is a heading of its own
 */
export function findRepeatedHeading(
	heading: string,
	isList: (heading: string) => boolean,
): string | undefined {
	const first = removeRepetition(heading);
	if (first === heading) return undefined;

	return BY_PROGRAMS.test(heading) || isList(first) ? first : undefined;
}

/** The headings of a tool under which records have several values. */
export const listHeadings = ({ columns, sprints, comments, links, relations }: Profile) => [
	...LIST_FIELDS.flatMap((field) => columns[field] ?? []),
	...(sprints ?? []),
	...(comments ?? []),
	...(links ?? []),
	...Object.keys(relations ?? {}),
];
