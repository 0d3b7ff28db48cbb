import type { Answer } from './answer';
import { stableId, type User } from './state';

/** The key of a user, by the place among the users. */
export const getApiKey = (user: number): string =>
	`plane_api_${stableId('api key', user).replaceAll('-', '')}`;

/** The key that tests use; it belongs to the first user. */
export const apiKey = getApiKey(0);

/** Whose key it is, or 401 without one and 403 to an unknown one (observed row 18). */
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
