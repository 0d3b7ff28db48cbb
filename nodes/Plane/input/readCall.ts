import { type IExecuteFunctions, isObjectEmpty, type JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../../shared/fields/json';
import type { Field } from '../../shared/fields/kinds';
import { asText, textsIn } from '../../shared/fields/text';
import type { Call, CallParts, Located, RecordValues } from '../../shared/model/call';
import {
	type Body,
	forKind,
	isOutsideWorkspaces,
	type Kind,
	type Operation,
	type ServiceOperation,
} from '../../shared/operations/operation';
import * as choices from '../../shared/operations/shared/choices';
import { FILE_FIELD, fileField } from '../../shared/operations/shared/downloads';
import { uniqueIn } from '../../shared/operations/shared/external';
import { simplify } from '../../shared/operations/shared/paging';
import type { Result } from '../../shared/result/problem';
import {
	type Constants,
	ParameterReader,
	textsOf,
	type WhenMissing,
} from '../../shared/parameters/ParameterReader';
import { readFiles } from './readFiles';
import { readListQuery, splitNames } from './readListQuery';
import { readUpload } from './readUpload';
import { readWorkspace } from '../../shared/parameters/readWorkspace';

type Read<Parts> = Parts | undefined | Promise<Parts | undefined>;

/** What there is besides, where such a record is there already, or is not there. */
const IF_TAKEN: Readonly<Record<string, CallParts['create']['ifTaken']>> = {
	[choices.USE_EXISTING]: 'use',
	[choices.UPDATE_EXISTING]: 'update',
};

/** How the parts of each kind of call are read; undefined: one has a problem, which the reader has noted. */
const READERS: {
	readonly [K in Kind]: (operation: Operation<K>, reader: ParameterReader) => Read<CallParts[K]>;
} = {
	list: ({ list }, reader) => ({ query: readListQuery(reader, list) }),
	get: ({ simplified, options = [], inList }, reader) => {
		const isSimple = simplified !== undefined && reader.value(simplify) === true;
		const added = reader.chosen('options', [...options, ...(inList ? [inList.into] : [])]);
		const { [fileField.wire]: into, ...search } = textsOf(added);
		const expand = splitNames(search.expand, isSimple ? simplified.expand : undefined).join(',');

		return {
			search: { ...search, ...(expand !== '' && { expand }) },
			isSimple,
			filesInto: into ?? FILE_FIELD,
		};
	},
	create: ({ body, natural }, reader) => {
		const given = natural && reader.chosen('options', [choices.ifTaken])[choices.ifTaken.wire];
		const ifTaken = IF_TAKEN[asText(given) ?? ''] ?? 'fail';
		// A new record has nothing yet that a missing value could clear.
		const written = readWritten(reader, body, 'leave');
		const isKnown = uniqueIn(natural, written.body).length > 0;
		if (ifTaken !== 'fail' && !isKnown && reader.problemCount === 0) {
			const problem = 'nothing identifies an existing record';

			reader.note(choices.ifTaken, problem, 'Add External ID and External Source.');
		}

		return { ...written, ifTaken };
	},
	update: ({ body }, reader) => {
		const written = readWritten(reader, body);

		return { ...written, merged: readMerged(reader, body, written.body) };
	},
	action: ({ body, says, precondition }, reader) => {
		const sent = {
			...(body && readWritten(reader, body).body),
			...says?.(today(reader.context.getTimezone())),
		};
		const option = precondition?.option;
		const takesAny =
			option !== undefined && reader.chosen('options', [option])[option.wire] === true;

		return {
			...(!isObjectEmpty(sent) && { body: sent }),
			goesOn: goesOn(reader),
			...(takesAny && { takesAny }),
		};
	},
	add: ({ addition }, reader) => ({ ids: readIds(reader, addition.field) }),
	remove: ({ removal }, reader) => ({
		ids: readIds(reader, removal.field),
		goesOn: goesOn(reader),
	}),
	attach: async ({ attach }, reader) => {
		const files = await readFiles(reader, attach);
		const { unknownFileTypes: option } = choices;
		const chosen = reader.chosen('options', [option])[option.wire];
		const ifUnknownType = chosen === choices.SEND_AS_ANY_FILE ? 'sendAsAnyFile' : 'fail';

		return files && { files, ifUnknownType };
	},
	upload: async ({ upload }, reader) => await readUpload(reader, upload),
};

/** Whether it will do if the record is not there. */
const goesOn = (reader: ParameterReader): boolean =>
	reader.chosen('options', [choices.ifMissing])[choices.ifMissing.wire] === choices.GO_ON;

/** Today as `YYYY-MM-DD`, which is how Sweden writes a day. */
const today = (timeZone: string): string => new Date().toLocaleDateString('sv-SE', { timeZone });

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
	const place = kind === 'upload' ? {} : readPlace(reader, operation, workspaceSlug);
	const parts = await forKind<Kind, [ParameterReader], Read<object>>(READERS, operation, reader);
	const { textsToSplit, leftOut } = reader;
	const call = {
		kind,
		operation,
		itemIndex,
		...place,
		...parts,
		...(!isObjectEmpty(textsToSplit) && { textsToSplit }),
		...(leftOut.length > 0 && { leftOut }),
	};

	// The compiler does not follow a spread of parts that depend on the kind.
	return reader.resultOf(parts && (call as Call));
}

