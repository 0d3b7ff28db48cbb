import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

/** The place of the limits, as errors name it. */
export const LIMITS_PLACE = 'Limits in the credential';

/**
 * Adds limits of the credential, such as Concurrent Requests, Max Wait and Retries, to the parameters of a node. The tests
 * give both together, because most need one limit for one run; `moveLimits` separates them.
 */
export const withLimits = (
	limits: INodeParameters,
	parameters: INodeParameters = {},
): INodeParameters => ({ ...parameters, limits });

/** Moves the limits from the parameters of a node into its credential, where n8n has them. */
export function moveLimits<Credential extends ICredentialDataDecryptedObject | undefined>(
	{ limits, ...parameters }: INodeParameters,
	credential: Credential,
) {
	const hasLimits =
		typeof limits === 'object' && !Array.isArray(limits) && credential !== undefined;

	return {
		parameters,
		credential: hasLimits ? { ...credential, ...limits, limits: true } : credential,
	};
}
