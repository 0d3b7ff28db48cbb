import { isObjectEmpty } from 'n8n-workflow';

import { required } from '../fields/field';
import { asText } from '../fields/text';
import type { CreatedRange, ListQuery } from '../model/call';
import type { Files, List } from '../operations/operation';
import { FILE_FIELD } from '../operations/shared/downloads';
import * as paging from '../operations/shared/paging';
import { type ParameterReader, textsOf } from './ParameterReader';

/** Reads what a list is asked for. */
export function readListQuery(reader: ParameterReader, list: List): ListQuery {
	const { filters = [], options = [], files, simplified, newestFirst } = list;
	// Neither is optional: without them, a list that was to be cut would come whole.
	const all = reader.value(required(paging.returnAll)) === true;
	const limit = all ? undefined : reader.value(required(paging.limit));
	const { offset, ...expressed } = reader.added('options', [paging.offset, ...options]);
	const added = reader.added('filters', [...filters, ...paging.listFilters]);
	const { created_after: after, created_before: before, ...narrowing } = added;
	const chosen = textsOf(narrowing);
	const isSimple = simplified !== undefined && reader.value(paging.simplify) === true;
	const filesInto = files && readFilesInto(reader, files);
	const created = readCreated(reader, after, before);
	return {
		search: { ...chosen, ...textsOf(expressed) },
		filters: filters.flatMap(({ wire, displayName, rowField = wire }) => {
			const text = chosen[wire];
			// A comma is in no ID: it separates those of a server that takes several.
			return text === undefined ? [] : [{ displayName, rowField, values: text.split(',') }];
		}),
		...(created && { created }),
		newestFirst,
		...(typeof limit === 'number' && { limit }),
		offset: typeof offset === 'number' ? offset : 0,
		...(filesInto !== undefined && { filesInto }),
		...(isSimple && { fields: simplified }),
	};
}

/** The binary field that takes the files; undefined: they are not wanted. */
function readFilesInto(reader: ParameterReader, { wanted, into }: Files): string | undefined {
	const added = reader.added('options', [wanted, into]);
	return added[wanted.wire] === true ? (asText(added[into.wire]) ?? '') || FILE_FIELD : undefined;
}

function readCreated(reader: ParameterReader, after: unknown, before: unknown) {
	// Instants in UTC have the order of their texts.
	if (typeof after === 'string' && typeof before === 'string' && after >= before) {
		const { displayName } = paging.createdAfter;
		const problem = `${before} is not after ${displayName} ${after}`;
		reader.note(paging.createdBefore, problem, `Use a time after ${displayName}.`);
	}
	const created: CreatedRange = {
		...(typeof after === 'string' && { after: Date.parse(after) }),
		...(typeof before === 'string' && { before: Date.parse(before) }),
	};
	return isObjectEmpty(created) ? undefined : created;
}
