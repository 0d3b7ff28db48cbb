import type { Field } from '../fields/field';
import {
	html,
	labeled,
	lasting,
	later,
	moment,
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
 * A field of the work item that an intake item is about, which stands within it on the wire. A server
 * that accepts the item in the same request loses it (row 164).
 */
const ofIssue = (field: Field): Field => ({
	...field,
	wire: `issue.${field.wire}`,
	responsePath: `issue_detail.${field.wire}`,
	sendFirst: true,
});

/** Anybody else gets a success, and nothing has changed (row 165). */
const ADMINISTRATORS_ONLY =
	'Only an administrator of the project may change this. Use the API key of one, or have your user made one in the settings of the project.';

const title = name('name', 'What is asked for');
const others = [html('description_html', 'More about it'), priority].map(ofIssue);

const newIntakeFields = [ofIssue(required(title)), ...others];

const intakeFields = [
	ofIssue(lasting(title)),
	...others,
	labeled(
		'status',
		INTAKE_STATUS,
		'Accepted makes it a work item of the project; Snoozed takes Snoozed Till, and Duplicate takes Duplicate To',
		{ notAcceptedHint: ADMINISTRATORS_ONLY },
	),
	// Once this time has come, the item is in no list, and its ID is not found (row 79).
	later(
		moment(
			'snoozed_till',
			'Until when it is snoozed. Once that time has come, Plane does not list it any more: Update it before, or keep its ID, by which it can still be updated.',
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
	description: 'Create a new intake item: something that is asked for and not yet accepted',
	path: 'projects/{project_id}/intake-issues/',
	serverErrorHint:
		'Plane fails so in a project whose intake was turned on when the project was created: turn it on once more with Project → Update. Each failed try has left a hidden work item in the state Triage.',
	projectFeature: intake,
	body: createBody(newIntakeFields),
});

export const getIntakeItem = get({
	resource: 'intakeItem',
	description: 'Retrieve one intake item of a project',
	path: 'projects/{project_id}/intake-issues/{work_item_id}/',
	locators: { work_item_id: intakeItem },
	simplifier: simplifiers.intakeItem,
	notFoundHint:
		'Plane does not find an intake item either that was snoozed until a time that is past; Update still works.',
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
	body: updateBody(intakeFields),
});

export const deleteIntakeItem = action({
	resource: 'intakeItem',
	description: 'Delete an intake item',
	path: 'projects/{project_id}/intake-issues/{work_item_id}/',
	resultKey: 'deleted',
	locators: { work_item_id: intakeItem },
});
