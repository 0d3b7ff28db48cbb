import {
	COMMIT_ID,
	computeDigest,
	DEFAULT_BRANCH,
	type GitService,
	NO_COMMIT,
	type PushEvent,
	type RequestEvent,
} from './gitService';

const URL = 'https://github.com/acme/launch';
const requestUrl = `${URL}/pull/7`;
const commitUrl = `${URL}/commit/${COMMIT_ID}`;
const sender = { login: 'octocat', type: 'User' };
const repository = {
	name: 'launch',
	full_name: 'acme/launch',
	html_url: URL,
	default_branch: DEFAULT_BRANCH,
};

/**
 * Builds the body of a delivery for the event `pull_request`: the parts that describe the pull request itself, named and
 * typed as in octokit/webhooks, payload-examples/api.github.com/pull_request, files opened.payload.json,
 * opened.with-null-body.json, labeled.payload.json and closed.payload.json.
 */
function createRequestDelivery(event: RequestEvent): object {
	const { action, title, branch, text, isMerged = false } = event;

	return {
		action,
		number: 7,
		pull_request: {
			html_url: requestUrl,
			number: 7,
			state: action === 'closed' ? 'closed' : 'open',
			locked: false,
			title,
			user: sender,
			body: text,
			created_at: '2026-03-02T15:20:33Z',
			merged_at: isMerged ? '2026-03-03T09:00:00Z' : null,
			assignee: null,
			labels: [],
			milestone: null,
			head: { label: `acme:${branch}`, ref: branch },
			base: { label: `acme:${DEFAULT_BRANCH}`, ref: DEFAULT_BRANCH },
			draft: false,
			merged: isMerged,
			merged_by: isMerged ? sender : null,
		},
		repository,
		sender,
	};
}

/** Builds the body of a delivery for the event `push`: octokit/webhooks, api.github.com/push/with-new-branch.payload.json. */
function createPushDelivery({ branch, message }: PushEvent): object {
	const author = { name: 'octocat', email: 'octocat@example.com', username: 'octocat' };
	const commit = {
		id: COMMIT_ID,
		tree_id: '31b122c26a97cf9af023e9ddab94a82c6e77b0ea',
		distinct: true,
		message,
		timestamp: '2026-03-02T15:19:25Z',
		url: commitUrl,
		author,
		committer: author,
		added: ['README.md'],
		removed: [],
		modified: [],
	};

	return {
		ref: `refs/heads/${branch}`,
		before: NO_COMMIT,
		after: COMMIT_ID,
		repository: { ...repository, master_branch: DEFAULT_BRANCH },
		pusher: { name: 'octocat', email: 'octocat@example.com' },
		sender,
		created: true,
		deleted: false,
		forced: false,
		base_ref: null,
		compare: commitUrl,
		commits: [commit],
		head_commit: commit,
	};
}

export const gitHub: GitService = {
	name: 'GitHub',
	requestName: 'Pull request',
	requestUrl,
	commitUrl,
	actions: {
		opened: 'opened',
		merged: 'closed',
		ignored: ['labeled', 'synchronize', 'closed'],
	},
	createRequestDelivery,
	createPushDelivery,
	sign: (body, secret) => ({ 'x-hub-signature-256': `sha256=${computeDigest(body, secret)}` }),
};

/** The example in “Validating webhook deliveries” of GitHub's documentation, “Testing the webhook payload validation”. */
export const DOCUMENTED_SIGNATURE = {
	text: 'Hello, World!',
	secret: "It's a Secret to Everybody",
	signature: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
} as const;

/** What GitHub sends when a webhook is created: octokit/webhooks, api.github.com/ping/payload.json. */
export const PING = {
	zen: 'Keep it logically awesome.',
	hook_id: 109948940,
	hook: { type: 'Repository', name: 'web', active: true, events: ['push', 'pull_request'] },
	repository,
	sender,
};
