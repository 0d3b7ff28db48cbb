import type { Field } from '../../fields/field';
import { html, labeled, lasting, moment, record, required, text } from '../../fields/kinds';
import { workItems } from '../../lists/workItems';
import { INTAKE_STATUS } from '../shared/cards';
import { priority } from '../workItem/workItemFields';

/** A field of the work item that an intake item is about, which stands within it on the wire. */
const ofIssue = (field: Field): Field => ({ ...field, wire: `issue.${field.wire}` });

const name = text('name', 'What is asked for');
const others = [html('description_html', 'More about it'), priority].map(ofIssue);

export const newIntakeFields = [ofIssue(required(name)), ...others];

export const intakeFields = [
	ofIssue(lasting(name)),
	...others,
	labeled(
		'status',
		INTAKE_STATUS,
		'Accepted makes it a work item of the project; Snoozed takes Snoozed Till, and Duplicate takes Duplicate To',
	),
	moment('snoozed_till', 'When it shows again, if it is snoozed'),
	record('duplicate_to', 'Work item that it is a duplicate of', workItems, {
		displayName: 'Duplicate To',
	}),
	text('source', 'Where it came from', { placeholder: 'e.g. EMAIL' }),
	text('source_email', 'Email address that it came from'),
];
