import { isObject } from '../values/valueChecks';
import { catchProblem } from '../model/catchProblem';
import { isProblem, problem, type Problem } from '../result/problem';
import { endWithFullStop } from '../text/fullStop';
import { CREDENTIAL_TYPES, readAccessToken } from '../transport/authentication';
import type { Connection } from '../transport/connection';
import { createRedactor } from '../transport/redact';
import { type Send, type SenderContext, sendSignedIn } from '../transport/send';
import { type Renewal, RenewingSender } from './RenewingSender';

/**
 * Sends to the service with the credential of the node. An access token that has expired is renewed, and
 * the request that the server refused is sent again.
 *
 * @param timeoutMs milliseconds without a byte from the server
 */
export function sendWithCredential(
	context: SenderContext,
	connection: Connection,
	timeoutMs: number,
): Send {
	const send = sendSignedIn(context, connection, timeoutMs);
	if (connection.authentication === 'apiKey') return send;

	const renew = async () => await renewToken(context, connection, timeoutMs);

	return new RenewingSender(send, renew).send;
}

/**
 * Has n8n renew the access token of the credential, and store it.
 *
 * n8n renews a token only when a request fails with it. The requests of the nodes never fail, because a
 * status is a value to them, so this sends one that does: it reads the user of the token. If another
 * execution has renewed the token meanwhile, n8n sends it with the new one, and it succeeds.
 */
async function renewToken(
	context: SenderContext,
	connection: Connection,
	timeoutMs: number,
): Promise<Renewal> {
	const error = await requestUser(context, connection, timeoutMs);
	const type = CREDENTIAL_TYPES.oAuth2;
	const credential = await catchProblem(async () => await context.getCredentials(type));
	if (isProblem(credential)) return failed(credential);

	const secret = readAccessToken(credential.oauthTokenData);
	const isNew = secret !== '' && secret !== connection.secret;
	if (isNew || error === undefined) {
		return { kind: 'renewed', send: sendSignedIn(context, { ...connection, secret }, timeoutMs) };
	}

	const status = readStatus(error);
	// The scheduler waits, and sends the request again.
	if (status === 429) {
		return { kind: 'later', outcome: { kind: 'response', status, headers: {}, text: '' } };
	}

	// n8n 1.x renews a token after 401 only.
	if (status === 401 || status === 403) return { kind: 'refused' };

	return failed(notRenewed(error, credential));
}

const failed = (reason: Problem): Renewal => ({
	kind: 'failed',
	outcome: { kind: 'notSent', problem: reason },
});

/** Sends a request that fails if the token has expired. @returns what n8n throws if it fails */
async function requestUser(
	context: SenderContext,
	{ root, extraHeaders, ignoreSslIssues }: Connection,
	timeoutMs: number,
): Promise<unknown> {
	try {
		await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_TYPES.oAuth2,
			{
				method: 'GET',
				url: `${root}/api/v1/users/me/`,
				headers: { ...extraHeaders, Accept: 'application/json' },
				disableFollowRedirect: true,
				skipSslCertificateValidation: ignoreSslIssues,
				timeout: timeoutMs,
			},
			{ oauth2: { tokenExpiredStatusCode: [401, 403] } },
		);

		return undefined;
	} catch (error) {
		return error;
	}
}

/** Why n8n could not renew the token, such as that its account was disconnected in Plane. */
function notRenewed(error: unknown, credential: Readonly<Record<string, unknown>>): Problem {
	const { clientSecret, oauthTokenData } = credential;
	const tokens = isObject(oauthTokenData) ? oauthTokenData : {};
	const secrets = [clientSecret, tokens.access_token, tokens.refresh_token].filter(isText);
	const redactText = createRedactor(new Map(secrets.map((secret) => [secret, '(secret)'])));
	const reason = error instanceof Error ? `${endWithFullStop(redactText(error.message))} ` : '';

	return problem({
		cause: 'failed',
		message: 'The access token has expired, and n8n could not renew it',
		description: `${reason}Open the Plane OAuth2 API credential and connect it again.`,
	});
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The status of the response that an error of n8n is about. */
function readStatus(error: unknown): number | undefined {
	const status = isObject(error) ? Number(error.httpCode) : Number.NaN;

	return Number.isInteger(status) ? status : undefined;
}
