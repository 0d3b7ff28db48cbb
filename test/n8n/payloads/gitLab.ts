import {
	COMMIT_ID,
	DEFAULT_BRANCH,
	type GitService,
	NO_COMMIT,
	type PushEvent,
	type RequestEvent,
} from './gitService';

const URL = 'https://gitlab.example.com/acme/launch';
const requestUrl = `${URL}/-/merge_requests/7`;
const commitUrl = `${URL}/-/commit/${COMMIT_ID}`;
const project = {
	id: 15,
	name: 'Launch',
	web_url: URL,
	namespace: 'Acme',
	path_with_namespace: 'acme/launch',
	default_branch: DEFAULT_BRANCH,
	homepage: URL,
};
const repository = { name: 'Launch', homepage: URL };

/**
 * Builds the body of a merge request event, as in “Merge request events” of GitLab's documentation
 * (doc/user/project/integrations/webhook_events.md), which also lists the actions.
 */
function createRequestDelivery(event: RequestEvent): object {
	const { action, title, branch, text, isMerged = false } = event;
	const closedState = action === 'close' ? 'closed' : 'opened';

	return {
		object_kind: 'merge_request',
		event_type: 'merge_request',
		user: { id: 1, name: 'Ada Lovelace', username: 'ada' },
		project,
		repository,
		object_attributes: {
			id: 99,
			iid: 7,
			target_branch: DEFAULT_BRANCH,
			source_branch: branch,
			title,
			created_at: '2026-03-02T17:23:34Z',
			updated_at: '2026-03-02T17:23:34Z',
			state: isMerged ? 'merged' : closedState,
			draft: false,
			// GitLab's example has an empty text.
			description: text ?? '',
			url: requestUrl,
			last_commit: { id: COMMIT_ID, message: 'fixed readme', url: commitUrl },
			labels: [],
			action,
			detailed_merge_status: 'mergeable',
		},
		labels: [],
		changes: {},
	};
}

/** Builds the body of a push event, as in “Push events” of the same page. */
function createPushDelivery({ branch, message }: PushEvent): object {
	return {
		object_kind: 'push',
		event_name: 'push',
		before: NO_COMMIT,
		after: COMMIT_ID,
		ref: `refs/heads/${branch}`,
		checkout_sha: COMMIT_ID,
		user_id: 4,
		user_name: 'Ada Lovelace',
		user_username: 'ada',
		project_id: 15,
		project,
		repository,
		commits: [
			{
				id: COMMIT_ID,
				message,
				title: message.split('\n')[0],
				timestamp: '2026-03-02T17:36:29+02:00',
				url: commitUrl,
				author: { name: 'Ada Lovelace', email: 'ada@example.com' },
				added: ['CHANGELOG'],
				modified: ['app/controller/application.rb'],
				removed: [],
			},
		],
		total_commits_count: 1,
	};
}

export const gitLab: GitService = {
	name: 'GitLab',
	requestName: 'Merge request',
	requestUrl,
	commitUrl,
	actions: { opened: 'open', merged: 'merge', ignored: ['approved', 'close'] },
	createRequestDelivery,
	createPushDelivery,
	/** “Validate payloads by using a secret token” in GitLab's documentation: the token itself. */
	sign: (_, secret) => ({ 'x-gitlab-token': secret }),
};
