import type { ServiceOptions } from './service';

/** The time zone of the users: one that is not of whole hours, unless a test says otherwise. */
export const getUserTimeZone = ({ timeZone = 'Asia/Kolkata' }: ServiceOptions): string => timeZone;
