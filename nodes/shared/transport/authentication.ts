import { isObject } from '../values/valueChecks';

/** How the nodes sign in: the values of the parameter Authentication. */
export type Authentication = 'apiKey' | 'oAuth2';

/** The type of credential that belongs to each value of the parameter Authentication. */
export const CREDENTIAL_TYPES: Readonly<Record<Authentication, string>> = {
	apiKey: 'planeApi',
	oAuth2: 'planeOAuth2Api',
};

/** The part of n8n's contexts that knows the node. */
interface NodeContext {
	getNode(): { readonly parameters: Readonly<Record<string, unknown>> };
}

/**
 * The value of the parameter Authentication. It takes no expression, so that it is the same for all
 * items, and n8n leaves it out of workflows where it has its default.
 */
export const readAuthentication = (context: NodeContext): Authentication =>
	context.getNode().parameters.authentication === 'oAuth2' ? 'oAuth2' : 'apiKey';

/**
 * The access token of an OAuth2 credential, as n8n stores it when an account is connected or the token
 * is renewed; `''` if no account is connected.
 */
export function readAccessToken(oauthTokenData: unknown): string {
	if (!isObject(oauthTokenData)) return '';

	const { access_token: token } = oauthTokenData;

	return typeof token === 'string' ? token : '';
}
