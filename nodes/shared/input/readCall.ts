import type { IExecuteFunctions, JsonObject } from 'n8n-workflow';

import { asText } from '../fields/text';
import { ifTaken, USE_EXISTING } from '../operations/shared/ifTaken';
import { workspace } from '../operations/shared/locators';
import type { Body, Operation, ServiceOperation } from '../operations/operation';
import type { Call, ServiceCall } from '../model/call';
import type { Problem } from '../result/problem';
import { readFiles } from './readFiles';
import { Reader, type Constants } from './ParameterReader';
import { readList } from './readListQuery';
import { readUpload } from './readUpload';
import { textsOf } from './texts';

/**
 * Reads and checks the parameters of one item (design, "Values"); nothing is sent.
 *
 * @param workspaceSlug the credential's workspace, for an item that names none
 * @param constants of the execution, which the first item fills
 * @returns the call, or every problem that the item's values have
 */
export async function readCall(
	context: IExecuteFunctions,
	operation: Operation,
	itemIndex: number,
	workspaceSlug: string,
	constants?: Constants,
): Promise<Call | readonly Problem[]> {
	const reader = new Reader(context, itemIndex, constants);
	const call =
		operation.upload === undefined
			? await readServiceCall(reader, operation, itemIndex, workspaceSlug, context)
			: await readUpload(reader, operation, itemIndex, context);
	return call === undefined || reader.problems.length > 0 ? reader.problems : call;
}

async function readServiceCall(
	reader: Reader,
	operation: ServiceOperation,
	itemIndex: number,
	workspaceSlug: string,
	context: IExecuteFunctions,
): Promise<ServiceCall> {
	const path = textsOf(reader.values(operation.path));
	const slug = asText(reader.value(workspace)) ?? workspaceSlug;
	if (slug === '') {
		reader.note(
			workspace,
			'there is no value here or in the credential',
			'Give the slug that stands in the address of the workspace, here or in the credential.',
		);
	}
	const { attach } = operation;
	const files = attach && (await readFiles(reader, attach, itemIndex, context));
	return {
		itemIndex,
		operation,
		workspace: slug,
		path,
		...(operation.body === undefined ? {} : { body: readBody(reader, operation.body) }),
		...(operation.unique === undefined ? {} : { useExisting: readIfTaken(reader) }),
		...(operation.list === undefined ? {} : { list: readList(reader, operation.list) }),
		...(files === undefined ? {} : { files }),
	};
}

const readIfTaken = (reader: Reader): boolean =>
	reader.added('options', [ifTaken])[ifTaken.wire] === USE_EXISTING;

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
