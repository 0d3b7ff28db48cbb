import type { JsonObject } from 'n8n-workflow';

import type { Field } from '../../shared/fields/kinds';
import { plainTextToHtml, writeFormattedText } from '../../shared/fields/textFormats';
import { escapeText } from '../../shared/html/escape';
import { cleanHtml } from '../../shared/html/toStoredHtml';
import type { ImportedRow } from '../../shared/imports/importRow';
import type { FurtherRecord } from '../../shared/model/draft';
import { createComment, createLink } from '../../shared/operations';
import type { Operation } from '../../shared/operations/operation';
import type { ParameterReader } from '../../shared/parameters/ParameterReader';
import { isProblem } from '../../shared/result/problem';
import { asText } from '../../shared/values/asText';
import { createOrigin } from './fieldSource';

type ImportedComment = ImportedRow['comments']['entries'][number];

/**
 * Reads the comments of a record. Each begins with its author and its time, because Plane shows all of them as written by
 * the user of the key (row 68). What cannot be read is left out, and named in a hint.
 */
export function readComments(
	reader: ParameterReader,
	{ comments: { entries, columns } }: ImportedRow,
): readonly FurtherRecord[] {
	const [column = ''] = columns;
	const records: FurtherRecord[] = [];

	for (const comment of entries) {
		const text = readValue(reader, createComment, {
			wire: 'comment_html',
			column,
			value: comment.text,
		});
		if (text === undefined) continue;

		const { id, authorKey, time, createdAt } = comment;
		const created = readValue(reader, createComment, {
			wire: 'created_at',
			column,
			value: createdAt,
		});

		records.push({
			operation: createComment,
			body: {
				comment_html: writeComment(comment, asText(text) ?? ''),
				...(created !== undefined && { created_at: created }),
			},
			// In English, whatever the language of the export.
			key: id ?? `${authorKey} ${asText(createdAt) ?? time}`.trim(),
			...(id === undefined && { author: authorKey }),
		});
	}

	return records;
}

/** A picture that Plane would lose stays readable as it is written. */
function writeComment({ author, time, format }: ImportedComment, text: string): string {
	const written = writeFormattedText(text, format);
	const html = isProblem(written) ? plainTextToHtml(text) : written.html;
	const head = [author, time].filter((part) => part !== '').map(escapeText);

	return head.length === 0 ? html : cleanHtml(`<p><em>${head.join(', ')}</em></p>${html}`);
}

/** Reads the address of a record, and the addresses of its files and links. */
export function readLinks(
	reader: ParameterReader,
	{ links: { entries, columns } }: ImportedRow,
): readonly FurtherRecord[] {
	const [column = ''] = columns;
	const bodies = new Map<string, JsonObject>();

	for (const { url: address, title: name } of entries) {
		const url = readValue(reader, createLink, { wire: 'url', column, value: address });
		if (typeof url !== 'string' || bodies.has(url)) continue;

		const title = readValue(reader, createLink, { wire: 'title', column, value: name });

		bodies.set(url, title === undefined ? { url } : { url, title });
	}

	return [...bodies.values()].map((body) => ({ operation: createLink, body }));
}

/** A value for a field of a comment or a link. */
interface Cell {
	readonly wire: string;
	readonly column: string;
	readonly value: unknown;
}

/** @returns undefined if it is empty, or if it cannot be read */
function readValue(
	reader: ParameterReader,
	{ body }: Operation<'create'>,
	{ wire, column, value }: Cell,
) {
	const fields: readonly Field[] = [...body.fields, ...body.collectionFields];
	const field = fields.find((candidate) => candidate.wire === wire);

	return (
		field &&
		reader.convert(
			field,
			{ value, origin: createOrigin(column) },
			{ whenEmpty: 'leave', whenMissing: 'leave', whenUnreadable: 'leaveOut' },
		)?.value
	);
}
