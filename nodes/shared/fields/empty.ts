/** Nothing or blank text: what a panel holds where the user typed nothing. */
export const isEmpty = (value: unknown): boolean =>
	value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** What a locator holds as the panel gives it: how the record is chosen, and the choice. */
interface LocatorValue {
	readonly mode: unknown;
	readonly value: unknown;
}

export const isLocatorValue = (value: unknown): value is LocatorValue =>
	typeof value === 'object' && value !== null && 'mode' in value && 'value' in value;
