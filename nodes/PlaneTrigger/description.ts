// Saved as JSON when the package is built (gulpfile.js).

import type { IDisplayOptions, INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { detailProperties, filterProperties } from '../shared/events/eventProperties';
import { toCollection, toNodeProperty } from '../shared/fields/nodeProperty';
import { authenticationProperty } from '../shared/parameters/authenticationProperty';
import { AUTOMATIC_REGISTRATION, MANUAL_REGISTRATION, NO_VERIFICATION } from './webhookChoices';
import { webhookFields as fields } from './webhookFields';

type Show = NonNullable<IDisplayOptions['show']>;

type TriggerPanel = NonNullable<INodeTypeDescription['triggerPanel']>;

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
	{ ...toNodeProperty(fields.registration), noDataExpression: true },
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
		...toNodeProperty(fields.requestVerification),
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
	{ ...toNodeProperty(fields.events), default: ['workItemCreated'] },
	toNodeProperty(fields.projects),
	...detailProperties,
	...filterProperties,
	...toCollection('options', [fields.ignoredUsers, fields.ignoreOwnChanges, fields.includeBody]),
	toNodeProperty(fields.workspace),
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
