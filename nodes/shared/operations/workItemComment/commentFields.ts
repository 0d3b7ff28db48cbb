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
	record('parent', 'Comment that this one replies to', comments, {
		ifNotTaken:
			'Servers such as the Community Edition 1.3.1 take no parent over the REST interface. Remove Parent, and reply in the web app.',
	}),
	...external('comment'),
];
