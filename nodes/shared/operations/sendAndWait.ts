import { choice, type Field, html, labeled, numberKind, required, text } from '../fields/kinds';
import { isProblem, refuseValue } from '../result/problem';
import { createBody } from './body';
import type { AskOperation } from './operation';
import { createComment, updateComment } from './workItemComment';

// n8n makes a tool for human review of every node whose Operation has the value `sendAndWait`. It knows the names
// `message` and `responseType`, and the value `approval`.

/** The value of Response Type for a decision. */
export const APPROVAL = 'approval';

/** The value of Type of Approval for links to approve and to decline. */
export const APPROVE_OR_DECLINE = 'double';

const { resource } = createComment;

/** Ten years. */
const MAX_HOURS = 87_600;

const question = required(
	html('comment_html', 'What the comment says above the links', {
		parameter: 'message',
		displayName: 'Message',
	}),
);

const hours: Field = {
	...text('limit_wait_time', 'Then the workflow continues without an answer', {
		displayName: 'Limit Wait Time (Hours)',
	}),
	kind: {
		panel: { type: 'number', default: 24, typeOptions: { minValue: 0 } },
		write: (value, context) => {
			const written = numberKind.write(value, context);
			const isInRange = Number(written) > 0 && Number(written) <= MAX_HOURS;
			if (isProblem(written) || isInRange) return written;

			const remedy = 'Enter a number of hours, e.g. 24 or 0.5.';

			return refuseValue(value, `is not more than 0 and up to ${MAX_HOURS}`, remedy);
		},
	},
};

/** Asks in a comment. It is not among the usual operations, because the execution waits after it. */
export const sendAndWait: AskOperation = {
	kind: 'ask',
	resource,
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Send a comment and wait for a response',
	description:
		'Ask in a comment with links to approve or decline, or to a form, and wait for one answer for all items',
	creation: {
		kind: 'create',
		resource,
		value: 'create',
		name: createComment.name,
		action: createComment.action,
		description: createComment.description,
		request: createComment.request,
		locators: createComment.locators,
		body: createBody([question]),
	},
	change: updateComment,
	idPlaceholder: 'comment_id',
	question,
	responseType: choice('response_type', [APPROVAL, 'freeText'], 'How people answer'),
	approvalType: labeled(
		'approval_type',
		{ 'Approve and Decline': APPROVE_OR_DECLINE, 'Approve Only': 'single' },
		'Which links there are',
		{ displayName: 'Type of Approval' },
	),
	labels: {
		approve: text('approve_label', 'Text of the link', { default: 'Approve' }),
		decline: text('decline_label', 'Text of the link', { default: 'Decline' }),
	},
	hours,
};
