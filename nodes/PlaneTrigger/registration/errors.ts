import { isProblemDocument } from '../../shared/client/problemDocument';
import type { RequestProblem } from '../../shared/client/requestResult';
import { failed, problemQuoting } from '../../shared/errors/problemFrom';
import { serverMessageText } from '../../shared/errors/serverMessage';
import { isJsonObject } from '../../shared/values/json';
import type { Problem } from '../../shared/result/problem';
import type { HttpResponse } from '../../shared/transport/response';
import { isPrivateAddress } from './isPrivateAddress';

/** What people can do where a webhook cannot be registered. */
const ALTERNATIVES =
	'Otherwise choose Manual under Registration and create the webhook in Plane, or use the Plane Polling Trigger.';

/** Appends to a problem what people can do where a webhook cannot be registered. */
export const withAlternatives = <Failure extends Problem>(problem: Failure): Failure => ({
	...problem,
	description: `${problem.description} ${ALTERNATIVES}`,
});

/** The server has no API v2 (row 485). */
export const NO_API_V2 = failed(
	'This server cannot register webhooks: it has no API v2',
	"Only Plane's cloud and its commercial editions have it, not the Community Edition. Choose Manual under Registration and create the webhook in Plane, or use the Plane Polling Trigger.",
);

/** The server has API v2, but not its webhooks. */
export const NO_WEBHOOK_ROUTES = failed(
	'This server cannot register webhooks: its API v2 has no webhooks',
	'It may be an early version: ask whoever runs it for an update. Until then, choose Manual under Registration and create the webhook in Plane, or use the Plane Polling Trigger.',
);

/** The server lists webhooks, but has no way to delete one. */
export const CANNOT_DELETE = failed(
	'This server cannot delete webhooks with its API v2',
	'If the workflow stays unpublished, delete its webhook under Workspace Settings → Webhooks in Plane: the one whose name ends in the ID of the workflow.',
);

/** The credential does not allow API v2. */
export const TURNED_OFF = failed(
	'The credential does not allow the node to register webhooks: its API Version is V1 Only',
	'Choose Automatic there. Or choose Manual under Registration and create the webhook in Plane.',
);

/** No credential for Plane's API is chosen. */
export const NO_CREDENTIAL = failed(
	'The node cannot register a webhook without a credential for the API of Plane',
	'Choose one, of an administrator of the workspace. Or choose Manual under Registration and create the webhook in Plane.',
);

/** Neither the creation of the webhook nor the renewal of its secret returned the secret. */
export const NO_SECRET = failed(
	'Plane did not return the signing secret of the webhook',
	'Without it, nothing that arrives could be verified. Choose Manual under Registration and create the webhook in Plane.',
);

/** The webhook exists, but Plane left it turned off. */
export const NOT_TURNED_ON = failed(
	'Plane did not turn the webhook on',
	`Open Workspace Settings → Webhooks in Plane to see why. ${ALTERNATIVES}`,
);

/** The webhook would report nothing that starts the workflow. */
export const REPORTS_NOTHING = failed(
	'This server reports none of the events of the Plane Trigger',
	'It may be an early version: choose other events, or use the Plane Polling Trigger.',
);

/** The server ignores the form of deliveries that it was asked for. */
export const WRONG_FORM = failed(
	'Plane did not create the webhook in the form that the node needs: version 2, as JSON',
	`The server may be an early version: ask whoever runs it for an update. ${ALTERNATIVES}`,
);

/**
 * Explains why a request about webhooks was refused (row 519). The response is not part of the result: it may
 * contain a secret.
 *
 * @param url of the webhook, if the request contained one that Plane may refuse
 */
export function explainRefusal(requestProblem: RequestProblem, url?: string): Problem {
	const { response, ...problem } = requestProblem;
	if (response === undefined || !isProblemDocument(response)) return withAlternatives(problem);

	if (response.status === 403) {
		const scopes =
			response.usesAccessToken === true
				? ' The access token also needs the scopes webhooks:read and webhooks:write: enter them under Scopes of the credential, and connect it again.'
				: '';

		return problemQuoting(
			response,
			'Plane does not let the user of the credential manage webhooks',
			`Only an administrator of the workspace may: use the credential of one.${scopes} ${ALTERNATIVES}`,
		);
	}

	if (response.status === 402) {
		return problemQuoting(
			response,
			'Webhooks are not in the plan of this workspace, or they are turned off',
			`Ask an administrator of the workspace. ${ALTERNATIVES}`,
		);
	}

	if (response.status === 400 && isAboutUrl(response) && url !== undefined) {
		return problemQuoting(response, `Plane refuses the address ${url}`, explainAddress(url));
	}

	if (response.status === 409 && url !== undefined) {
		return problemQuoting(
			response,
			`Plane refuses a webhook with the URL ${url}`,
			`Another webhook may have it, in another workspace, for example. If no other n8n and nothing else needs what that one sends, delete it in Plane. ${ALTERNATIVES}`,
		);
	}

	return withAlternatives(problem);
}

const isAboutUrl = ({ json }: HttpResponse): boolean =>
	isJsonObject(json) && json.url !== undefined;

/**
 * Whether the creation of a webhook may have been refused because another one has its URL. What a server says
 * then is not known (row 519).
 */
export function mayBeTaken(response: HttpResponse): boolean {
	if (!isProblemDocument(response)) return false;
	if (response.status === 409) return true;

	return (
		response.status === 400 &&
		(isAboutUrl(response) || /already/i.test(serverMessageText(response)))
	);
}

/** What to do if Plane refuses the address of n8n. */
function explainAddress(url: string): string {
	const reason = isPrivateAddress(url)
		? 'Nobody outside of the network of n8n can reach this address.'
		: 'Plane takes only addresses that it can reach, and no local or private ones.';

	return `${reason} Have whoever runs n8n set its environment variable WEBHOOK_URL to an address that Plane can reach. Whoever runs a Plane server of your own can also allow private addresses there, with WEBHOOK_ALLOWED_HOSTS or WEBHOOK_ALLOWED_IPS. Or use the Plane Polling Trigger, which needs no address.`;
}
