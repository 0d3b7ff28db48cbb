import type { IBinaryData } from 'n8n-workflow';

import type { Place } from './server/protocol';

/**
 * The values that an update of the bench sets besides the name. With only one of the days, the node
 * would send one more request for each item, to compare it with the other day of the module.
 */
export const CHANGE = {
	status: 'paused',
	start_date: '2026-12-01',
	target_date: '2026-12-24',
} as const;

/** The external source of imported work items. */
export const IMPORT_SOURCE = 'bench';

/** The name that the update sets for the module with this number. */
export const createModuleName = (index: number): string => `Module ${index + 1}`;

/** Simultaneous requests: the node's default. */
export const CONCURRENCY = 8;

/** The type of all files. */
export const MIME_TYPE = 'application/octet-stream';

/** A file on the disk, with a copy in n8n's binary data storage. */
export interface BenchFile {
	readonly name: string;
	readonly path: string;
	/** Bytes. */
	readonly size: number;
	/** In hexadecimal. */
	readonly sha256: string;
	readonly stored: IBinaryData;
}

interface WorkTypes {
	/** Changes name, status and days of each of the first `count` modules. */
	updates: { readonly count: number; readonly continueOnFail?: boolean };
	/** Imports this many work items, each with state, label, assignee and external ID. */
	creates: { readonly count: number };
	/** Deletes the first `count` modules. */
	deletes: { readonly count: number };
	/** Adds the first `count` work items to the first module. */
	additions: { readonly count: number };
	/** Gets all work items of the project with this number. */
	listing: { readonly project: number };
	/** Uploads each file to the sink, in the form that a store expects. */
	uploads: { readonly files: readonly BenchFile[] };
	/** Attaches each file to the first work item: credentials, upload to the store, completion. */
	attachments: { readonly files: readonly BenchFile[] };
	/** Downloads the files of these attachments, which are all that the first work item has. */
	downloads: { readonly ids: readonly string[] };
}

export type WorkOf<Kind extends keyof WorkTypes> = WorkTypes[Kind] & {
	readonly kind: Kind;
	readonly place: Place;
};

/** The same work for every contender. */
export type Work = { [Kind in keyof WorkTypes]: WorkOf<Kind> }[keyof WorkTypes];

/** Returns the ID at this index. @throws Error if there is none */
export function getRecordId(ids: readonly string[], index = 0): string {
	const id = ids[index];
	if (id === undefined) throw new Error('The server of the bench has no such record.');

	return id;
}

/** A form with the fields of a store, for the sink, which checks none of them. */
export const createForm = ({
	name,
}: {
	readonly name: string;
}): Readonly<Record<string, string>> => ({
	'Content-Type': MIME_TYPE,
	key: `bench/${name}`,
	'x-amz-algorithm': 'AWS4-HMAC-SHA256',
	'x-amz-credential': 'bench/20260101/us-east-1/s3/aws4_request',
	'x-amz-date': '20260101T000000Z',
	policy: 'none',
	'x-amz-signature': 'none',
});

/** The URL of a project, with a slash at its end. */
export const buildProjectUrl = ({ url, workspace, projects }: Place, index = 0): string =>
	`${url}/api/v1/workspaces/${workspace}/projects/${getRecordId(projects, index)}/`;