/** Where the record of an item is. */
function readPlace(
	reader: ParameterReader,
	operation: ServiceOperation,
	otherwise: string,
): Located {
	reader.workspace = isOutsideWorkspaces(operation) ? '' : readWorkspace(reader, otherwise);

	return { workspace: reader.workspace, path: textsOf(reader.values(operation.path)) };
}

/** The IDs in a field, which has each once. */
const readIds = (reader: ParameterReader, field: Field): string[] => textsIn(reader.value(field));

/** The values of the fields of a body, by their wire names. */
function readWritten(
	reader: ParameterReader,
	{ fields, collection, added, memberships = [] }: Body,
	whenMissing?: WhenMissing,
): RecordValues {
	const before = reader.problemCount;
	const ofTargets = memberships.map(({ field }) => field);
	const given = reader.added(collection, [...added, ...ofTargets], whenMissing);
	const body = {
		...reader.values(fields, (field) => reader.value(field, whenMissing)),
		...given,
	};

	const isUpdate = collection === 'updateFields';
	if (isUpdate && isObjectEmpty(body) && reader.problemCount === before) {
		const problem = 'no field was added, so nothing would change';

		reader.note({ displayName: 'Update Fields' }, problem, 'Add at least one field.');
	}

	checkDays(reader, [...fields, ...added], body);
	const targets: Record<string, readonly string[]> = {};

	for (const { wire } of ofTargets) {
		const ids = textsIn(body[wire]);
		// Nothing to add it to is nothing to do.
		if (ids.length > 0) targets[wire] = ids;
	}

	const isOfBody = ([wire]: readonly [string, unknown]) =>
		!ofTargets.some((field) => field.wire === wire);
	const makesLabels =
		[...fields, ...added].some(({ isCreatable }) => isCreatable) &&
		reader.chosen('options', [choices.createLabels])[choices.createLabels.wire] === true;

	return {
		body: nested(Object.fromEntries(Object.entries(body).filter(isOfBody))),
		targets,
		createsLabels: makesLabels,
	};
}

/** Notes ends before their starts, and starts without ends where a server wants both or none. */
function checkDays(reader: ParameterReader, fields: readonly Field[], body: JsonObject): void {
	const dayOf = ({ wire }: Field): string => asText(body[wire]) ?? '';

	for (const end of fields) {
		const last = dayOf(end);
		const start = fields.find(({ wire }) => wire === end.notBefore);
		// Days as YYYY-MM-DD have the order of their texts.
		if (start && last !== '' && last < dayOf(start)) {
			const { displayName } = start;
			const problem = `${last} is before ${displayName} ${dayOf(start)}`;

			reader.note(end, problem, `Use a day that is not before ${displayName}.`);
		}

		const other = fields.find(({ wire }) => wire === end.together);
		if (other && (last === '') !== (dayOf(other) === '')) {
			const [given, missing] = last === '' ? [other, end] : [end, other];
			const problem = `it is given without ${missing.displayName}`;

			reader.note(given, problem, `Add ${missing.displayName}, or leave out both.`);
		}
	}
}

/** `{'issue.name': 'x'}` → `{issue: {name: 'x'}}` */
function nested(values: JsonObject): JsonObject {
	const body: JsonObject = {};

	for (const [wire, value] of Object.entries(values)) {
		const [name = '', inner] = wire.split('.');
		const group = body[name];
		if (inner === undefined) body[name] = value;
		else body[name] = { ...(isJsonObject(group) ? group : {}), [inner]: value };
	}

	return body;
}

/** What becomes of the entries that lists of the record have already, where they are not replaced. */
function readMerged(reader: ParameterReader, { collection, added }: Body, body: JsonObject) {
	const actions = added.flatMap((list) => (list.action ? [{ list, action: list.action }] : []));
	const given = reader.added(
		collection,
		actions.map(({ action }) => action),
	);

	return Object.fromEntries(
		actions.flatMap(({ list, action }): [string, 'add' | 'remove'][] => {
			const value = given[action.wire];
			if (value !== undefined && !reader.namesIn(collection).includes(list.parameter)) {
				const { displayName } = list;

				reader.note(action, `it is given without ${displayName}`, `Add ${displayName} too.`);
			}

			// A list that a model left empty is left alone, and what to do with it too.
			const isMeant = list.wire in body && (value === 'add' || value === 'remove');

			return isMeant ? [[list.wire, value]] : [];
		}),
	);
}
