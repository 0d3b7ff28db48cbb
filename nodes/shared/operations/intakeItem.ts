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
import { action, create, get, list, update } from './builders';
import { intake } from './project';
import { simplifiers, INTAKE_STATUS } from './shared/simplifiers';
import { intakeItem } from './shared/locators';
import { fieldSelection } from './shared/paging';
import { priority } from './workItem';

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

/** If another user changes these fields, the server reports success and changes nothing (row 165). */
const ADMINISTRATORS_ONLY =
	'Only an administrator of the project may change this. Use the API key of an administrator, or have your user made one in the settings of the project.';

const title = name('name', 'Title of the request', {
	displayName: 'Title',
	placeholder: 'e.g. The printer is jammed',
});
const sharedFields = [html('description_html', 'Details of the request'), priority].map(
	workItemField,
);

const createFields = [workItemField(required(title)), ...sharedFields];

const updateFields = [
	workItemField(notClearable(title)),
	...sharedFields,
	labeled(
		'status',
		INTAKE_STATUS,
		'Accepted makes it a work item of the project; Snoozed takes Snoozed Till, and Duplicate takes Duplicate To',
		{ notAcceptedHint: ADMINISTRATORS_ONLY },
	),
	// After this time, the item is in no list, and it is not found by its ID (row 79).
	mustBeInFuture(
		dateTime(
			'snoozed_till',
			'Until when it is snoozed. After that time, Plane no longer lists the item: update it before then, or keep its ID, by which it can still be updated.',
			{ notAcceptedHint: ADMINISTRATORS_ONLY },
		),
	),
	record('duplicate_to', 'Work item that it is a duplicate of', workItems, {
		displayName: 'Duplicate To',
		notAcceptedHint: ADMINISTRATORS_ONLY,
	}),
	name('source', 'Where it came from', {
		placeholder: 'e.g. EMAIL',
		notAcceptedHint: ADMINISTRATORS_ONLY,
	}),
	text('source_email', 'Email address that it came from', { notAcceptedHint: ADMINISTRATORS_ONLY }),
];

export const createIntakeItem = create({
	resource: 'intakeItem',
	description: 'Create a new intake item: a request that is not yet accepted',
	path: 'projects/{project_id}/intake-issues/',
	serverErrorHint:
		'A likely cause is that the intake was turned on when the project was created: turn it on again with Project → Update. Each failed attempt has left a hidden work item in the state Triage.',
	projectFeature: intake,
	body: createBody(createFields),
});

export const getIntakeItem = get({
	resource: 'intakeItem',
	description: 'Retrieve one intake item of a project',
	path: 'projects/{project_id}/intake-issues/{work_item_id}/',
	locators: { work_item_id: intakeItem },
	simplifier: simplifiers.intakeItem,
	notFoundHint:
		'Plane does not find an intake item that was snoozed until a time in the past either; Update still works.',
});

export const getIntakeItems = list({
	resource: 'intakeItem',
	description: 'Retrieve a list of the intake items of a project',
	path: 'projects/{project_id}/intake-issues/',
	records: 'intake items',
	simplifier: simplifiers.intakeItem,
	options: [fieldSelection],
});

export const updateIntakeItem = update({
	resource: 'intakeItem',
	description: 'Change an intake item: accept, decline or snooze it, or mark it as a duplicate',
	path: 'projects/{project_id}/intake-issues/{work_item_id}/',
	locators: { work_item_id: intakeItem },
	body: updateBody(updateFields),
});

export const deleteIntakeItem = action({
	resource: 'intakeItem',
	description: 'Delete an intake item',
	path: 'projects/{project_id}/intake-issues/{work_item_id}/',
	resultKey: 'deleted',
	locators: { work_item_id: intakeItem },
});
