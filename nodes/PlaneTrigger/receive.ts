import type { IHookFunctions, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isCalled } from '../shared/events/filters';
import { type ChangeFilter, wantedField } from '../shared/events/wanted';
import { foreignJson, isJsonObject } from '../shared/fields/json';
import type { Field } from '../shared/fields/kinds';
import { textsIn } from '../shared/fields/text';
import { triggerReader } from '../shared/input/triggerReader';
import { triggerError } from '../shared/output/nodeErrors';
import { isProblem, type Result } from '../shared/result/problem';
import { type Delivery, deliveryIn } from '../shared/webhook/delivery';
import { isSigned, secretIn } from '../shared/webhook/signature';
import { EVENTS, NONE, webhookFields as fields } from './webhookPanel';

/** What n8n keeps for the trigger: the marks of the deliveries that came last, the newest last. */
interface Memory {
	received?: readonly string[];
}

/** Deliveries by which a repeat is known; Plane repeats within minutes. */
const KEPT = 200;

/** Whether anything has arrived. */
export const hasReceived = ({ received }: Memory): boolean => (received ?? []).length > 0;

/**
 * Checks what the panel says when the workflow is activated.
 *
 * @throws NodeOperationError where a person has to mend something
 */
export function checkPanel(context: IHookFunctions): void {
	const asked = readAsked(context);
	if (isProblem(asked)) throw triggerError(context.getNode(), asked);
}

/** What is answered: Plane takes any answer for delivered, and never sends again (row 45). */
const ANSWER = { received: true };

/**
 * Takes what Plane sends: one run for each delivery that is wanted, and 200 for each one, wanted or
 * not. What is not signed with the secret gets 401. Nothing is thrown: n8n would start an execution that
 * fails.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return await take(context);
	} catch {
		return answer(context, 500, 'n8n could not read this delivery');
	}
}

function answer(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}

async function take(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const request = context.getRequestObject();
	const { rawBody } = request;
	// Whatever else it says: nobody has said that all may call.
	if (context.getNodeParameter(fields.authentication.parameter) !== NONE) {
		const secret = await secretOf(context);
		const signature = context.getHeaderData()['x-plane-signature'];
		if (!(rawBody instanceof Uint8Array) || !isSigned(rawBody, signature, secret)) {
			return answer(context, 401, 'The signature does not match');
		}
	}
	const body =
		rawBody instanceof Uint8Array
			? foreignJson(new TextDecoder().decode(rawBody))
			: context.getBodyData();
	const delivery = deliveryIn(body);
	const asked = readAsked(context);
	if (isProblem(asked)) context.logger.error(`${asked.message}. ${asked.description}`);
	if (delivery === undefined || isProblem(asked)) return { webhookResponse: ANSWER };

	const memory = context.getWorkflowStaticData('node') as Memory;
	const received = memory.received ?? [];
	if (received.includes(delivery.mark)) return { webhookResponse: ANSWER };
	memory.received = [...received, delivery.mark].slice(-KEPT);

	const field = fieldOf(delivery, asked);
	if (field === undefined) return { webhookResponse: ANSWER };
	const values = field === null ? undefined : delivery.fields[field];
	const event = {
		...delivery.event,
		...(values && { field, oldValue: values.old, newValue: values.new }),
		receivedAt: new Date().toISOString(),
		...(asked.hasBody && isJsonObject(body) && { body }),
	};
	return { workflowData: [[{ json: event }]], webhookResponse: ANSWER };
}

/** The secret of the credential; `''` where it cannot be read. */
async function secretOf(context: IWebhookFunctions): Promise<string> {
	try {
		return secretIn((await context.getCredentials('planeWebhookApi')).signingSecret);
	} catch {
		return '';
	}
}

/** What the panel says. */
interface Asked extends ChangeFilter {
	readonly projects: readonly string[];
	readonly ignored: readonly string[];
	readonly hasBody: boolean;
}

function readAsked(context: IHookFunctions | IWebhookFunctions): Result<Asked> {
	const reader = triggerReader(context);
	const list = (field: Field): string[] => textsIn(reader.value(field));
	const wanted = list(fields.events);
	reader.value(fields.authentication);
	const options = reader.added('options', [fields.projects, fields.ignoreUsers, fields.withBody]);
	return reader.resultOf({
		events: wanted,
		toStates: list(fields.toStates),
		assignedTo: list(fields.assignedTo),
		fields: wanted.includes('field_changed') ? list(fields.changed) : [],
		projects: textsIn(options[fields.projects.wire]),
		ignored: textsIn(options[fields.ignoreUsers.wire]),
		hasBody: options[fields.withBody.wire] === true,
	});
}

/** The field by which a delivery is wanted; null: it is as a whole; undefined: it is not. */
function fieldOf({ event, fields: changes }: Delivery, asked: Asked): string | null | undefined {
	const { projects, ignored, events } = asked;
	if (projects.length > 0 && !isCalled(event.projectId, projects)) return undefined;
	if (isCalled(event.actor, ignored)) return undefined;
	if (event.event === 'workItem' && ['created', 'updated'].includes(event.action)) {
		return wantedField(asked, { action: event.action, fields: changes }, event.record);
	}
	const known = Object.entries(EVENTS).find(
		([, [what, action]]) => what === event.event && action === event.action,
	)?.[0];
	return events.includes(known ?? 'anything_else') ? event.field : undefined;
}
