import type { Answer } from './answer';
import { idOf } from './state';

/** The one key that the service knows; it belongs to the first user. */
export const apiKey = `plane_api_${idOf('api key', 0).replaceAll('-', '')}`;

/** 401 without a key, 403 to an unknown one (observed row 18); undefined: it is the right one. */
export function refuseKey(headers: Record<string, unknown>): Answer | undefined {
	const key = headers['x-api-key'];
	if (key === undefined || key === '') {
		return { status: 401, body: { detail: 'Authentication credentials were not provided.' } };
	}
	if (key !== apiKey) return { status: 403, body: { detail: 'Given API token is not valid' } };
	return undefined;
}
