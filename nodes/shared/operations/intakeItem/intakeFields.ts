import type { Field } from '../../fields/field';
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
} from '../../fields/kinds';
import { workItems } from '../../lists/workItems';
import { INTAKE_STATUS } from '../shared/cards';
import { priority } from '../workItem/workItemFields';

/**
 * A field of the work item that an intake item is about, which stands within it on the wire. A server
 * that accepts the item in the same request loses it (row 164).
 */
const ofIssue = (field: Field): Field => ({
	...field,
	wire: `issue.${field.wire}`,
	shownAs: `issue_detail.${field.wire}`,
	isSentFirst: true,
});

/** Anybody else gets a success, and nothing has changed (row 165). */
const ADMINISTRATORS_ONLY =
	'Only an administrator of the project may change this. Use the API key of one, or have your user made one in the settings of the project.';

const title = name('name', 'What is asked for');
const others = [html('description_html', 'More about it'), priority].map(ofIssue);

export const newIntakeFields = [ofIssue(required(title)), ...others];

export const intakeFields = [
	ofIssue(lasting(title)),
	...others,
	labeled(
		'status',
		INTAKE_STATUS,
		'Accepted makes it a work item of the project; Snoozed takes Snoozed Till, and Duplicate takes Duplicate To',
		{ ifNotTaken: ADMINISTRATORS_ONLY },
	),
	// Once this time has come, the item is in no list, and its ID is not found (row 79).
	later(
		moment(
			'snoozed_till',
			'Until when it is snoozed. Once that time has come, Plane does not list it any more: Update it before, or keep its ID, by which it can still be updated.',
			{ ifNotTaken: ADMINISTRATORS_ONLY },
		),
	),
	record('duplicate_to', 'Work item that it is a duplicate of', workItems, {
		displayName: 'Duplicate To',
		ifNotTaken: ADMINISTRATORS_ONLY,
	}),
	name('source', 'Where it came from', {
		placeholder: 'e.g. EMAIL',
		ifNotTaken: ADMINISTRATORS_ONLY,
	}),
	text('source_email', 'Email address that it came from', { ifNotTaken: ADMINISTRATORS_ONLY }),
];
