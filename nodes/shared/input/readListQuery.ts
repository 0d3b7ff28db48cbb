import type { JsonValue } from 'n8n-workflow';

import { required } from '../fields/field';
import { asText } from '../fields/text';
import type { CreatedRange, ListQuery } from '../model/call';
import type { Files, List } from '../operations/operation';
import { FILE_FIELD } from '../operations/shared/downloads';
import {
	createdAfter,
	createdBefore,
	limit,
	listFilters,
	offset,
	returnAll,
	simplify,
} from '../operations/shared/paging';
import { type ParameterReader, textsOf } from './ParameterReader';

/** Reads what a list is asked for. */
export function readListQuery(reader: ParameterReader, list: List): ListQuery {
	const { filters = [], options = [], files, simplified, newestFirst } = list;
	// Neither is optional: without them, a list that was to be cut would come whole.
	const all = reader.value(required(returnAll)) === true;
	const most = all ? undefined : reader.value(required(limit));
	const { offset: skipped, ...expressed } = reader.added('options', [offset, ...options]);
	const {
		[createdAfter.wire]: after,
		[createdBefore.wire]: before,
		...narrowing
	} = reader.added('filters', [...filters, ...listFilters]);
	const chosen = textsOf(narrowing);
	const isSimple = simplified !== undefined && reader.value(simplify) === true;
	const filesInto = files && readFilesInto(reader, files);
	const created = readCreated(reader, { after, before });
	return {
		search: { ...chosen, ...textsOf(expressed) },
		filters: filters.flatMap(({ wire, displayName, rowField = wire }) => {
			const text = chosen[wire];
			// A comma is in no ID: it separates those of a server that takes several.
			return text === undefined ? [] : [{ displayName, rowField, values: text.split(',') }];
		}),
		...(created === undefined ? {} : { created }),
		...(newestFirst === undefined ? {} : { newestFirst }),
		...(typeof most === 'number' ? { limit: most } : {}),
		offset: typeof skipped === 'number' ? skipped : 0,
		...(filesInto === undefined ? {} : { filesInto }),
		...(isSimple ? { fields: simplified } : {}),
	};
}

/** The binary field that takes the files; undefined: they are not wanted. */
function readFilesInto(reader: ParameterReader, { wanted, into }: Files): string | undefined {
	const added = reader.added('options', [wanted, into]);
	if (added[wanted.wire] !== true) return undefined;
	const name = asText(added[into.wire]);
	return name === undefined || name === '' ? FILE_FIELD : name;
}

function readCreated(
	reader: ParameterReader,
	{ after, before }: Partial<Record<'after' | 'before', JsonValue | undefined>>,
): CreatedRange | undefined {
	// Instants in UTC have the order of their texts.
	if (typeof after === 'string' && typeof before === 'string' && after >= before) {
		reader.note(
			createdBefore,
			`${before} is not after ${createdAfter.displayName} ${after}`,
			`Use a time after ${createdAfter.displayName}.`,
		);
	}
	if (typeof after !== 'string' && typeof before !== 'string') return undefined;
	return {
		...(typeof after === 'string' ? { after: Date.parse(after) } : {}),
		...(typeof before === 'string' ? { before: Date.parse(before) } : {}),
	};
}
