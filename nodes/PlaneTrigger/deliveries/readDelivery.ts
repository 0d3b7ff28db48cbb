import { isJsonObject } from '../../shared/values/json';
import type { Delivery } from './delivery';
import { readV1Delivery } from './readV1Delivery';
import { isV2Delivery, readV2Delivery } from './readV2Delivery';

/**
 * Reads a delivery of either version of Plane's webhooks (rows 41 and 46).
 *
 * @param body the JSON of the request
 * @returns undefined if it is not a delivery of Plane
 */
export function readDelivery(body: unknown): Delivery | undefined {
	if (!isJsonObject(body)) return undefined;

	return isV2Delivery(body) ? readV2Delivery(body) : readV1Delivery(body);
}
