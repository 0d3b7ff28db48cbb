/**
 * The number that programs add to a repeated heading: SheetJS, with which n8n reads spreadsheets, counts `Labels`,
 * `Labels_1`; pandas `Labels.1`; Excel's tables `Labels2`; Google Sheets and people `Labels 2`. A year is no such number:
 * `Labels_2024`.
 */
const REPETITION = /(?<=\D)[_. ]?\d{1,3}$/;

/** Removes the number of a repeated heading. */
export const removeRepetition = (heading: string): string => heading.replace(REPETITION, '');
