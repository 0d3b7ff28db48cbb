import type { IExecuteFunctions, JsonObject } from 'n8n-workflow';

import { sameId } from '../fields/identifier';
import { asText } from '../fields/text';
import type { Call, Located } from '../model/call';
import {
	type Body,
	forKind,
	type Operation,
	type PerKind,
	type ServiceOperation,
} from '../operations/operation';
import { ifTaken, USE_EXISTING } from '../operations/shared/ifTaken';
import { workspace } from '../operations/shared/locators';
import type { Result } from '../result/problem';
import { type Constants, ParameterReader, textsOf } from './ParameterReader';
import { readFiles } from './readFiles';
import { readListQuery } from './readListQuery';
import { readUpload } from './readUpload';

/** What a call is read from. */
interface Source {
	readonly reader: ParameterReader;
	/** The credential's workspace, for an item that names none. */
	readonly workspaceSlug: string;
}

/** How the call of each kind is read; undefined: it has a problem, which the reader has noted. */
const READERS: PerKind<Call | undefined | Promise<Call | undefined>, [Source]> = {
	list: (operation, source) => ({
		...{ kind: 'list', operation, ...placeOf(operation, source) },
		query: readListQuery(source.reader, operation.list),
	}),
	get: (operation, source) => ({ kind: 'get', operation, ...placeOf(operation, source) }),
	create: (operation, source) => ({
		...{ kind: 'create', operation, ...placeOf(operation, source) },
		body: readBody(source.reader, operation.body),
		useExisting: operation.unique !== undefined && isTakenAllowed(source.reader),
	}),
	update: (operation, source) => ({
		...{ kind: 'update', operation, ...placeOf(operation, source) },
		body: readBody(source.reader, operation.body),
	}),
	delete: (operation, source) => ({ kind: 'delete', operation, ...placeOf(operation, source) }),
	add: (operation, source) => ({
		...{ kind: 'add', operation, ...placeOf(operation, source) },
		ids: readIds(source.reader, operation),
	}),
	attach: async (operation, source) => {
		const place = placeOf(operation, source);
		const files = await readFiles(source.reader, operation.attach);
		return files && { kind: 'attach', operation, ...place, files };
	},
	upload: async (operation, { reader }) => {
		const parts = await readUpload(reader, operation.upload);
		return parts && { kind: 'upload', operation, itemIndex: reader.itemIndex, ...parts };
	},
};

/**
 * Reads and checks the parameters of one item (docs/values.md); nothing is sent.
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
): Promise<Result<Call>> {
	const reader = new ParameterReader(context, itemIndex, constants);
	return reader.resultOf(await forKind(READERS, operation, { reader, workspaceSlug }));
}

/** The item, and where its record is. */
function placeOf(
	{ path: fields }: ServiceOperation,
	{ reader, workspaceSlug }: Source,
): Located & Pick<Call, 'itemIndex'> {
	const path = textsOf(reader.values(fields));
	const slug = asText(reader.value(workspace)) ?? workspaceSlug;
	if (slug === '') {
		reader.note(
			workspace,
			'there is no value here or in the credential',
			'Enter the slug from the address of the workspace, here or in the credential.',
		);
	}
	return { itemIndex: reader.itemIndex, workspace: slug, path };
}

const isTakenAllowed = (reader: ParameterReader): boolean =>
	reader.added('options', [ifTaken])[ifTaken.wire] === USE_EXISTING;

/** Each ID once. */
function readIds(reader: ParameterReader, { addition: { field } }: Operation<'add'>): string[] {
	const ids = reader.value(field);
	const texts = Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
	return [...new Set(texts.map(sameId))];
}

function readBody(reader: ParameterReader, { fields, changes }: Body): JsonObject {
	const hadProblems = reader.hasProblems;
	const body = { ...reader.values(fields), ...reader.added('updateFields', changes) };

	if (changes.length > 0 && Object.keys(body).length === 0 && reader.hasProblems === hadProblems) {
		reader.note(
			{ displayName: 'Update Fields' },
			'no field was added, so nothing would change',
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
				`Use a day that is not before ${start.displayName}.`,
			);
		}
	}
	return body;
}
