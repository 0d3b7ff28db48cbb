import { isJsonObject } from '../values/json';
import type { Plan } from '../fields/features';
import type { RequestTarget } from '../model/call';
import type { Problem } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { absent, problemQuoting } from './problemFrom';
import { serverMessageText } from './serverMessage';

/** What some writes answer with status 400 instead of a 402 (row 472). */
const UPGRADE_MESSAGE = /\bupgrade your plan\b/i;

/** Names a plan that not every workspace of a commercial edition has, or undefined for any other one. */
const getPlanName = (plan: Plan | undefined): string | undefined =>
	plan === 'Pro' || plan === 'Business' ? plan : undefined;

/** Says which switch an operation needs, as a sentence that begins with a space, or '' if it needs none. */
export function featureHint({ operation: { feature } }: RequestTarget): string {
	if (feature === undefined) return '';

	return ` ${feature.name} may also be turned off: see ${feature.operation}.`;
}

/** What a server may answer with status 400 while a feature is turned off. Its words are not documented (row 472). */
const TURNED_OFF_MESSAGE =
	/\bnot (been )?(enabled|activated|turned on)\b|\b(disabled|turned off)\b/i;

/**
 * Says that the feature of an operation may be the reason for a refusal with status 400, as a sentence, or '' if
 * nothing suggests it. A read has no values that could be wrong, apart from the filters of a list.
 */
export function switchHint(response: HttpResponse, call: RequestTarget): string {
	const { feature } = call.operation;
	const isRead = call.kind === 'read' || call.kind === 'get' || call.kind === 'list';
	const isLikely = isRead || TURNED_OFF_MESSAGE.test(serverMessageText(response));
	if (feature === undefined || !isLikely) return '';

	return `${feature.name} may be turned off: see ${feature.operation}.`;
}

/** Says which editions and plans have an operation that not all have. */
export function describeEdition(operation: { readonly plan?: Plan }): string {
	const plan = getPlanName(operation.plan);
	const from = plan === undefined ? '' : `, with the ${plan} plan or a higher one`;

	return `Only the commercial editions of Plane have this operation${from}.`;
}

/** A name cannot be looked up, because the server has no list of such records. @param records e.g. `customers` */
export const commercialOnly = (records: string): Problem =>
	absent(
		`Only the commercial editions of Plane have ${records}`,
		'Enter the ID, or leave out the value.',
	);

/**
 * The problem of an operation that the plan of a workspace does not include, or that another part of Plane
 * has taken over, or undefined for any other response (rows 472 and 473).
 */
export function planProblem(response: HttpResponse, call: RequestTarget): Problem | undefined {
	const code = isJsonObject(response.json) ? response.json.code : undefined;
	if (response.status === 400 && code === 'workspace_managed') {
		return managedByWorkspace(response, call);
	}

	if (response.status === 400 && code === 'governance_migration_in_progress') {
		return migrationInProgress(response, call);
	}

	const isUpgrade = response.status === 400 && UPGRADE_MESSAGE.test(serverMessageText(response));
	if (response.status !== 402 && !isUpgrade) return undefined;

	const plan = getPlanName(call.operation.plan);

	return problemQuoting(
		response,
		`The plan of workspace ${call.workspace} does not include this`,
		plan === undefined
			? `Upgrade the plan, or remove this node.${featureHint(call)}`
			: `The operation needs the ${plan} plan or a higher one: upgrade the plan, or remove this node.${featureHint(call)}`,
	);
}

/** A write in a project to what its workspace manages for all projects. */
const managedByWorkspace = (response: HttpResponse, call: RequestTarget): Problem =>
	problemQuoting(
		response,
		`Workspace ${call.workspace} manages these records for all of its projects, so that none of them can change its own`,
		'An administrator of the workspace can change them in Plane. Reading them works as before.',
	);

/** A write while the workspace takes over the records of its projects. */
const migrationInProgress = (response: HttpResponse, call: RequestTarget): Problem => ({
	...problemQuoting(
		response,
		`Workspace ${call.workspace} is taking over these records from its projects`,
		'',
	),
	tryAgain: 'Try again once this is done.',
});
