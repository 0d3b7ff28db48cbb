import { choice, html, notClearable, record, required } from '../fields/kinds';
import { comments } from '../lists/lists';
import { updateBody, createBody } from './body';
import { resource } from './builders';
import { bulkWrites } from './shared/bulkWrites';
import { commentActor, creationHistory } from './shared/creationHistory';
import { simplified, simplifiedInTools } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';
import { BY_EXTERNAL_ID, external } from './shared/external';

const commentText = notClearable(html('comment_html', 'What the comment says'));

/** The fields of a comment in addition to its text. */
const sharedFields = [
	notClearable(
		choice(
			'access',
			['INTERNAL', 'EXTERNAL'],
			'External is also for visitors of a published project',
		),
	),
	record('parent', 'Comment that it replies to', comments, {
		notAcceptedHint:
			'Servers such as the Community Edition 1.3.1 do not accept a parent over the REST API. Reply in the web app, or leave out Parent: then it becomes a comment of its own.',
	}),
	...external,
];

const operations = resource({
	resource: 'workItemComment',
	records: 'work item comments',
	path: 'projects/{project_id}/work-items/{work_item_id}/comments/',
	recordPath: 'projects/{project_id}/work-items/{work_item_id}/comments/{comment_id}/',
	bulk: bulkWrites.comment,
	output: simplified(simplifiers.comment),
});

export const createComment = operations.create({
	description: 'Add a comment to a work item',
	// Row 67.
	naturalKey: {
		...BY_EXTERNAL_ID,
		lookup: { kind: 'listOfOwner', record: 'comment', owner: 'work item' },
	},
	output: simplifiedInTools(simplifiers.comment),
	body: createBody([required(commentText), ...sharedFields, ...creationHistory, commentActor]),
});

export const getComment = operations.get({
	description: 'Get one comment on a work item',
});

export const getComments = operations.list({
	description: 'List the comments on a work item',
});

export const updateComment = operations.update({
	description: 'Change a comment on a work item',
	output: simplifiedInTools(simplifiers.comment),
	body: updateBody([commentText, ...sharedFields]),
});

export const deleteComment = operations.delete({
	description: 'Delete a comment on a work item',
});
