/** Nothing or blank text: what a panel holds where the user typed nothing. */
export const isEmpty = (value: unknown): boolean =>
	value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
