import type { INodeProperties } from 'n8n-workflow';

import { boolean, choice, choices, type Field, required, texts } from '../shared/fields/kinds';
import { changedFields } from '../shared/events/changedFields';
import { workspace } from '../shared/operations/shared/locators';
import { collection, parameter } from '../shared/fields/nodeProperty';

export const SECRET = 'signing_secret';
export const NONE = 'none';

/** What each event is called in a delivery, as it is told. */
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

const names = Object.keys(EVENTS) as [keyof typeof EVENTS, ...(keyof typeof EVENTS)[]];

const authentication = choice(
	'authentication',
	[NONE, SECRET],
	'How to verify that a request comes from Plane',
	{ default: SECRET },
);

const events = required(
	choices(
		'events',
		names,
		"Events that start the workflow. Only version 2 of the webhooks, which Plane's cloud and commercial editions have, sends those of what is deleted, except projects.",
	),
);

const projects = texts(
	'projects',
	'IDs of projects to watch; with a Plane API credential, also their names or identifiers. Leave empty for all.',
	{ placeholder: 'e.g. Launch, OPS' },
);

const toStates = texts(
	'to_states',
	'IDs: only changes to these states; with a Plane API credential, also their names. Leave empty for any.',
	{
		displayName: 'To States',
		placeholder: 'e.g. Done, Cancelled',
	},
);

const assignedTo = texts(
	'assigned_to',
	'IDs: only assignments to these users; with a Plane API credential, also their email addresses, display names or full names. Leave empty for any.',
	{ placeholder: 'e.g. ada@example.com' },
);

const ignoreUsers = texts(
	'ignore_changes_by',
	'IDs of users whose changes are ignored, such as the one whose API key your workflows use; with a Plane API credential, also their email addresses, display names or full names',
	{ placeholder: 'e.g. bot@example.com' },
);

const withBody = boolean(
	'include_body',
	'Whether to include the original webhook payload in the output, as body',
);

/** Read only where something is looked up in Plane. */
export const workspaceField: Field = {
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

/** What the trigger reads. */
export const webhookFields = {
	authentication,
	events,
	toStates,
	assignedTo,
	changed: changedFields,
	projects,
	ignoreUsers,
	withBody,
	workspace: workspaceField,
} as const;

/** What to do in Plane, in the words of its screens. */
const STEPS = [
	'Open Webhook URLs above and copy the Production URL. The Test URL is another address, which works only while you listen for a test event.',
	'In Plane, open Workspace Settings → Webhooks → Add webhook, and paste the URL.',
	'Choose the events, or all of them, and create the webhook.',
	'Plane shows the secret key once, in a file. Put it into the credential.',
];

/** A list as notices show it. */
const listed = (entries: readonly string[]): string =>
	`<ul>${entries.map((entry) => `<li>${entry}</li>`).join('')}</ul>`;

/** The parameters of the trigger in the order of the panel. */
export const webhookPanel: INodeProperties[] = [
	notice(
		'steps',
		`Plane does not let other software create webhooks, so do it once, in four steps: ${listed(STEPS)}`,
	),
	notice(
		'limits',
		'Plane sends no webhook for adding work items to cycles or modules, nor for links, attachments and intake; and for what is deleted, except projects, only in version 2 of its webhooks, which its cloud and commercial editions have. The Plane Polling Trigger reports cycles, links, attachments and intake, and works where Plane cannot reach this n8n.',
	),
	{ ...parameter(authentication), noDataExpression: true },
	notice(
		'lookups',
		"Choose a <b>Plane API</b> credential as well, so that items have the names of states and people, and the key and address of the work item. Webhooks of Plane's cloud and commercial editions have IDs alone.",
	),
	{
		...notice(
			'open',
			'Without a signing secret, anybody who knows the address can start this workflow.',
		),
		displayOptions: { show: { authentication: [NONE] } },
	},
	{ ...parameter(events), default: ['work_item_created'] },
	parameter(toStates, { events: ['work_item_state_changed'] }),
	parameter(assignedTo, { events: ['work_item_assigned'] }),
	parameter(changedFields, { events: ['field_changed'] }),
	...collection('options', [projects, ignoreUsers, withBody]),
	parameter(workspaceField),
];
