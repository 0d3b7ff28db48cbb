import type { IHookFunctions } from 'n8n-workflow';

import { Client } from '../shared/client/client';
import { sendWithCredential } from '../shared/client/sendWithCredential';
import { triggerError } from '../shared/output/nodeErrors';
import { isProblem, type Problem, refused, type Result } from '../shared/result/problem';
import { Scheduler } from '../shared/scheduler/Scheduler';
import { type RequestLimits, tightenLimits } from '../shared/transport/limits';
import { endWithFullStop } from '../shared/text/fullStop';
import { shortHash } from '../shared/text/shortHash';
import { checkFilters, isStartedByN8n } from './checkFilters';
import { openWorkspace } from './openWorkspace';
import { readWebhookParameters, readWorkspaceSlug, registersWebhook } from './readParameters';
import {
	findAbandonedRegistration,
	findOwnRegistration,
	isComplete,
	isRegisteredBy,
	planRegistration,
	type RegistrationOwner,
} from './registration/decide';
import { NO_CREDENTIAL, NO_WEBHOOK_ROUTES, TURNED_OFF } from './registration/errors';
import {
	register,
	type RegistrationRequest,
	type Removal,
	unregister,
} from './registration/register';
import type { Registration, Webhook, WebhookPlace } from './registration/webhook';
import { buildWebhookName } from './registration/webhookName';
import { WebhooksApi } from './registration/WebhooksApi';
import type { SharedState } from './SharedStates';
import { hasReceivedDelivery } from './staticData';
import { listScopes } from './webhookEvents';

/** A person may be waiting for the workflow to be published. Times are in milliseconds. */
const OWN_LIMITS: RequestLimits = {
	concurrency: 1,
	maxWaitMs: 20_000,
	retries: 2,
	timeoutMs: 10_000,
};

/**
 * Checks the parameters, and whether the trigger has the webhook that it needs. By hand, nobody but Plane knows:
 * it has one if a delivery has arrived.
 *
 * @throws what the user has to fix
 */
export async function checkWebhook(context: IHookFunctions, state: SharedState): Promise<boolean> {
	const problem = await checkFilters(context, state.current);
	if (problem !== undefined) throw triggerError(context.getNode(), problem);

	if (!registersWebhook(context)) return hasReceivedDelivery(state.current);

	const request = await openRegistration(context, state);
	const isRegistered = await checkRegistration(request);
	if (!isProblem(isRegistered)) return isRegistered;

	const registration = isProblem(request) ? findRegistration(context, state) : request.registration;

	// Plane may be down when n8n starts. The webhook is most likely still there: n8n must continue to receive.
	if (isStartedByN8n(context) && registration !== undefined) {
		context.logger.warn(
			`The webhook of the Plane Trigger could not be checked, and is used as it was: ${endWithFullStop(isRegistered.message)}`,
		);

		return true;
	}

	throw triggerError(context.getNode(), isRegistered);
}

/** Whether the trigger has exactly the webhook that it needs; a Problem if that cannot be found out. */
async function checkRegistration(request: Result<RegistrationRequest>): Promise<Result<boolean>> {
	if (isProblem(request)) return request;

	const { api, desired, registration } = request;
	const obstacle = await api.findObstacle();
	if (obstacle !== undefined) return obstacle;

	const webhooks = await api.list();
	if (isProblem(webhooks)) return webhooks;

	return isComplete(planRegistration(webhooks, desired, registration));
}

/**
 * Registers the webhook if that is not left to people.
 *
 * @throws why it cannot be registered
 */
export async function createWebhook(context: IHookFunctions, state: SharedState): Promise<boolean> {
	if (!registersWebhook(context)) return true;

	const request = await openRegistration(context, state);
	if (isProblem(request)) throw triggerError(context.getNode(), request);

	const abandoned = findAbandonedRegistration(
		state.current.registration,
		createOwner(context, request.place),
	);
	const registered = await register(request);
	if (isProblem(registered)) throw triggerError(context.getNode(), registered);

	const { webhookId, deletedIds } = registered;

	// The same server and workspace can be reached by another address.
	if (abandoned !== undefined && ![webhookId, ...deletedIds].includes(abandoned.webhookId)) {
		warnOfAbandoned(context, abandoned, `Its webhook is ${webhookId} now. Delete the former one`);
	}

	return true;
}

/** Why this credential cannot have registered anything. */
const NEVER_REGISTERED: readonly Problem[] = [NO_CREDENTIAL, NO_WEBHOOK_ROUTES, TURNED_OFF];

/**
 * Deletes the webhook that this workflow has registered, also if webhooks are created by hand by now. If n8n has
 * saved nothing, because it was killed, the webhook is found by its URL and its name.
 *
 * @returns false if it may still be there, which the log says. An error would help nobody: n8n continues anyway.
 */
