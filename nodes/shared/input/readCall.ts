import type { IExecuteFunctions, JsonObject } from 'n8n-workflow';

import { sameId } from '../fields/identifier';
import type { Field } from '../fields/kinds';
import { asText } from '../fields/text';
import type { Call, CallParts, Located } from '../model/call';
import { type Body, forKind, type Kind, type Operation } from '../operations/operation';
import { ifTaken, USE_EXISTING } from '../operations/shared/choices';
import { workspace } from '../operations/shared/locators';
import type { Result } from '../result/problem';
import { type Constants, ParameterReader, textsOf } from './ParameterReader';
import { readFiles } from './readFiles';
import { readListQuery } from './readListQuery';
import { readUpload } from './readUpload';

type Read<Parts> = Parts | undefined | Promise<Parts | undefined>;

/** How the parts of each kind of call are read; undefined: one has a problem, which the reader has noted. */
const READERS: {
	readonly [K in Kind]: (operation: Operation<K>, reader: ParameterReader) => Read<CallParts[K]>;
} = {
	list: ({ list }, reader) => ({ query: readListQuery(reader, list) }),
	get: () => ({}),
	create: ({ body, unique }, reader) => ({
		body: readBody(reader, body),
		useExisting:
			unique !== undefined && reader.added('options', [ifTaken])[ifTaken.wire] === USE_EXISTING,
	}),
	update: ({ body }, reader) => ({ body: readBody(reader, body) }),
	delete: () => ({}),
	add: ({ addition }, reader) => ({ ids: readIds(reader, addition.field) }),
	attach: async ({ attach }, reader) => await readFiles(reader, attach),
	upload: async ({ upload }, reader) => await readUpload(reader, upload),
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
	const { kind } = operation;
	const place = kind === 'upload' ? {} : readPlace(reader, operation.path, workspaceSlug);
	const parts = await forKind<Kind, [ParameterReader], Read<object>>(READERS, operation, reader);
	// The compiler does not follow a spread of parts that depend on the kind.
	return reader.resultOf(parts && ({ kind, operation, itemIndex, ...place, ...parts } as Call));
}

/** Where the record of an item is. */
function readPlace(reader: ParameterReader, fields: readonly Field[], otherwise: string): Located {
	const path = textsOf(reader.values(fields));
	const slug = asText(reader.value(workspace)) ?? otherwise;
	if (slug === '') {
		const remedy = 'Enter the slug from the address of the workspace, here or in the credential.';
		reader.note(workspace, 'there is no value here or in the credential', remedy);
	}
	return { workspace: slug, path };
}

/** Each ID once. */
function readIds(reader: ParameterReader, field: Field): string[] {
	const ids = reader.value(field);
	const texts = Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
	return [...new Set(texts.map(sameId))];
}

function readBody(reader: ParameterReader, { fields, changes }: Body): JsonObject {
	const hadProblems = reader.hasProblems;
	const body = { ...reader.values(fields), ...reader.added('updateFields', changes) };

	if (changes.length > 0 && Object.keys(body).length === 0 && reader.hasProblems === hadProblems) {
		const problem = 'no field was added, so nothing would change';
		reader.note({ displayName: 'Update Fields' }, problem, 'Add at least one field.');
	}
	for (const end of changes) {
		const start = changes.find(({ wire }) => wire === end.notBefore);
		const [first, last] = [start && body[start.wire], body[end.wire]];
		// Days as YYYY-MM-DD have the order of their texts.
		if (start && typeof first === 'string' && typeof last === 'string' && last < first) {
			const { displayName } = start;
			const problem = `${last} is before ${displayName} ${first}`;
			reader.note(end, problem, `Use a day that is not before ${displayName}.`);
		}
	}
	return body;
}
