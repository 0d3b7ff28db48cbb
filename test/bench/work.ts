import type { IBinaryData } from 'n8n-workflow';

import type { KindName } from './kinds';
import type { Place } from './server/protocol';

/**
 * What an update of the bench changes besides the name. One day without the other would take one more
 * request for each item, because the node checks it against the one that the module has.
 */
export const CHANGE = {
	status: 'paused',
	start_date: '2026-12-01',
	target_date: '2026-12-24',
} as const;

/** The name that the update of this module gives it. */
export const nameOf = (index: number): string => `Module ${index + 1}`;

/** Simultaneous requests: the node's own default. */
export const CONCURRENCY = 8;

/** The type of all files. */
export const MIME_TYPE = 'application/octet-stream';

/** A file on the disk, of which n8n's binary data storage has a copy. */
export interface BenchFile {
	readonly name: string;
	readonly path: string;
	/** Bytes. */
	readonly size: number;
	/** In hexadecimal. */
	readonly sha256: string;
	readonly stored: IBinaryData;
}

interface Works {
	/** Changes each of the first so many modules: name, status and days. */
	updates: { readonly count: number; readonly continueOnFail?: boolean };
	/** Puts so many items through an operation of this kind; some have a file, the same for all. */
	items: { readonly of: KindName; readonly count: number; readonly file?: BenchFile };
	/** Deletes each of the first so many modules. */
	deletes: { readonly count: number };
	/** Adds each of the first so many work items to the first module. */
	additions: { readonly count: number };
	/** Gets all work items of the project with this number. */
	listing: { readonly project: number };
	/** Uploads each file to the sink, in a form as for a store. */
	uploads: { readonly files: readonly BenchFile[] };
	/** Attaches each file to the first work item: credentials, upload to the store, completion. */
	attachments: { readonly files: readonly BenchFile[] };
	/** Downloads the files of these attachments, all that the first work item has. */
	downloads: { readonly ids: readonly string[] };
}

export type WorkOf<Kind extends keyof Works> = Works[Kind] & {
	readonly kind: Kind;
	readonly place: Place;
};

/** The same work for every contender. */
export type Work = { [Kind in keyof Works]: WorkOf<Kind> }[keyof Works];

/** The first of these, or the one with this number. @throws Error where there is none. */
export function entry(ids: readonly string[], index = 0): string {
	const id = ids[index];
	if (id === undefined) throw new Error('The server of the bench has no such record.');

	return id;
}

/** A form with the field names of a store, for a sink that checks none of them. */
export const formFor = ({ name }: { readonly name: string }): Readonly<Record<string, string>> => ({
	'Content-Type': MIME_TYPE,
	key: `bench/${name}`,
	'x-amz-algorithm': 'AWS4-HMAC-SHA256',
	'x-amz-credential': 'bench/20260101/us-east-1/s3/aws4_request',
	'x-amz-date': '20260101T000000Z',
	policy: 'none',
	'x-amz-signature': 'none',
});

/** Ends in a slash. */
export const projectUrl = ({ url, workspace, projects }: Place, index = 0): string =>
	`${url}/api/v1/workspaces/${workspace}/projects/${entry(projects, index)}/`;
