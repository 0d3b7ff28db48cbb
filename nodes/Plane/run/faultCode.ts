import { isRecord } from '../fields/describe';

/** The first code in a chain of wrapped errors, e.g. `ECONNRESET`; `''` where there is none. */
export function faultCode(error: unknown): string {
	if (!isRecord(error)) return '';
	if (typeof error.code === 'string' && error.code !== '') return error.code;
	return faultCode(error.cause);
}
