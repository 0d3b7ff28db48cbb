/** What happened to a pull request, as far as the example reads it. */
export interface PullRequestEvent {
	readonly action: string;
	readonly title: string;
	readonly branch: string;
	/** Null if its author has written nothing. */
	readonly body: string | null;
	/** The time at which it was merged. */
	readonly mergedAt?: string;
}

const REPOSITORY = 'https://github.com/acme/launch';

/** The page of the pull request that all deliveries are about. */
export const PULL_REQUEST_URL = `${REPOSITORY}/pull/7`;

/**
 * Builds the body of a delivery of GitHub for the event `pull_request`: the parts that describe the pull request
 * itself, named and typed as in octokit/webhooks, payload-examples/api.github.com/pull_request, files
 * opened.payload.json, opened.with-null-body.json, labeled.payload.json and closed.payload.json.
 */
export function createPullRequestDelivery(event: PullRequestEvent): object {
	const { action, title, branch, body, mergedAt = null } = event;
	const isClosed = action === 'closed';

	return {
		action,
		number: 7,
		pull_request: {
			html_url: PULL_REQUEST_URL,
			number: 7,
			state: isClosed ? 'closed' : 'open',
			locked: false,
			title,
			user: { login: 'octocat', type: 'User' },
			body,
			created_at: '2026-03-02T15:20:33Z',
			merged_at: mergedAt,
			assignee: null,
			labels: [],
			milestone: null,
			head: { label: `acme:${branch}`, ref: branch },
			base: { label: 'acme:main', ref: 'main' },
			draft: false,
			merged: mergedAt !== null,
			merged_by: mergedAt === null ? null : { login: 'octocat', type: 'User' },
		},
		repository: { name: 'launch', full_name: 'acme/launch', html_url: REPOSITORY },
		sender: { login: 'octocat', type: 'User' },
	};
}

/** What GitHub sends when a webhook is created: octokit/webhooks, api.github.com/ping/payload.json. */
export const PING = {
	zen: 'Keep it logically awesome.',
	hook_id: 109948940,
	hook: { type: 'Repository', name: 'web', active: true, events: ['pull_request'] },
	repository: { name: 'launch', full_name: 'acme/launch', html_url: REPOSITORY },
	sender: { login: 'octocat', type: 'User' },
};
