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
				const create = toCall(call, { ...further, id, tool });

				pending.set(key, { call: create, isOfNew, ...compare(create, further) });
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
	readonly tool: string;
}

/** @param call saves the record of the row */
function toCall(
	{ itemIndex, workspace, path, body }: Call<'upsert'>,
	{ operation, body: values, key, id, tool }: NewRecord,
): Call<'create'> {
	const ownId = normalizeKey(body.external_id) || id;
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

/** How a comment or a link is recognized. Somebody can write several comments in a minute, and change them later. */
function compare(
	{ body }: Call<'create'>,
	{ key }: FurtherRecord,
): Pick<PendingRecord, 'isSame' | 'isChanged'> {
	if (key === undefined) return { isSame: (row) => haveSameKey(row, body, 'url') };

	const isChanged = (row: JsonObject) =>
		normalizeKey(row.external_source) === normalizeKey(body.external_source) &&
		withoutNumber(normalizeKey(row.external_id), normalizeKey(body.external_id)) ===
			normalizeKey(body.external_id);

	return {
		isSame: (row) => isChanged(row) && isSameHtml(body.comment_html ?? '', row.comment_html ?? ''),
		isChanged,
	};
}

/** An External ID without the number that tells it from others of the same beginning. */
const withoutNumber = (id: string, start: string): string =>
	id.startsWith(`${start} `) && /^\d+$/.test(id.slice(start.length + 1)) ? start : id;
