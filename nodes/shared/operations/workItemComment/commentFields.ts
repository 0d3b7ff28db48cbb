import { choice, html, lasting, record } from '../../fields/kinds';
import { comments } from '../../lists/lists';
import { external } from '../shared/external';

export const comment = lasting(html('comment_html', 'What the comment says'));

/** What a comment has besides its text. */
export const commentFields = [
	lasting(
		choice(
			'access',
			['INTERNAL', 'EXTERNAL'],
			'Who sees the comment: members of the workspace, or visitors of a published project too',
		),
	),
	record('parent', 'Comment that this one replies to', comments),
	...external('comment'),
];
