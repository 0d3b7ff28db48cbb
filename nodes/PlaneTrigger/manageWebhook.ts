import type { IHookFunctions } from 'n8n-workflow';

import { Client } from '../shared/client/client';
import { sendWithCredential } from '../shared/client/sendWithCredential';
import { triggerError } from '../shared/output/nodeErrors';
import { isProblem, type Problem, refused, type Result } from '../shared/result/problem';
import { Scheduler } from '../shared/scheduler/Scheduler';
import { truncate } from '../shared/text/truncate';
import { checkFilters, isUnattended } from './checkFilters';
import { openWorkspace } from './openWorkspace';
import { readWebhookParameters, registersWebhook, type WebhookParameters } from './readParameters';
import { findOwnRegistration, isComplete, planRegistration } from './registration/decide';
import { NO_CREDENTIAL } from './registration/errors';
import { register, unregister, type RegistrationRequest } from './registration/register';
import { WebhooksApi } from './registration/WebhooksApi';
import { hasReceivedDelivery, type WebhookStaticData } from './staticData';
import { listScopes } from './webhookEvents';

/** A person may be waiting for the workflow to be published. Times are in milliseconds. */
const REQUEST_SETTINGS = {
	concurrency: 1,
	maxWaitMs: 20_000,
	retries: 2,
	timeoutMs: 10_000,
} as const;

/** Characters that Plane takes as the name of a webhook (row 519). */
const MAX_NAME = 255;

/**
 * Checks the parameters, and whether the trigger has the webhook that it needs. By hand, nobody but Plane knows:
 * it has one if a delivery has arrived.
 *
 * @throws what the user has to fix
 */
export async function checkWebhook(context: IHookFunctions): Promise<boolean> {
	const staticData = readStaticData(context);
	const problem = await checkFilters(context, staticData);
	if (problem !== undefined) throw triggerError(context.getNode(), problem);

	if (!registersWebhook(context)) return hasReceivedDelivery(staticData);

	const request = await openRegistration(context);
	const isRegistered = isProblem(request) ? request : await isWebhookComplete(request);
	if (!isProblem(isRegistered)) return isRegistered;

	// Plane may be down when n8n starts. The webhook is most likely still there: n8n must go on receiving.
	if (isUnattended(context) && findRegistration(context) !== undefined) {
		context.logger.warn(
			`The webhook of the Plane Trigger could not be checked, and is used as it was: ${toSentences(isRegistered)}`,
		);

		return true;
	}

	throw triggerError(context.getNode(), isRegistered);
}

async function isWebhookComplete({
	api,
	desired,
	registration,
}: RegistrationRequest): Promise<Result<boolean>> {
	const obstacle = await api.findObstacle();
	if (obstacle !== undefined) return obstacle;

	const webhooks = await api.list(desired.url);
	if (isProblem(webhooks)) return webhooks;

	return isComplete(planRegistration(webhooks, desired, registration));
}

/**
 * Registers the webhook if that is not left to people.
 *
 * @throws why it cannot be registered
 */
export async function createWebhook(context: IHookFunctions): Promise<boolean> {
	if (!registersWebhook(context)) return true;

	const request = await openRegistration(context);
	const problem = isProblem(request) ? request : await register(request);
	if (problem !== undefined) throw triggerError(context.getNode(), problem);

	return true;
}

/**
 * Deletes the webhook that this workflow has registered, also if webhooks are created by hand by now.
 *
 * @returns false if it may still be there, which the log says. An error would help nobody: n8n goes on anyway.
 */
export async function deleteWebhook(context: IHookFunctions): Promise<boolean> {
	const registration = findRegistration(context);
	if (registration === undefined) return true;

	const parameters = readWebhookParameters(context);
	const api = isProblem(parameters) ? parameters : await openApi(context, parameters);
	const problem = isProblem(api) ? api : await unregister(api, registration);

	if (problem !== undefined) {
		context.logger.warn(
			`The webhook of the Plane Trigger may still be in Plane: ${toSentences(problem)} Delete it there, unless the workflow is published again.`,
		);

		return false;
	}

	delete readStaticData(context).registration;

	return true;
}

async function openRegistration(context: IHookFunctions): Promise<Result<RegistrationRequest>> {
	const parameters = readWebhookParameters(context);
	if (isProblem(parameters)) return parameters;

	const url = context.getNodeWebhookUrl('default');
	if (url === undefined) {
		return refused(
			'n8n does not know the URL of this trigger',
			'Save the workflow, and try again.',
		);
	}

	const api = await openApi(context, parameters);
	if (isProblem(api)) return api;

	const { id = '', name = '' } = context.getWorkflow();
	const suffix = context.getMode() === 'manual' ? ' (test)' : '';

	return {
		api,
		desired: {
			url,
			name: `n8n: ${truncate(name, MAX_NAME - 20)}${suffix}`,
			scopes: listScopes(parameters.events),
		},
		workflowId: id,
		registration: findRegistration(context),
		save: (registration) => {
			readStaticData(context).registration = registration;
		},
		warn: (message) => {
			context.logger.warn(message);
		},
	};
}

async function openApi(
	context: IHookFunctions,
	{ workspace }: WebhookParameters,
): Promise<Result<WebhooksApi>> {
	const opened = await openWorkspace(context, workspace);
	if (opened === undefined) return NO_CREDENTIAL;
	if (isProblem(opened)) return opened;

	const sendNow = sendWithCredential(context, opened.connection, REQUEST_SETTINGS.timeoutMs);
	const send = new Scheduler(REQUEST_SETTINGS).wrap(sendNow);

	return new WebhooksApi(new Client(opened.connection, send, send), opened.workspace);
}

const readStaticData = (context: IHookFunctions): WebhookStaticData =>
	context.getWorkflowStaticData('node');

/** What n8n has saved about the webhook of this trigger. */
const findRegistration = (context: IHookFunctions) =>
	findOwnRegistration(
		readStaticData(context).registration,
		context.getWorkflow().id ?? '',
		context.getNodeWebhookUrl('default') ?? '',
	);

const toSentences = ({ message, description }: Problem): string => `${message}. ${description}`;
