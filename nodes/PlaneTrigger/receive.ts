import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { foreignJson, isJsonObject } from '../shared/fields/json';
import { isProblem } from '../shared/result/problem';
import { readDelivery } from './deliveries/readDelivery';
import { noteDelivery } from './deliveries/repeats';
import { isSigned, secretIn } from './deliveries/signature';
import type { TriggerMemory } from './memory';
import { readFilters } from './readFilters';
import { startEvent } from './startEvent';
import { NONE, webhookFields as fields } from './webhookPanel';

/** The answer to a delivery: Plane takes any answer for delivered, and never sends it again (row 45). */
const ANSWER = { received: true };

/**
 * Takes what Plane sends: one run for each delivery that is of interest, and 200 for each one, of
 * interest or not. What is not signed with the secret gets 401. Nothing is thrown: n8n would start an
 * execution that fails.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return (await isAllowed(context))
			? await take(context)
			: answer(context, 401, 'The signature does not match');
	} catch {
		return answer(context, 500, 'n8n could not read this delivery');
	}
}

function answer(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });

	return { noWebhookResponse: true };
}

/** Whether a request is signed with the secret, unless the panel says that all may call. */
async function isAllowed(context: IWebhookFunctions): Promise<boolean> {
	if (context.getNodeParameter(fields.authentication.parameter) === NONE) return true;

	const { rawBody } = context.getRequestObject();
	const secret = await readSecret(context);
	const signature = context.getHeaderData()['x-plane-signature'];

	return rawBody instanceof Uint8Array && isSigned(rawBody, signature, secret);
}

/** The secret of the credential; `''` if it cannot be read. */
async function readSecret(context: IWebhookFunctions): Promise<string> {
	try {
		return secretIn((await context.getCredentials('planeWebhookApi')).signingSecret);
	} catch {
		return '';
	}
}

async function take(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { rawBody } = context.getRequestObject();
	const body =
		rawBody instanceof Uint8Array
			? foreignJson(new TextDecoder().decode(rawBody))
			: context.getBodyData();
	const delivery = readDelivery(body);
	const filters = readFilters(context);
	if (isProblem(filters)) context.logger.error(`${filters.message}. ${filters.description}`);
	if (delivery === undefined || isProblem(filters)) return { webhookResponse: ANSWER };

	const memory: TriggerMemory = context.getWorkflowStaticData('node');
	const received = noteDelivery(memory.received ?? [], delivery.fingerprint);
	if (received === undefined) return { webhookResponse: ANSWER };

	memory.received = received;
	memory.version = delivery.version;

	const started = await startEvent(context, delivery, filters, memory);
	if (started === undefined) return { webhookResponse: ANSWER };

	const { event, field, fields: changes } = started;
	const values = field === null ? undefined : changes[field];
	const item = {
		...event,
		...(values && { field, oldValue: values.old, newValue: values.new }),
		receivedAt: new Date().toISOString(),
		...(filters.hasBody && isJsonObject(body) && { body }),
	};

	return { workflowData: [[{ json: item }]], webhookResponse: ANSWER };
}