export async function deleteWebhook(context: IHookFunctions, state: SharedState): Promise<boolean> {
	const saved = readSavedRegistration(context, state);
	if (saved === undefined && !registersWebhook(context)) return true;

	const opened = await openApi(context);
	const owner = createOwner(context, isProblem(opened) ? undefined : opened.place);
	const registration = findOwnRegistration(saved, owner);

	const { problem, otherIds, deletedIds } = await deleteFromPlane(opened, owner.url, (webhook) =>
		isRegisteredBy(webhook, owner.workflowId, saved),
	);

	// The same server and workspace can be reached by another address.
	if (saved !== undefined && registration === undefined && !deletedIds.includes(saved.webhookId)) {
		// Publishing the workflow again may take it back, and then it must not be deleted any more.
		warnOfAbandoned(context, saved, 'Delete it while the workflow is not published');
	}

	if (registersWebhook(context)) warnOfOthers(context, otherIds);

	// If the webhook may still be there, unpublishing the workflow once more has to find it.
	if (problem === undefined || registration === undefined) {
		state.change({ registration: undefined });
	}

	if (problem === undefined) return true;
	if (registration === undefined && NEVER_REGISTERED.includes(problem)) return true;

	const webhook =
		registration === undefined ? `with the URL ${owner.url}` : describeWebhook(registration);

	context.logger.warn(
		`The webhook of the Plane Trigger may still be in Plane: ${endWithFullStop(problem.message)} Unless the workflow is published again, delete the webhook ${webhook}.`,
	);

	return false;
}

async function deleteFromPlane(
	opened: Result<OpenApi>,
	url: string,
	isOwn: (webhook: Webhook) => boolean,
): Promise<Removal> {
	if (isProblem(opened)) return { problem: opened, otherIds: [], deletedIds: [] };

	return await unregister(opened.api, url, isOwn);
}

/** Says in the log that webhooks are left that this workflow has not registered. */
function warnOfOthers(context: IHookFunctions, webhookIds: readonly string[]): void {
	if (webhookIds.length === 0) return;

	context.logger.warn(
		`Plane has other webhooks with the URL of the Plane Trigger, which this workflow has not registered: ${webhookIds.join(', ')}. They are left as they are. Delete them in Plane unless another workflow, or another n8n, with this URL needs them.`,
	);
}

/**
 * Says in the log that the trigger has left a webhook behind. Another n8n may use that one: a copy of a database
 * that runs with a URL of its own looks like a change of the URL.
 *
 * @param remedy what to do, without the exception
 */
function warnOfAbandoned(
	context: IHookFunctions,
	registration: Registration,
	remedy: string,
): void {
	context.logger.warn(
		`The Plane Trigger has another URL, server or workspace than before, and has left the webhook that it had in Plane: ${describeWebhook(registration)}. ${remedy}, unless another n8n with a copy of this workflow uses it.`,
	);
}

const describeWebhook = ({ webhookId, url, place }: Registration): string =>
	`${webhookId} with the URL ${url} in the workspace ${place.workspace}`;

async function openRegistration(
	context: IHookFunctions,
	state: SharedState,
): Promise<Result<RegistrationRequest>> {
	const parameters = readWebhookParameters(context);
	if (isProblem(parameters)) return parameters;

	const url = context.getNodeWebhookUrl('default');
	if (url === undefined) {
		return refused(
			'n8n does not know the URL of this trigger',
			'Save the workflow, and try again.',
		);
	}

	const opened = await openApi(context);
	if (isProblem(opened)) return opened;

	const name = buildWebhookName({
		id: getWorkflowId(context),
		name: context.getWorkflow().name ?? '',
		isTest: context.getMode() === 'manual',
	});

	return {
		...opened,
		desired: {
			url,
			name,
			scopes: listScopes(parameters.events),
		},
		workflowId: getWorkflowId(context),
		registration: findRegistration(context, state, opened.place),
		save: (registration) => {
			state.change({ registration });
		},
		warn: (message) => {
			context.logger.warn(message);
		},
	};
}

/** The webhooks of the workspace that the credential leads to. */
interface OpenApi {
	readonly api: WebhooksApi;
	readonly place: WebhookPlace;
}

/** Reads nothing but the credential and the workspace: other parameters may be invalid by now. */
async function openApi(context: IHookFunctions): Promise<Result<OpenApi>> {
	const slug = readWorkspaceSlug(context);
	if (isProblem(slug)) return slug;

	const opened = await openWorkspace(context, slug);
	if (opened === undefined) return NO_CREDENTIAL;
	if (isProblem(opened)) return opened;

	const { connection, workspace } = opened;
	if (!connection.allowsApiV2) return TURNED_OFF;

	const limits = tightenLimits(OWN_LIMITS, connection.limits);
	const sendNow = sendWithCredential(context, connection, limits.timeoutMs);
	const send = new Scheduler(limits).wrap(sendNow);

	return {
		api: new WebhooksApi(new Client(connection, send, send), workspace),
		place: {
			server: shortHash([connection.root]),
			workspace,
		},
	};
}

const getWorkflowId = (context: IHookFunctions): string => context.getWorkflow().id ?? '';

/** @param place that the credential leads to, if it can be read */
const createOwner = (context: IHookFunctions, place?: WebhookPlace): RegistrationOwner => ({
	workflowId: getWorkflowId(context),
	url: context.getNodeWebhookUrl('default') ?? '',
	...(place !== undefined && { place }),
});

/** What n8n has saved about a webhook that this workflow itself has registered. A copy has the original's data. */
function readSavedRegistration(
	context: IHookFunctions,
	state: SharedState,
): Registration | undefined {
	const { registration } = state.current;

	return registration?.workflowId === getWorkflowId(context) ? registration : undefined;
}

/** What n8n has saved about the webhook that this trigger has now. */
const findRegistration = (
	context: IHookFunctions,
	state: SharedState,
	place?: WebhookPlace,
): Registration | undefined =>
	findOwnRegistration(state.current.registration, createOwner(context, place));
