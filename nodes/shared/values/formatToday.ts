/**
 * Today as `YYYY-MM-DD`: the Swedish locale formats dates as ISO 8601.
 *
 * @param timeZone IANA name
 */
export const formatToday = (timeZone: string): string =>
	new Date().toLocaleDateString('sv-SE', { timeZone });
