import { createHmac } from 'node:crypto';

/** A pull request, or a merge request of GitLab. */
export interface RequestEvent {
	/** What has happened, in the word of the service. */
	readonly action: string;
	readonly title: string;
	readonly branch: string;
	/** Null if its author has written nothing. */
	readonly text: string | null;
	readonly isMerged?: true;
}

/** A push with one commit. */
export interface PushEvent {
	readonly branch: string;
	readonly message: string;
}

/** A Git service, and the bodies that its webhooks send. */
export interface GitService {
	readonly name: string;
	/** What it calls a request. */
	readonly requestName: string;
	readonly requestUrl: string;
	readonly commitUrl: string;
	/** Its words for what happens to a request. */
	readonly actions: {
		readonly opened: string;
		readonly merged: string;
		/** Those that are not followed, without having merged. */
		readonly ignored: readonly string[];
	};
	createRequestDelivery(event: RequestEvent): object;
	createPushDelivery(event: PushEvent): object;
	/** The headers that show to whoever knows the secret that a body comes from the service. */
	sign(body: string, secret: string): Readonly<Record<string, string>>;
}

/** The HMAC of a body with SHA-256, in hexadecimal digits. */
export const computeDigest = (body: string, secret: string): string =>
	createHmac('sha256', secret).update(body).digest('hex');

/** The default branch of each repository. */
export const DEFAULT_BRANCH = 'main';

/** The commit of each push. */
export const COMMIT_ID = 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7';

/** What has no commit before it. */
export const NO_COMMIT = '0'.repeat(40);
