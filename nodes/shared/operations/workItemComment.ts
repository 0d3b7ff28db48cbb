import { choice, html, lasting, record, required } from '../fields/kinds';
import { comments } from '../lists/lists';
import { changes, content, operation } from './operation';
import { cards } from './shared/cards';
import { BY_EXTERNAL_ID, external } from './shared/external';
import { wantedFields } from './shared/paging';

const comment = lasting(html('comment_html', 'What the comment says'));

/** What a comment has besides its text. */
const commentFields = [
	lasting(
		choice(
			'access',
			['INTERNAL', 'EXTERNAL'],
			'Who sees the comment: members of the workspace, or visitors of a published project too',
		),
	),
	record('parent', 'Comment that this one replies to', comments, {
		ifNotTaken:
			'Servers such as the Community Edition 1.3.1 take no parent over the REST interface. Remove Parent, and reply in the web app.',
	}),
	...external('comment'),
];

export const createComment = operation({
	kind: 'create',
	resource: 'workItemComment',
	description: 'Add a comment to a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/comments/',
	natural: BY_EXTERNAL_ID,
	body: content([required(comment), ...commentFields]),
});

export const getComment = operation({
	kind: 'get',
	resource: 'workItemComment',
	description: 'Retrieve one comment on a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/comments/{comment_id}/',
	simplified: cards.comment,
});

export const getComments = operation({
	kind: 'list',
	resource: 'workItemComment',
	description: 'Retrieve a list of the comments on a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/comments/',
	list: {
		records: 'work item comments',
		simplified: cards.comment,
		options: [wantedFields],
	},
});

export const updateComment = operation({
	kind: 'update',
	resource: 'workItemComment',
	description: 'Change a comment on a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/comments/{comment_id}/',
	body: changes([comment, ...commentFields]),
});

export const deleteComment = operation({
	kind: 'action',
	resource: 'workItemComment',
	description: 'Delete a comment on a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/comments/{comment_id}/',
	done: 'deleted',
});
