import type { Field } from '../fields/field';
import {
	html,
	labeled,
	notClearable,
	mustBeInFuture,
	dateTime,
	name,
	record,
	required,
	text,
} from '../fields/kinds';
import { workItems } from '../lists/workItems';
import { updateBody, createBody } from './body';
import { update, resource } from './builders';
import type { RelatedRecord } from './operation';
import { intakeSwitch } from './shared/projectSwitches';
import { turnedOff } from './shared/refusals';
import { simplified } from './shared/recordOutput';
import { INTAKE_STATUS } from '../lists/intakeStatus';
import { simplifiers } from './shared/simplifiers';
import { intakeItem } from './shared/locators';
import { priority } from './shared/priority';
import { title } from './shared/title';
import { createWorkItem, updateWorkItem } from './workItem';

/**
 * Declares a field of the work item that belongs to an intake item, which is nested in the request. If the
 * same request also accepts the item, servers lose these fields (row 164).
 */
const workItemField = (field: Field): Field => ({
	...field,
	wire: `issue.${field.wire}`,
	responsePath: `issue_detail.${field.wire}`,
	sendFirst: true,
});

/** The work item that belongs to an intake item. */
const WORK_ITEM: RelatedRecord = {
	prefix: 'work_item',
	operation: updateWorkItem,
	idPlaceholder: 'work_item_id',
	idField: 'issue',
	recordField: 'issue_detail',
	// Row 404.
	forbiddenHint:
		'Guests of a project may create intake items, but only its members and administrators may set assignees, labels, days and the state. Use the credential of one of them, or give the user such a role.',
};

/**
 * Declares fields of the work item that the path of intake items does not take: it ignores them in a create,
 * and some versions remove all labels and assignees if a change has any (row 400).
 */
const workItemFields = (...wires: readonly string[]): readonly Field[] =>
	createWorkItem.body.collectionFields
		.filter(({ wire }) => wires.includes(wire))
		.map((field) => {
			const addPrefix = (wire: string) => `${WORK_ITEM.prefix}.${wire}`;

			return {
				...field,
				wire: addPrefix(field.wire),
				...(field.notBefore !== undefined && { notBefore: addPrefix(field.notBefore) }),
			};
		});

/** If another user changes these fields, the server reports success and changes nothing (row 165). */
const ADMINISTRATORS_ONLY =
	'Only an administrator of the project may change this. Use the credential of an administrator, or have your user made one in the settings of the project.';

const sharedFields = [html('description_html', 'What it is about'), priority].map(workItemField);

/** What sorts a request, pending or accepted. */
const SORTING = ['assignees', 'labels', 'start_date', 'target_date'];

const createFields = [
	workItemField(required(title)),
	...sharedFields,
	...workItemFields(...SORTING),
];

const status = labeled(
	'status',
	INTAKE_STATUS,
	'Snoozed takes Snoozed Till, and Duplicate takes Duplicate To',
	{ notAcceptedHint: ADMINISTRATORS_ONLY },
);

const updateFields = [
	workItemField(notClearable(title)),
	...sharedFields,
	...workItemFields(...SORTING),
	status,
	// After this time, the item is in no list, and it is not found by its ID (row 79).
	mustBeInFuture(
		dateTime('snoozed_till', 'End of snoozing, after which Plane no longer lists it', {
			notAcceptedHint: ADMINISTRATORS_ONLY,
		}),
	),
	record('duplicate_to', 'Work item that it duplicates', workItems, {
		displayName: 'Duplicate To',
		notAcceptedHint: ADMINISTRATORS_ONLY,
	}),
	name('source', 'Where it came from', {
		placeholder: 'e.g. EMAIL',
		notAcceptedHint: ADMINISTRATORS_ONLY,
	}),
	text('source_email', 'Email address of the sender', { notAcceptedHint: ADMINISTRATORS_ONLY }),
];

const operations = resource({
	resource: 'intakeItem',
	records: 'intake items',
	path: 'projects/{project_id}/intake-issues/',
	recordPath: 'projects/{project_id}/intake-issues/{work_item_id}/',
	locators: { work_item_id: intakeItem },
	output: simplified(simplifiers.intakeItem),
});

export const createIntakeItem = operations.create({
	description: 'Create an intake item: a request that is not yet accepted',
	refusals: [
		turnedOff('Intake', /intake is not enabled/i),
		// Row 78.
		{
			when: { status: 500 },
			remedy:
				'A likely cause is that the intake was turned on when the project was created: turn it on again with Project → Update. Each failed attempt has left a hidden work item in the state Triage.',
		},
	],
	check: { kind: 'feature', feature: intakeSwitch },
	output: simplified(simplifiers.intakeItem),
	body: createBody(createFields, { relatedRecord: WORK_ITEM }),
});

export const getIntakeItem = operations.get({
	description: 'Get one intake item of a project',
	refusals: [
		{
			when: { status: 404 },
			remedy:
				'Plane does not find an intake item that was snoozed until a time in the past either; Update still works.',
		},
	],
});

export const getIntakeItems = operations.list({
	description: 'List the intake items of a project',
});

export const updateIntakeItem = operations.update({
	description: 'Change an intake item: accept, decline or snooze it, or mark it as a duplicate',
	refusals: [
		{
			when: { status: 404 },
			remedy:
				'If it was snoozed until a time in the past, Plane finds it only if its own fields change: add Status, too.',
		},
	],
	output: simplified(simplifiers.intakeItem),
	body: updateBody(updateFields, { relatedRecord: WORK_ITEM }),
});

export const acceptIntakeItem = update({
	resource: 'intakeItem',
	value: 'accept',
	name: 'Accept',
	action: 'Accept intake item',
	description:
		'Accept an intake item as a work item, and set its state, assignees, labels, priority and days',
	path: 'projects/{project_id}/intake-issues/{work_item_id}/',
	locators: { work_item_id: intakeItem },
	output: simplified(simplifiers.intakeItem),
	body: updateBody(workItemFields(...SORTING, 'priority', 'state'), {
		fixedValues: [{ field: status, value: () => INTAKE_STATUS.Accepted }],
		relatedRecord: WORK_ITEM,
	}),
});

export const deleteIntakeItem = operations.delete({
	description: 'Delete an intake item',
});
