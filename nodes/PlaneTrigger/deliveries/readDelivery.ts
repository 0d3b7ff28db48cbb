import { isJsonObject } from '../../shared/fields/json';
import type { Delivery } from './delivery';
import { readFirstForm } from './firstForm';
import { isSecondForm, readSecondForm } from './secondForm';

/**
 * Reads what Plane sends to a webhook, in either form (rows 41 and 46).
 *
 * @param body the JSON of the request
 * @returns undefined if it is no delivery of Plane
 */
export function readDelivery(body: unknown): Delivery | undefined {
	if (!isJsonObject(body)) return undefined;

	return isSecondForm(body) ? readSecondForm(body) : readFirstForm(body);
}
