import type { INodeProperties } from 'n8n-workflow';

import { boolean, choice, choices, type Field, required, texts } from '../shared/fields/kinds';
import { changedFields } from '../shared/events/changedFields';
import { workspace } from '../shared/operations/shared/locators';
import { toCollection, toNodeProperty } from '../shared/fields/nodeProperty';

/** Values of the parameter Authentication. */
export const SIGNING_SECRET = 'signing_secret';
export const NO_AUTHENTICATION = 'none';

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

const authentication = choice(
	'authentication',
	[NO_AUTHENTICATION, SIGNING_SECRET],
	'How to verify that a request comes from Plane',
	{ default: SIGNING_SECRET },
);

const events = required(
	choices(
		'events',
		eventNames,
		"Events that start the workflow. Delete events, other than those of projects, require version 2 of the webhooks, which Plane's cloud and commercial editions have.",
	),
);

const projects = texts(
	'projects',
	'IDs of the projects to watch, or with a Plane API credential their names or identifiers. Leave empty for all.',
	{ placeholder: 'e.g. Launch, OPS' },
);

const toStates = texts(
	'to_states',
	'Only changes to these states, given by ID, or by name with a Plane API credential. Leave empty for any.',
	{
		displayName: 'To States',
		placeholder: 'e.g. Done, Cancelled',
	},
);

const assignedTo = texts(
	'assigned_to',
	'Only assignments to these users, given by ID, or by email address, display name or full name with a Plane API credential. Leave empty for any.',
	{ placeholder: 'e.g. ada@example.com' },
);

const ignoreUsers = texts(
	'ignore_changes_by',
	'IDs of users whose changes to ignore, such as the one whose API key your workflows use. With a Plane API credential, you can also enter their email addresses, display names or full names.',
	{ placeholder: 'e.g. bot@example.com' },
);

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
	authentication,
	events,
	toStates,
	assignedTo,
	changed: changedFields,
	projects,
	ignoreUsers,
	includeBody,
	workspace: workspaceField,
} as const;

/** How to create the webhook, with the names that Plane's screens use. */
const STEPS = [
	'Open Webhook URLs above and copy the Production URL. The Test URL is a different one, which works only while you listen for a test event.',
	'In Plane, open Workspace Settings → Webhooks → Add webhook, and paste the URL.',
	'Choose the events, or all of them, and create the webhook.',
	'Plane shows the secret key only once, in a file. Paste it into the credential.',
];

/** Notices show HTML. */
const htmlList = (entries: readonly string[]): string =>
	`<ul>${entries.map((entry) => `<li>${entry}</li>`).join('')}</ul>`;

/** The properties of the trigger, in the order of the panel. */
export const webhookProperties: INodeProperties[] = [
	notice(
		'steps',
		`Webhooks can only be created in Plane itself. Create one in four steps: ${htmlList(STEPS)}`,
	),
	notice(
		'limits',
		'Plane sends no webhooks when work items are added to cycles or modules, nor for links, attachments and intake. It sends webhooks for deletions, other than those of projects, only in version 2, which its cloud and commercial editions have. The Plane Polling Trigger reports cycles, links, attachments and intake, and works even if Plane cannot reach this n8n.',
	),
	{ ...toNodeProperty(authentication), noDataExpression: true },
	notice(
		'lookups',
		"Choose a <b>Plane API</b> credential as well to get the names of states and people, and the key and URL of the work item. Webhooks of Plane's cloud and commercial editions only contain IDs.",
	),
	{
		...notice(
			'open',
			'Without a signing secret, anyone who knows the URL can start this workflow.',
		),
		displayOptions: { show: { authentication: [NO_AUTHENTICATION] } },
	},
	{ ...toNodeProperty(events), default: ['work_item_created'] },
	toNodeProperty(toStates, { events: ['work_item_state_changed'] }),
	toNodeProperty(assignedTo, { events: ['work_item_assigned'] }),
	toNodeProperty(changedFields, { events: ['field_changed'] }),
	...toCollection('options', [projects, ignoreUsers, includeBody]),
	toNodeProperty(workspaceField),
];
