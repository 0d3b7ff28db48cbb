import type { IBinaryData } from 'n8n-workflow';

import type { Place } from './server/protocol';

/** What an update of the bench changes besides the name. */
export const CHANGE = { status: 'paused', target_date: '2026-12-24' } as const;

/** The name that the update of this module gives it. */
export const nameOf = (index: number): string => `Module ${index + 1}`;

/** Requests at once: the node's own default. */
export const AT_ONCE = 8;

/** The type of all files. */
export const MIME_TYPE = 'application/octet-stream';

/** Changes each of the first so many modules: name, status and target date. */
export interface Updates {
	readonly kind: 'updates';
	readonly place: Place;
	readonly count: number;
	/** Whether the items that do not fail go on. */
	readonly goesOn?: boolean;
}

/** Adds each of the first so many work items to the first module. */
export interface Additions {
	readonly kind: 'additions';
	readonly place: Place;
	readonly count: number;
}

/** Gets all work items of the project with this number. */
export interface Listing {
	readonly kind: 'listing';
	readonly place: Place;
	readonly project: number;
}

/** A file on the disk, of which n8n's binary store has a copy. */
export interface BenchFile {
	readonly name: string;
	readonly path: string;
	/** Bytes. */
	readonly size: number;
	/** In hexadecimal. */
	readonly sha256: string;
	readonly stored: IBinaryData;
}

/** Uploads each file to the sink, in a form as for a store. */
export interface Uploads {
	readonly kind: 'uploads';
	readonly place: Place;
	readonly files: readonly BenchFile[];
}

/** Makes each file an attachment of the first work item: credentials, upload to the store, completion. */
export interface Attachments {
	readonly kind: 'attachments';
	readonly place: Place;
	readonly files: readonly BenchFile[];
}

/** Downloads the files of all attachments of the first work item. */
export interface Downloads {
	readonly kind: 'downloads';
	readonly place: Place;
	/** Of the attachments. */
	readonly ids: readonly string[];
}

/** The same work for every contender. */
export type Work = Updates | Additions | Listing | Uploads | Attachments | Downloads;

/** The first of these, or the one with this number. @throws Error where there is none. */
export function entry(ids: readonly string[], index = 0): string {
	const id = ids[index];
	if (id === undefined) throw new Error('The server of the bench has no such record.');
	return id;
}

/** A form with the field names of a store, for a sink that checks none of them. */
export const formFor = (file: BenchFile): Readonly<Record<string, string>> => ({
	'Content-Type': MIME_TYPE,
	key: `bench/${file.name}`,
	'x-amz-algorithm': 'AWS4-HMAC-SHA256',
	'x-amz-credential': 'bench/20260101/us-east-1/s3/aws4_request',
	'x-amz-date': '20260101T000000Z',
	policy: 'none',
	'x-amz-signature': 'none',
});

/** Where the attachments of the first work item are; ends in a slash. */
export const attachmentsUrl = (place: Place): string =>
	`${projectUrl(place)}work-items/${entry(place.workItems)}/attachments/`;

/** Ends in a slash. */
export const projectUrl = ({ url, workspace, projects }: Place, index = 0): string =>
	`${url}/api/v1/workspaces/${workspace}/projects/${entry(projects, index)}/`;
