import type { IDisplayOptions, INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import {
	boolean,
	choice,
	describedChoice,
	type DescribedOption,
	type Field,
} from '../shared/fields/kinds';
import { changedFields } from '../shared/events/changedFields';
import { createEventsField, describeEvent } from '../shared/events/eventOptions';
import { detailProperties, filterProperties } from '../shared/events/eventProperties';
import {
	assignedTo,
	ignoredUsers,
	ignoreOwnChanges,
	projectsField,
	toStates,
} from '../shared/events/filters';
import { workspace } from '../shared/operations/shared/locators';
import { eventValues, needsVersion2 } from './webhookEvents';
import { authenticationProperty } from '../shared/parameters/authenticationProperty';
import { toCollection, toNodeProperty } from '../shared/fields/nodeProperty';

type Show = NonNullable<IDisplayOptions['show']>;

type TriggerPanel = NonNullable<INodeTypeDescription['triggerPanel']>;

/** Values of the parameter Request Verification. */
export const SIGNING_SECRET = 'signingSecret';
export const NO_VERIFICATION = 'none';

/** Values of the parameter Registration. */
export const AUTOMATIC_REGISTRATION = 'automatic';
export const MANUAL_REGISTRATION = 'manual';

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

/** @param show the values that other parameters must have for the notice to be shown */
const notice = (name: string, displayName: string, show?: Show): INodeProperties => ({
	displayName,
	name,
	type: 'notice',
	default: '',
	...(show && { displayOptions: { show } }),
});

const whenAutomatic: Show = { registration: [AUTOMATIC_REGISTRATION] };
const whenManual: Show = { registration: [MANUAL_REGISTRATION] };

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

/** How to create the webhook, with the names that Plane's screens use. */
const STEPS = [
	'Open Webhook URLs above and copy the Production URL.',
	'In Plane, open Workspace Settings → Webhooks → Add webhook, and paste the URL.',
	'Choose the events, or all of them, and create the webhook.',
	'Plane shows the secret key only once, in a file. Paste it into the credential.',
	'Publish this workflow. In n8n 1, turn on Active.',
];

/** Of HTML, notices show only lists with bullets, so the numbers are part of the text. */
const numberedList = (entries: readonly string[]): string =>
	`<ul>${entries.map((entry, index) => `<li>${index + 1}. ${entry}</li>`).join('')}</ul>`;

/** The properties of the trigger, in the order of the panel. */
export const webhookProperties: INodeProperties[] = [
	{ ...toNodeProperty(registration), noDataExpression: true },
	notice(
		'registered',
		"The node creates the webhook when you publish this workflow or execute this step. It needs the credential of an administrator of the workspace, on Plane's cloud or a commercial edition, and an address of n8n that Plane can reach. Otherwise choose Manual, or use the Plane Polling Trigger.",
		whenAutomatic,
	),
	notice('steps', `Create the webhook in Plane: ${numberedList(STEPS)}`, whenManual),
	notice(
		'limits',
		'Plane sends nothing about intake, or about work items in cycles and modules. Its Community Edition sends nothing about links, attachments and most deletions either. The Plane Polling Trigger reports most of this.',
	),
	{
		...toNodeProperty(requestVerification),
		noDataExpression: true,
		// Not `show`: the editor hides any parameter that is in it, because a credential depends on this one.
		displayOptions: { hide: { registration: [AUTOMATIC_REGISTRATION] } },
	},
	notice('open', 'Without a signing secret, anyone who knows the URL can start this workflow.', {
		...whenManual,
		requestVerification: [NO_VERIFICATION],
	}),
	notice(
		'lookups',
		"Choose a credential for Plane's API as well: then you can choose projects, states and people from lists, and every item has all names, and the key and URL of its work item.",
		whenManual,
	),
	authenticationProperty,
	{ ...toNodeProperty(events), default: ['workItemCreated'] },
	toNodeProperty(projects),
	...detailProperties,
	...filterProperties,
	...toCollection('options', [ignoredUsers, ignoreOwnChanges, includeBody]),
	toNodeProperty(workspaceField),
];

/** What the panel says while it waits for a test event. */
export const webhookPanel: TriggerPanel = {
	header: 'Publish to try it, or execute this step and change something in Plane',
	executionsHelp: {
		inactive:
			'<b>To try it out</b>, publish this workflow, then change something in Plane: what arrives is listed under <b>Executions</b>.<br><br><b>To see an event here</b>, execute this step, and then change something in Plane. If you register webhooks by hand, first create a second one in Plane with the <b>Test URL</b>: Plane sends nothing to it otherwise.',
		active:
			'<b>The workflow is published</b>: what Plane sends to the Production URL starts it, and is listed under <b>Executions</b>.<br><br><b>To see an event here</b>, execute this step, and then change something in Plane. If you register webhooks by hand, first create a second one in Plane with the <b>Test URL</b>.',
	},
	activationHint:
		'Once you have finished building your workflow, publish it: only then does Plane start it through the Production URL.',
};
