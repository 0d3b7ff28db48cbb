import type { Answer } from './answer';
import { stableId, type User } from './state';

/** Returns the API key of the user with this index. */
export const getApiKey = (user: number): string =>
	`plane_api_${stableId('api key', user).replaceAll('-', '')}`;

/** The API key of the first user, which tests use. */
export const apiKey = getApiKey(0);

/**
 * Finds the user of the API key. Refuses a missing key with 401, an unknown one with 403 (observed
 * row 18).
 */
export function authenticate(
	headers: Record<string, unknown>,
	users: readonly User[],
): { owner: User } | { refusal: Answer } {
	const key = headers['x-api-key'];
	if (key === undefined || key === '') {
		const detail = 'Authentication credentials were not provided.';

		return { refusal: { status: 401, body: { detail } } };
	}

	const owner = users.find((_user, place) => key === getApiKey(place));
	if (owner) return { owner };

	return { refusal: { status: 403, body: { detail: 'Given API token is not valid' } } };
}
