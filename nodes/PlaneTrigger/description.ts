import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { boolean, choice, describedChoices, type Field, required } from '../shared/fields/kinds';
import { changedFields } from '../shared/events/changedFields';
import { describeEvent } from '../shared/events/eventOptions';
import {
	assignedTo,
	eventFilters,
	ignoredUsers,
	ignoreOwnChanges,
	projectsField,
	toStates,
} from '../shared/events/filters';
import { workspace } from '../shared/operations/shared/locators';
import { authenticationProperty } from '../shared/parameters/authenticationProperty';
import { toCollection, toNodeProperty } from '../shared/fields/nodeProperty';

type TriggerPanel = NonNullable<INodeTypeDescription['triggerPanel']>;

/** Values of the parameter Request Verification. */
export const SIGNING_SECRET = 'signing_secret';
export const NO_VERIFICATION = 'none';

/** The events of the parameter Events, each with the record and the action that a delivery reports. */
export const EVENTS = {
	work_item_created: ['workItem', 'created'],
	work_item_updated: ['workItem', 'updated'],
	work_item_state_changed: ['workItem', 'updated'],
	work_item_assigned: ['workItem', 'updated'],
	field_changed: ['workItem', 'updated'],
	work_item_archived: ['workItem', 'archived'],
	work_item_deleted: ['workItem', 'deleted'],
	comment_created: ['workItemComment', 'created'],
	comment_updated: ['workItemComment', 'updated'],
	comment_deleted: ['workItemComment', 'deleted'],
	cycle_created: ['cycle', 'created'],
	cycle_updated: ['cycle', 'updated'],
	cycle_deleted: ['cycle', 'deleted'],
	module_created: ['module', 'created'],
	module_updated: ['module', 'updated'],
	module_deleted: ['module', 'deleted'],
	project_created: ['project', 'created'],
	project_updated: ['project', 'updated'],
	project_deleted: ['project', 'deleted'],
	anything_else: [],
} as const;

const eventNames = Object.keys(EVENTS) as [keyof typeof EVENTS, ...(keyof typeof EVENTS)[]];

const requestVerification = choice(
	'request_verification',
	[NO_VERIFICATION, SIGNING_SECRET],
	'How to verify that a request comes from Plane',
	{ default: SIGNING_SECRET },
);

const [firstEvent, ...otherEvents] = eventNames;

const events = required(
	describedChoices(
		'events',
		[describeEvent(firstEvent), ...otherEvents.map(describeEvent)],
		"Events that start the workflow. Delete events, other than those of projects, require version 2 of the webhooks, which Plane's cloud and commercial editions have.",
	),
);

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

const notice = (name: string, displayName: string): INodeProperties => ({
	displayName,
	name,
	type: 'notice',
	default: '',
});

/** The parameters that the trigger reads. */
export const webhookFields = {
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
	notice('steps', `Create the webhook in Plane: ${numberedList(STEPS)}`),
	notice(
		'limits',
		'Plane sends nothing about intake, or about work items in cycles and modules. Its Community Edition sends nothing about links, attachments and most deletions either. The Plane Polling Trigger reports most of this.',
	),
	{ ...toNodeProperty(requestVerification), noDataExpression: true },
	{
		...notice(
			'open',
			'Without a signing secret, anyone who knows the URL can start this workflow.',
		),
		displayOptions: { show: { requestVerification: [NO_VERIFICATION] } },
	},
	notice(
		'lookups',
		"Choose a credential for Plane's API as well: then you can choose projects, states and people from lists, and every item has all names, and the key and URL of its work item.",
	),
	authenticationProperty,
	{ ...toNodeProperty(events), default: ['work_item_created'] },
	toNodeProperty(projects),
	toNodeProperty(toStates, { events: ['work_item_state_changed'] }),
	toNodeProperty(assignedTo, { events: ['work_item_assigned'] }),
	toNodeProperty(changedFields, { events: ['field_changed'] }),
	...toCollection(
		'filters',
		eventFilters.map(({ field }) => field),
	),
	...toCollection('options', [ignoredUsers, ignoreOwnChanges, includeBody]),
	toNodeProperty(workspaceField),
];

/** What the panel says while it waits for a test event. */
export const webhookPanel: TriggerPanel = {
	header: 'Publish to try it: Plane sends events to the Production URL',
	executionsHelp: {
		inactive:
			'<b>To try it out</b>, publish this workflow, then change something in Plane: what arrives is listed under <b>Executions</b>.<br><br><b>To see an event here</b>, create a second webhook in Plane with the <b>Test URL</b>, execute this step, and then change something in Plane. Plane sends nothing to the Test URL otherwise.',
		active:
			'<b>The workflow is published</b>: what Plane sends to the Production URL starts it, and is listed under <b>Executions</b>.<br><br><b>To see an event here</b>, create a second webhook in Plane with the <b>Test URL</b>, execute this step, and then change something in Plane.',
	},
	activationHint:
		'Once you have finished building your workflow, publish it: only then does Plane start it through the Production URL.',
};
