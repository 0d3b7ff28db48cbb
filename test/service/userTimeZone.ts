import type { ServiceOptions } from './service';

/**
 * Returns the time zone of the users. The default has an offset of half an hour, which mistakes
 * cannot hide in.
 */
export const getUserTimeZone = ({ timeZone = 'Asia/Kolkata' }: ServiceOptions): string => timeZone;
