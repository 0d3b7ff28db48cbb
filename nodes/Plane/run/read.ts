import type { IExecuteFunctions, JsonObject } from 'n8n-workflow';

import { required } from '../fields/field';
import { asText } from '../fields/text';
import { workspace } from '../operations/locators';
import type { Body, List, Operation, ServiceOperation } from '../operations/operation';
import { limit, offset, returnAll } from '../operations/paging';
import type { Call, ListWish, ServiceCall } from './call';
import type { Problem } from './problem';
import { Reader } from './reader';
import { readUpload } from './readUpload';

/**
 * Reads and checks the parameters of one item (design, "Values"); nothing is sent.
 *
 * @param workspaceSlug the credential's workspace, for an item that names none
 * @returns the call, or every problem that the item's values have
 */
export async function readCall(
	context: IExecuteFunctions,
	operation: Operation,
	itemIndex: number,
	workspaceSlug: string,
): Promise<Call | readonly Problem[]> {
	const reader = new Reader(context, itemIndex);
	const call =
		operation.upload === undefined
			? readServiceCall(reader, operation, itemIndex, workspaceSlug)
			: await readUpload(reader, operation, itemIndex, context);
	return call === undefined || reader.problems.length > 0 ? reader.problems : call;
}

function readServiceCall(
	reader: Reader,
	operation: ServiceOperation,
	itemIndex: number,
	workspaceSlug: string,
): ServiceCall {
	const path = textsOf(reader.values(operation.path));
	const slug = asText(reader.value(workspace)) ?? workspaceSlug;
	if (slug === '') {
		reader.note(
			workspace,
			'there is no value here or in the credential',
			'Give the slug that stands in the address of the workspace, here or in the credential.',
		);
	}
	return {
		itemIndex,
		operation,
		workspace: slug,
		path,
		...(operation.body === undefined ? {} : { body: readBody(reader, operation.body) }),
		...(operation.list === undefined ? {} : { list: readList(reader, operation.list) }),
	};
}

function readBody(reader: Reader, { fields, changes }: Body): JsonObject {
	const before = reader.problems.length;
	const body = { ...reader.values(fields), ...reader.added('updateFields', changes) };

	if (changes.length > 0 && Object.keys(body).length === 0 && reader.problems.length === before) {
		reader.note(
			{ displayName: 'Update Fields' },
			'there is no field, so nothing would change',
			'Add at least one field.',
		);
	}
	for (const end of changes) {
		const start = changes.find(({ wire }) => wire === end.notBefore);
		const [first, last] = [start && body[start.wire], body[end.wire]];
		// Days as YYYY-MM-DD have the order of their texts.
		if (start && typeof first === 'string' && typeof last === 'string' && last < first) {
			reader.note(
				end,
				`${last} is before ${start.displayName} ${first}`,
				`Give a day that is not before ${start.displayName}.`,
			);
		}
	}
	return body;
}

function readList(reader: Reader, { filters, options }: List): ListWish {
	// Neither is optional: without them, a list that was to be cut would come whole.
	const all = reader.value(required(returnAll)) === true;
	const most = all ? undefined : reader.value(required(limit));
	const { offset: skipped, ...expressed } = reader.added('options', [offset, ...options]);
	return {
		query: textsOf({ ...reader.added('filters', filters), ...expressed }),
		...(typeof most === 'number' ? { limit: most } : {}),
		offset: typeof skipped === 'number' ? skipped : 0,
	};
}

/** Values as they stand in a path or a query: a list is separated by commas; an empty one is left out. */
function textsOf(values: JsonObject): Record<string, string> {
	return Object.fromEntries(
		Object.entries(values).flatMap(([wire, value]) => {
			const text = Array.isArray(value) ? value.map(asText).join(',') : asText(value);
			return text === undefined || text === '' ? [] : [[wire, text]];
		}),
	);
}
