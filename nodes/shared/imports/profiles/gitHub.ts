import { asText } from '../../values/asText';
import { isEmpty } from '../../values/valueChecks';
import { readLabelRecords } from '../cellLists';
import { readPeople } from '../personCells';
import type { Profile, Row, StateGroup } from '../profile';

/** Why an issue was closed, in lower case, if that means that nothing was done. */
const NOTHING_DONE = new Set(['not_planned', 'duplicate']);

/** A state that GitHub does not have: why an issue is closed stands beside it. */
function findGroup(row: Row): StateGroup | undefined {
	const state = asText(row.state)?.toLowerCase();
	const reason = readReason(row);

	if (state !== undefined && state !== 'closed') return 'unstarted';
	if (NOTHING_DONE.has(reason)) return 'cancelled';
	if (state === 'closed' || reason === 'completed') return 'completed';

	return reason === 'reopened' ? 'unstarted' : undefined;
}

const readReason = ({ stateReason, state_reason: stateReasonOfRest }: Row): string =>
	asText(stateReason ?? stateReasonOfRest)?.toLowerCase() ?? '';

/** GitHub: `gh issue list --json …`, and `GET /repos/{owner}/{repo}/issues`, which returns pull requests as well. */
export const gitHub: Profile = {
	tool: 'GitHub',
	recognizedBy: [
		['number', 'title', 'body'],
		['number', 'title', 'state', 'html_url'],
		['number', 'title', 'state', 'state_reason'],
		// With `gh`, the user chooses the columns: these are called so nowhere else.
		['title', 'stateReason'],
		['title', 'closedByPullRequestsReferences'],
		['title', 'isPinned'],
		['title', 'projectItems'],
		['title', 'reactionGroups'],
	],
	columns: {
		external_id: ['number'],
		name: ['title'],
		description_html: ['body'],
		assignees: ['assignees'],
		labels: ['labels'],
		created_at: ['createdAt', 'created_at'],
	},
	technicalColumns: [
		'active_lock_reason',
		'assignee',
		'author_association',
		'closed_at',
		'closed_by',
		'closedAt',
		'comments_url',
		'draft',
		'events_url',
		'html_url',
		'id',
		'labels_url',
		'locked',
		'node_id',
		'performed_via_github_app',
		'repository_url',
		'state',
		'state_reason',
		'stateReason',
		'timeline_url',
		'updated_at',
		'updatedAt',
		'url',
	],
	format: 'github',
	readers: { assignees: readPeople, labels: readLabelRecords },
	groupRules: [{ columns: ['state', 'stateReason', 'state_reason'], read: findGroup }],
	isOnlyOpen: (row) => findGroup(row) === 'unstarted' && readReason(row) !== 'reopened',
	// GitHub says so as long as the issue stays open.
	isReopened: (row) => findGroup(row) === 'unstarted' && readReason(row) === 'reopened',
	exceptionRule: {
		columns: ['pull_request'],
		read: ({ pull_request: pullRequest }) => (isEmpty(pullRequest) ? undefined : 'pull request'),
	},
	comments: ['comments'],
	// The REST API has the number in place of the comments.
	commentCount: {
		columns: ['comments'],
		read: ({ comments }) => (typeof comments === 'number' ? comments : undefined),
	},
	// In the REST API, the other address is that of the API.
	links: ['html_url', 'url'],
};
