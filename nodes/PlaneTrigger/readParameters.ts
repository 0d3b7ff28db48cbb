import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { type EventParameters, readEventParameters } from '../shared/events/eventParameters';
import { asText } from '../shared/values/asText';
import { triggerReader } from '../shared/parameters/triggerReader';
import type { Result } from '../shared/result/problem';
import { MANUAL_REGISTRATION } from './webhookChoices';
import { webhookFields } from './webhookFields';

/** The parameters of the trigger. Without projects, all projects match. */
export interface WebhookParameters extends EventParameters {
	/** Whether the output contains the body of the request. */
	readonly includeBody: boolean;
	/** The slug of the workspace; `''` to use the workspace of the credential. */
	readonly workspace: string;
}

/** Whether the trigger registers its webhook itself, as opposed to people in Plane. */
export const registersWebhook = (context: IHookFunctions | IWebhookFunctions): boolean =>
	context.getNodeParameter(webhookFields.registration.parameter) !== MANUAL_REGISTRATION;

/**
 * Reads the workspace, and no other parameter.
 *
 * @returns the slug, `''` to use the workspace of the credential, or a Problem if it is invalid
 */
export function readWorkspaceSlug(context: IHookFunctions): Result<string> {
	const reader = triggerReader(context);

	return reader.finish(asText(reader.value(webhookFields.workspace)) ?? '');
}

/**
 * Reads the parameters of the trigger.
 *
 * @returns a Problem if one of them has an invalid value
 */
export function readWebhookParameters(
	context: IHookFunctions | IWebhookFunctions,
): Result<WebhookParameters> {
	const fields = webhookFields;
	const reader = triggerReader(context);

	// These only report invalid values.
	reader.value(fields.registration);
	if (!registersWebhook(context)) reader.value(fields.requestVerification);

	const includesBody = reader.option(fields.includeBody) === true;

	return reader.finish({
		...readEventParameters(reader, fields),
		includeBody: includesBody,
		workspace: asText(reader.value(fields.workspace)) ?? '',
	});
}
