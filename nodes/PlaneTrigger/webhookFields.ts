import {
	boolean,
	choice,
	describedChoice,
	type DescribedOption,
	type Field,
} from '../shared/fields/kinds';
import { changedFields } from '../shared/events/changedFields';
import { createEventsField, describeEvent } from '../shared/events/eventOptions';
import {
	assignedTo,
	ignoredUsers,
	ignoreOwnChanges,
	projectsField,
	toStates,
} from '../shared/events/filters';
import { workspace } from '../shared/operations/shared/locators';
import {
	AUTOMATIC_REGISTRATION,
	MANUAL_REGISTRATION,
	NO_VERIFICATION,
	SIGNING_SECRET,
} from './webhookChoices';
import { eventValues, needsVersion2 } from './webhookEvents';

const registration = describedChoice(
	'registration',
	[
		{
			value: AUTOMATIC_REGISTRATION,
			description:
				"This node creates the webhook in Plane, and deletes it when it is no longer needed. For Plane's cloud and commercial editions.",
		},
		{
			value: MANUAL_REGISTRATION,
			description: 'You create the webhook in Plane. For every edition.',
		},
	],
	'Who creates the webhook in Plane',
);

const requestVerification = choice(
	'request_verification',
	[NO_VERIFICATION, SIGNING_SECRET],
	'How to verify that a request comes from Plane',
	{ default: SIGNING_SECRET },
);

/** The option of an event, which says so if the Community Edition does not send it. */
function describeWebhookEvent(value: string): DescribedOption {
	const option = describeEvent(value);
	if (!needsVersion2(value)) return option;

	return { ...option, description: "Only Plane's cloud and commercial editions send it" };
}

const events = createEventsField(eventValues.map(describeWebhookEvent));

const projects: Field = {
	...projectsField,
	description: projectsField.description.replace(/^[^.]*/, '$&. Leave empty for all'),
};

const includeBody = boolean(
	'include_body',
	'Whether to include the original webhook payload in the output, as body',
);

/** Only used to look up records in Plane. */
const workspaceField: Field = {
	...workspace,
	description:
		"With a Plane API credential: the workspace in Plane's web address, e.g. acme. Leave empty to use the credential's.",
};

/** The parameters that the trigger reads. */
export const webhookFields = {
	registration,
	requestVerification,
	events,
	toStates,
	assignedTo,
	changed: changedFields,
	projects,
	ignoredUsers,
	ignoreOwnChanges,
	includeBody,
	workspace: workspaceField,
} as const;
