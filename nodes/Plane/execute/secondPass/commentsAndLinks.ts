import type { JsonObject } from 'n8n-workflow';

import { isSameHtml } from '../../../shared/fields/html';
import type { Call } from '../../../shared/model/call';
import type { FurtherRecord } from '../../../shared/model/draft';
import { haveSameKey, normalizeKey } from '../../../shared/operations/shared/external';
import { shortHash } from '../../../shared/text/shortHash';
import { asText } from '../../../shared/values/asText';
import { isEmpty } from '../../../shared/values/valueChecks';
import type { PendingRecord } from './furtherRecords';
import type { SavedRow } from './savedRows';

/**
 * Lists the comments and links that the saved records of an import are to have, each once: two rows of a record can have
 * the same ones.
 */
export function planCommentsAndLinks(rows: readonly SavedRow[]): readonly PendingRecord[] {
	const pending = new Map<string, PendingRecord>();

	for (const { row, call, saved } of rows) {
		const id = asText(saved.record.id);
		// A check plans records that have no ID yet.
		if (id === undefined) continue;

		const { tool = '', furtherRecords = [] } = row;
		const isOfNew = saved.outcome === 'created';
		const counts = new Map<string, number>();

		for (const further of furtherRecords) {
			const identity = identify(id, further);
			const count = (counts.get(identity) ?? 0) + 1;
			const key = `${identity} ${count}`;

			counts.set(identity, count);

			if (!pending.has(key)) {
				const ownId = normalizeKey(call.body.external_id) || id;
				const create = toCall(call, { ...further, id, ownId, tool });
				const matches = listMatches(create, further, ownId);

				pending.set(key, { call: create, isOfNew, matches });
			}
		}
	}

	return [...pending.values()];
}

/** @param id of the record */
const identify = (id: string, { operation, body, key }: FurtherRecord): string =>
	JSON.stringify([operation.request.path, id, ...(key === undefined ? [body.url] : [key, body])]);

/** What is to be created, and for which record. */
interface NewRecord extends FurtherRecord {
	/** Of the record. */
	readonly id: string;
	/** Of the record in the tool, or else the same. */
	readonly ownId: string;
	readonly tool: string;
}

/** @param call saves the record of the row */
function toCall(
	{ itemIndex, workspace, path, body }: Call<'upsert'>,
	{ operation, body: values, key, id, ownId, tool }: NewRecord,
): Call<'create'> {
	const keys = {
		external_source: isEmpty(body.external_source) ? tool : (body.external_source ?? ''),
		external_id: shorten(`${ownId} ${key ?? ''}`),
	};

	return {
		kind: 'create',
		operation,
		itemIndex,
		workspace,
		path: { ...path, work_item_id: id },
		body: key === undefined ? values : { ...values, ...keys },
		ifExists: 'use',
		targets: {},
	};
}

/** The longest External ID that leaves room for a number, in characters (row 77). */
const MAX_ID = 240;

/** Replaces the end of an External ID that is too long by its fingerprint. */
function shorten(id: string): string {
	const characters = Array.from(id);
	const hash = shortHash([id]);

	return characters.length <= MAX_ID
		? id
		: `${characters.slice(0, MAX_ID - hash.length).join('')}${hash}`;
}

/**
 * How a comment or a link is recognized. Somebody can write several comments in a minute, and change them later. An export
 * that is made in another time zone has other times.
 */
function listMatches(
	{ body }: Call<'create'>,
	{ key, author }: FurtherRecord,
	ownId: string,
): PendingRecord['matches'] {
	if (key === undefined) return [(row) => haveSameKey(row, body, 'url')];

	const isOfTool = (row: JsonObject) =>
		normalizeKey(row.external_source) === normalizeKey(body.external_source);

	const hasKey = (row: JsonObject) =>
		isOfTool(row) &&
		withoutNumber(normalizeKey(row.external_id), normalizeKey(body.external_id)) ===
			normalizeKey(body.external_id);

	const isOfAuthor = (row: JsonObject) =>
		author !== undefined &&
		isOfTool(row) &&
		normalizeKey(row.external_id).startsWith(`${normalizeKey(`${ownId} ${author}`)} `);

	const hasText = (row: JsonObject) => isSameHtml(body.comment_html ?? '', row.comment_html ?? '');

	const hasTextBelowHead = (row: JsonObject) =>
		isSameHtml(withoutHead(body.comment_html), withoutHead(row.comment_html));

	return [
		(row) => hasKey(row) && hasText(row),
		(row) => isOfAuthor(row) && hasTextBelowHead(row),
		hasKey,
	];
}

/** The text of a comment without the line that says who wrote it, and when. */
const withoutHead = (html: unknown): string =>
	(asText(html) ?? '').replace(/^(<div[^>]*>)?<p[^>]*><em[^>]*>[^<]*<\/em><\/p>/, '$1');

/** An External ID without the number that tells it from others of the same beginning. */
const withoutNumber = (id: string, start: string): string =>
	id.startsWith(`${start} `) && /^\d+$/.test(id.slice(start.length + 1)) ? start : id;
