import type { IWebhookFunctions, IWebhookResponseData, JsonObject, JsonValue } from 'n8n-workflow';

import { toEventItem } from '../shared/events/event';
import { readPrevious } from '../shared/events/names';
import { parseUntrustedJson, isJsonObject } from '../shared/values/json';
import { isProblem } from '../shared/result/problem';
import { forgetDelivery, rememberDelivery } from './deliveries/deduplicate';
import { postponeDelivery, settleDelivery } from './deliveries/postpone';
import { readDelivery } from './deliveries/readDelivery';
import {
	evaluateDelivery,
	type Evaluation,
	type EvaluationRequest,
	type StartingEvent,
} from './evaluateDelivery';
import { readWebhookParameters } from './readParameters';
import type { SharedState } from './SharedStates';
import { verifyDelivery } from './verifyDelivery';

/**
 * Handles a request to the webhook. Responds with 401 if the signature is wrong, with 503 if Plane has to send it
 * again, and otherwise with 200, whether the delivery starts the workflow or not. Never throws: n8n would start
 * an execution that fails.
 */
export async function handleDelivery(
	context: IWebhookFunctions,
	state: SharedState,
): Promise<IWebhookResponseData> {
	try {
		switch (await verifyDelivery(context, state)) {
			case 'authentic':
				return await processDelivery(context, state);
			case 'refused':
				return respondWithError(context, 401, 'The signature does not match');
			case 'undecided':
				return respondWithError(context, 503, 'n8n cannot verify this delivery yet');
			case 'secretChanged':
				return respondWithError(
					context,
					503,
					'The secret of this webhook has changed, and n8n does not know it yet',
				);
		}
	} catch (error) {
		logFailure(context, error);

		return respondWithError(context, 500, 'n8n could not read this delivery');
	}
}

/** Says in the log what went wrong in n8n or in the node: Plane shows nobody the responses that it gets. */
function logFailure({ logger }: IWebhookFunctions, error: unknown): void {
	const details = error instanceof Error ? (error.stack ?? error.message) : String(error);

	logger.error(`The Plane Trigger could not handle a delivery: ${details}`);
}

const respondWithError = (
	context: IWebhookFunctions,
	status: number,
	message: string,
): IWebhookResponseData => respond(context, status, { message });

const acknowledge = (context: IWebhookFunctions): IWebhookResponseData =>
	respond(context, 200, { received: true });

/**
 * Answers a delivery at once. If n8n 2 had to do it, it would wait until an execution may start: with
 * N8N_CONCURRENCY_PRODUCTION_LIMIT, that can take longer than Plane waits (row 45).
 */
function respond(
	context: IWebhookFunctions,
	status: number,
	body: Readonly<Record<string, JsonValue>>,
): IWebhookResponseData {
	context.getResponseObject().status(status).json(body);

	return { noWebhookResponse: true };
}

/** Starts the workflow if the delivery is new and matches the parameters. */
async function processDelivery(
	context: IWebhookFunctions,
	state: SharedState,
): Promise<IWebhookResponseData> {
	const body = readBody(context);
	const delivery = readDelivery(body);

	const parameters = readWebhookParameters(context);
	if (isProblem(parameters)) {
		context.logger.error(`${parameters.message}. ${parameters.description}`);
	}
	if (delivery === undefined || isProblem(parameters)) return acknowledge(context);

	const { fingerprint, version } = delivery;
	const recentDeliveries = rememberDelivery(state.current.recentDeliveries ?? [], fingerprint);
	if (recentDeliveries === undefined) return acknowledge(context);

	state.change({ recentDeliveries, webhookVersion: version });

	const postpone = () =>
		version === 2
			? postponeDelivery(state.current.postponedDeliveries ?? [], fingerprint, Date.now())
			: undefined;
	const evaluation = await evaluateOrLog({
		context,
		delivery,
		parameters,
		state,
		canBeSentAgain: () => postpone() !== undefined,
	});

	// In the meantime, other deliveries may have changed what the trigger remembers.
	const postponedAgain = evaluation.kind === 'undecided' ? postpone() : undefined;
	const { recentDeliveries: remembered = [], postponedDeliveries = [] } = state.current;

	if (postponedAgain !== undefined) {
		state.change({
			postponedDeliveries: postponedAgain,
			recentDeliveries: forgetDelivery(remembered, fingerprint),
		});

		return respondWithError(context, 503, 'n8n could not decide yet what to do with this delivery');
	}

	if (postponedDeliveries.length > 0) {
		state.change({ postponedDeliveries: settleDelivery(postponedDeliveries, fingerprint) });
	}

	if (evaluation.kind !== 'starts') return acknowledge(context);

	const item = {
		...toItem(evaluation.event),
		...(parameters.includeBody && isJsonObject(body) && { body }),
	};

	return { ...acknowledge(context), workflowData: [[{ json: item }]] };
}

/**
 * Evaluates a delivery. After an error of n8n or of the node, it is undecided: Plane sends it again, but not so often
 * that it turns the webhook off.
 */
async function evaluateOrLog(request: EvaluationRequest): Promise<Evaluation> {
	try {
		return await evaluateDelivery(request);
	} catch (error) {
		logFailure(request.context, error);

		return { kind: 'undecided' };
	}
}

/** The JSON of the request, without n8n's conversions if n8n has kept the bytes. */
function readBody(context: IWebhookFunctions): unknown {
	const { rawBody } = context.getRequestObject();

	return rawBody instanceof Uint8Array
		? parseUntrustedJson(new TextDecoder().decode(rawBody))
		: context.getBodyData();
}

/** The output item of an event. If one field made it start the workflow, the item reports that field. */
function toItem({ event, field, fields }: StartingEvent): JsonObject {
	const reported = field ?? event.field;
	const change = reported === null ? undefined : fields[reported];
	const { previousNames } = readPrevious(event.action === 'created' ? {} : fields);

	return toEventItem({
		...event,
		...(change && {
			field: reported,
			oldValue: change.old,
			newValue: change.new,
			oldName: change.oldName,
			newName: change.newName,
		}),
		previousNames,
	});
}
