import {
	COMMIT_ID,
	computeDigest,
	DEFAULT_BRANCH,
	type GitService,
	NO_COMMIT,
	type PushEvent,
	type RequestEvent,
} from './gitService';

const URL = 'https://gitea.example.com/acme/launch';
const requestUrl = `${URL}/pulls/7`;
const commitUrl = `${URL}/commit/${COMMIT_ID}`;
const sender = { id: 1, login: 'ada', full_name: '', email: 'ada@example.com', username: 'ada' };
const repository = {
	id: 1,
	owner: sender,
	name: 'launch',
	full_name: 'acme/launch',
	html_url: URL,
	default_branch: DEFAULT_BRANCH,
};

/**
 * Builds the body of a delivery for the event `pull_request`, as recorded in woodpecker-ci/woodpecker,
 * server/forge/gitea/fixtures, files HookPullRequestMerged.json, HookPullRequestChangeTitle.json and
 * HookPullRequestClosed.json, and in go-playground/webhooks, testdata/gitea/pull-request-event.json. The actions are
 * those of go-gitea/gitea, modules/structs/hook.go.
 */
function createRequestDelivery(event: RequestEvent): object {
	const { action, title, branch, text, isMerged = false } = event;

	return {
		action,
		number: 7,
		pull_request: {
			id: 62112,
			url: requestUrl,
			number: 7,
			user: sender,
			title,
			// The recordings have an empty text.
			body: text ?? '',
			labels: [],
			milestone: null,
			assignee: null,
			assignees: null,
			requested_reviewers: null,
			state: action === 'closed' ? 'closed' : 'open',
			is_locked: false,
			comments: 1,
			html_url: requestUrl,
			mergeable: true,
			merged: isMerged,
			merged_at: isMerged ? '2026-03-03T09:00:00Z' : null,
			merge_commit_sha: isMerged ? COMMIT_ID : null,
			merged_by: isMerged ? sender : null,
			base: { label: DEFAULT_BRANCH, ref: DEFAULT_BRANCH, repo: repository },
			head: { label: branch, ref: branch, repo: repository },
			due_date: null,
		},
		requested_reviewer: null,
		repository,
		sender,
		commit_id: '',
		review: null,
	};
}

/**
 * Builds the body of a delivery for the event `push`, as recorded in go-playground/webhooks,
 * testdata/gitea/push-event.json, and as in Gitea's documentation (docs/content/usage/webhooks.en-us.md).
 */
function createPushDelivery({ branch, message }: PushEvent): object {
	const author = { name: 'Ada Lovelace', email: 'ada@example.com', username: '' };
	const commit = {
		id: COMMIT_ID,
		// Gitea keeps the line break at the end.
		message: `${message}\n`,
		url: commitUrl,
		author,
		committer: author,
		verification: null,
		timestamp: '2026-03-02T16:23:39+09:00',
		added: ['example'],
		removed: [],
		modified: [],
	};

	return {
		ref: `refs/heads/${branch}`,
		before: NO_COMMIT,
		after: COMMIT_ID,
		compare_url: `${URL}/compare/${NO_COMMIT}...${COMMIT_ID}`,
		commits: [commit],
		head_commit: commit,
		repository,
		pusher: sender,
		sender,
	};
}

export const gitea: GitService = {
	name: 'Gitea',
	requestName: 'Pull request',
	requestUrl,
	commitUrl,
	actions: {
		opened: 'opened',
		merged: 'closed',
		ignored: ['label_updated', 'synchronized', 'closed'],
	},
	createRequestDelivery,
	createPushDelivery,
	/** As in go-gitea/gitea, services/webhook/deliver.go. */
	sign: (body, secret) => ({
		'x-gitea-signature': computeDigest(body, secret),
		'x-hub-signature-256': `sha256=${computeDigest(body, secret)}`,
	}),
};
