import { type IExecuteFunctions, isObjectEmpty, type JsonObject } from 'n8n-workflow';

import type { Field } from '../../shared/fields/kinds';
import { asText, toTextList } from '../../shared/values/asText';
import type {
	Call,
	CallParts,
	ProjectSelection,
	RecordLocation,
	RecordValues,
} from '../../shared/model/call';
import {
	type Body,
	isOutsideWorkspaces,
	type Kind,
	type Operation,
	type OperationsByKind,
	type ServiceOperation,
} from '../../shared/operations/operation';
import { dispatchByKind } from '../../shared/operations/kindTable';
import * as choices from '../../shared/operations/shared/choices';
import { FILE_FIELD, fileField } from '../../shared/operations/shared/downloads';
import { canBeRecognized } from '../../shared/operations/shared/external';
import { PROJECT } from '../../shared/operations/shared/projectScope';
import type { Result } from '../../shared/result/problem';
import { withValuesAt } from '../../shared/values/withValuesAt';
import { findOwner } from '../../shared/parameters/findOwner';
import {
	ParameterReader,
	toTexts,
	type ValueEffects,
} from '../../shared/parameters/ParameterReader';
import { checkExclusiveFields, readInitialValues } from './conditions';
import { readPropertyMapping } from './readPropertyMapping';
import { readFiles } from './readFiles';
import { readListQuery, splitNames } from './readListQuery';
import { readMapping } from './readMapping';
import { readOutput } from './readOutput';
import { readUpload } from './readUpload';
import { RunCache } from './RunCache';
import { readWorkspace } from '../../shared/parameters/readWorkspace';

/** The parts of a call, or undefined if a value has a problem. */
type ReadParts<Parts> = Parts | undefined | Promise<Parts | undefined>;

/** The values of If It Already Exists; any other one, and none, means `fail`. */
const IF_EXISTS: Readonly<Record<string, CallParts['create']['ifExists']>> = {
	[choices.USE_EXISTING]: 'use',
	[choices.UPDATE_EXISTING]: 'update',
};

/** Reads the parts that calls of each kind have besides their location. */
const READERS: {
	readonly [K in Kind]: (
		operation: Operation<K>,
		reader: ParameterReader,
		cache: RunCache,
	) => ReadParts<CallParts[K]>;
} = {
	list: (operation, reader) => {
		const { simplify = false, ...selection } = readOutput(reader, operation.simplifier);

		const included = readIncluded(reader, operation.customPropertiesOption);
		const { includesCustomProperties = false } = included;

		return {
			query: readListQuery(reader, operation, { simplify, includesCustomProperties }),
			...selection,
			...included,
		};
	},
	get: ({ simplifier, options = [], fileDownload, customPropertiesOption }, reader) => {
		const output = readOutput(reader, simplifier);
		const fields = [...options, ...(fileDownload ? [fileDownload.outputField] : [])];
		const { [fileField.wire]: outputField, ...search } = toTexts(
			reader.optionValues('options', fields),
		);
		const expandForCard = output.simplify === true ? simplifier?.expand : undefined;
		const expand = splitNames(search.expand, expandForCard).join(',');

		return {
			queryParameters: { ...search, ...(expand !== '' && { expand }) },
			...output,
			binaryField: outputField ?? FILE_FIELD,
			...readIncluded(reader, customPropertiesOption),
		};
	},
	create: ({ body, naturalKey, simplifier, toolSimplifier }, reader) => {
		const choice = naturalKey && readOption(reader, choices.ifAlreadyExists);
		const ifExists = IF_EXISTS[asText(choice) ?? ''] ?? 'fail';
		const values = readBody(reader, body, NEW_RECORD);
		const initialValues = readInitialValues(reader, body, values.body);

		const isRecognizable = canBeRecognized(naturalKey, values.body);
		if (ifExists !== 'fail' && !isRecognizable && reader.problemCount === 0) {
			const problem = 'nothing identifies an existing record';

			reader.addProblem(choices.ifAlreadyExists, problem, 'Add External ID and External Source.');
		}

		return {
			...values,
			...(!isObjectEmpty(initialValues) && { initialValues }),
			ifExists,
			...readOutput(reader, simplifier, toolSimplifier),
		};
	},
	upsert: (operation, reader, cache) => {
		const mapping = readMapping(reader, operation, cache);
		if (mapping === undefined) return undefined;

		const { values, ...details } = mapping;
		const createsLabels = reader.value(choices.createImportedLabels) === true;

		return {
			...toRecordValues(reader, operation.body, values),
			...details,
			createsLabels,
			...readOutput(reader, operation.simplifier),
		};
	},
	update: ({ body, setsValues, simplifier, toolSimplifier }, reader) => {
		const values = readBody(reader, body);
		const timezone = reader.context.getTimezone();

		return {
			...values,
			...(setsValues !== undefined && {
				customValues: values.customValues ?? { timezone, input: {} },
			}),
			listActions: readListActions(reader, body, values.body),
			...readOutput(reader, simplifier, toolSimplifier),
		};
	},
	action: ({ body, extraBody, precondition }, reader) => {
		const entered = body ? readBody(reader, body).body : {};
		const initialValues = body ? readInitialValues(reader, body, entered) : {};
		const sent = {
			...withValuesAt(entered, initialValues),
			...extraBody?.(formatToday(reader.context.getTimezone())),
		};
		const option = precondition?.overrideOption;
		const skipPrecondition = option !== undefined && readOption(reader, option) === true;

		return {
			...(!isObjectEmpty(sent) && { body: sent }),
			ignoreMissing: readIgnoreMissing(reader),
			...(skipPrecondition && { skipPrecondition }),
		};
	},
	add: ({ idsField, queryFields }, reader) => ({
		ids: readIds(reader, idsField),
		...readQuery(reader, queryFields),
	}),
	remove: ({ idsField, queryFields }, reader) => ({
		ids: readIds(reader, idsField),
		...readQuery(reader, queryFields),
		ignoreMissing: readIgnoreMissing(reader),
	}),
	attach: async (operation, reader) => {
		const files = await readFiles(reader, operation);
		const choice = readOption(reader, choices.unknownFileTypes);
		const ifUnknownType = choice === choices.SEND_AS_ANY_FILE ? 'sendAsAnyFile' : 'fail';

		return files && { files, ifUnknownType };
	},
	upload: async (operation, reader) => await readUpload(reader, operation),
};

/** What the empty values of an update mean: the user has added the field to clear it. */
const EXISTING_RECORD: ValueEffects = { whenEmpty: 'clear', whenMissing: 'refuse' };

/**
 * What the empty values of a create mean. A new record has nothing to clear, and its panel shows fields that nobody
 * has added. The record may turn out to exist already: then an expression that returns `null` clears its field.
 */
const NEW_RECORD: ValueEffects = { whenEmpty: 'clearByExpression', whenMissing: 'leave' };

/** The value of one option, or undefined if it was not added. */
const readOption = (reader: ParameterReader, field: Field) =>
	reader.optionValues('options', [field])[field.wire];

/** Whether the output has custom properties. */
const readIncluded = (
	reader: ParameterReader,
	option: Field | undefined,
): Pick<CallParts['get'], 'includesCustomProperties'> =>
	option !== undefined && readOption(reader, option) === true
		? { includesCustomProperties: true }
		: {};

/** The query fields under Options that were added. */
function readQuery(
	reader: ParameterReader,
	fields: readonly Field[] = [],
): Pick<CallParts['add'], 'queryParameters'> {
	const queryParameters = toTexts(reader.optionValues('options', fields));

	return isObjectEmpty(queryParameters) ? {} : { queryParameters };
}

/** Whether the user accepts that a record is missing. */
const readIgnoreMissing = (reader: ParameterReader): boolean =>
	readOption(reader, choices.ifMissing) === choices.IGNORE_MISSING;

/** Today as `YYYY-MM-DD`: the Swedish locale formats dates as ISO 8601. */
const formatToday = (timeZone: string): string =>
	new Date().toLocaleDateString('sv-SE', { timeZone });

/**
 * Reads and checks the parameters of one item (docs/values.md); nothing is sent.
 *
 * @param workspaceSlug the credential's workspace, for an item that names none
 * @param cache shared by all items of the execution
 * @returns the call, or one Problem with everything that is wrong with the item's values
 */
export async function readCall(
	context: IExecuteFunctions,
	operation: Operation,
	itemIndex: number,
	workspaceSlug: string,
	cache = new RunCache(),
): Promise<Result<Call>> {
	const reader = new ParameterReader(context, itemIndex, cache.parameters);
	const { kind } = operation;
	const location = kind === 'upload' ? {} : readLocation(reader, operation, workspaceSlug);
	const parts = await dispatchByKind<
		OperationsByKind,
		Kind,
		[ParameterReader, RunCache],
		ReadParts<object>
	>(READERS, operation, reader, cache);
	const { textsToSplit, textsWithMentions, removedContents, fieldsLeftOut, chosenNames } = reader;
	const { namesByUncertainId } = reader;
	const call = {
		kind,
		operation,
		itemIndex,
		...location,
		...parts,
		...(!isObjectEmpty(textsToSplit) && { textsToSplit }),
		...(!isObjectEmpty(textsWithMentions) && { textsWithMentions }),
		...(removedContents.length > 0 && { removedContents }),
		...(fieldsLeftOut.length > 0 && { skippedFields: fieldsLeftOut }),
		...(!isObjectEmpty(chosenNames) && { displayNames: chosenNames }),
		...(!isObjectEmpty(namesByUncertainId) && { namesByUncertainId }),
	};

	// The compiler does not follow a spread of parts that depend on the kind.
	return reader.finish(parts && (call as Call));
}

/** Reads the workspace and the path of an item's record, or the projects in which a list is read. */
function readLocation(
	reader: ParameterReader,
	operation: ServiceOperation,
	defaultSlug: string,
): RecordLocation & Pick<CallParts['list'], 'projects'> {
	reader.workspace = isOutsideWorkspaces(operation) ? '' : readWorkspace(reader, defaultSlug);

	const { workspace, problemCount } = reader;
	const projects = operation.kind === 'list' ? readProjects(reader, operation) : undefined;
	// Which of the locators count is not known.
	if (reader.problemCount > problemCount) return { workspace, path: {} };

	const locators = operation.locators.filter(
		({ wire }) => projects === undefined || wire !== PROJECT,
	);
	const path = toTexts(reader.values(locators));
	if (reader.problemCount > problemCount) return { workspace, path };

	return {
		workspace,
		path: { ...findOwners(reader, locators, path), ...path },
		...(projects && { projects }),
	};
}

/** Reads in which projects a list is read. @returns undefined for the one of the locator */
function readProjects(
	reader: ParameterReader,
	{ projectScope }: Operation<'list'>,
): ProjectSelection | undefined {
	const kind = projectScope && reader.value(projectScope.choice);
	if (projectScope === undefined || (kind !== 'several' && kind !== 'all')) return undefined;

	return { kind, names: kind === 'all' ? [] : readIds(reader, projectScope.several) };
}

/**
 * Finds the records of a path that were left empty, because the key or the address of a record within them
 * names them. If it does not, the reader gets a problem.
 */
function findOwners(
	reader: ParameterReader,
	locators: readonly Field[],
	path: Readonly<Record<string, string>>,
): Record<string, string> {
	const owners: Record<string, string> = {};

	for (const locator of locators) {
		if (locator.required || path[locator.wire] !== undefined) continue;

		const owner = locators
			.map((inner) =>
				findOwner(locator, inner, {
					text: path[inner.wire] ?? '',
					entered: reader.enteredValue(inner),
				}),
			)
			.find((name) => name !== undefined);

		if (owner !== undefined) {
			owners[locator.wire] = owner;
		} else {
			const remedy = `Choose ${locator.displayName}, or enter the work item by its key, such as LNCH-12, or by its address.`;

			reader.addProblem(locator, 'there is no value', remedy);
		}
	}

	return owners;
}

/** The IDs in a field that contains each only once. */
const readIds = (reader: ParameterReader, field: Field): string[] =>
	toTextList(reader.value(field));

/** Reads the values of a record to be written, and checks that they fit together. */
function readBody(
	reader: ParameterReader,
	body: Body,
	effects: ValueEffects = EXISTING_RECORD,
): RecordValues {
	const { fields, collection, collectionFields, memberships = [], fixedValues = [] } = body;
	const problemsBefore = reader.problemCount;
	const membershipFields = memberships.map(({ field }) => field);
	const values = {
		...reader.values(fields, (field) => reader.value(field, effects.whenMissing)),
		...reader.collectionValues(collection, [...collectionFields, ...membershipFields], effects),
	};

	const customValues = readPropertyMapping(reader, body, effects);
	const isUpdate = collection === 'updateFields' && fixedValues.length === 0;
	const isEmpty = isObjectEmpty(values) && customValues === undefined;

	if (isUpdate && isEmpty && reader.problemCount === problemsBefore) {
		const problem = 'no field was added, so nothing would change';

		reader.addProblem({ displayName: 'Update Fields' }, problem, 'Add at least one field.');
	}

	const hasCreatableNames = [...fields, ...collectionFields].some(
		({ canCreateMissing }) => canCreateMissing,
	);

	const fixed = Object.fromEntries(fixedValues.map(({ field, value }) => [field.wire, value]));

	return {
		...toRecordValues(reader, body, { ...values, ...fixed }),
		createsLabels: hasCreatableNames && readOption(reader, choices.createLabels) === true,
		...(customValues && { customValues }),
	};
}

/** Separates the values of a body from its memberships, and checks that they fit together. */
function toRecordValues(
	reader: ParameterReader,
	{ fields, collectionFields, memberships = [] }: Body,
	values: JsonObject,
): Omit<RecordValues, 'createsLabels'> {
	const membershipFields = memberships.map(({ field }) => field);

	checkDateRanges(reader, [...fields, ...collectionFields], values);
	checkExclusiveFields(reader, [...fields, ...collectionFields], values);

	return {
		body: withValuesAt({}, omit(values, membershipFields)),
		targets: readTargets(values, membershipFields),
	};
}

/** The IDs of what a record is added to, by wire name; fields without any are left out. */
function readTargets(
	values: JsonObject,
	membershipFields: readonly Field[],
): Record<string, readonly string[]> {
	const targets: Record<string, readonly string[]> = {};

	for (const { wire } of membershipFields) {
		const ids = toTextList(values[wire]);
		if (ids.length > 0) targets[wire] = ids;
	}

	return targets;
}

const omit = (values: JsonObject, fields: readonly Field[]): JsonObject =>
	Object.fromEntries(
		Object.entries(values).filter(([name]) => !fields.some(({ wire }) => wire === name)),
	);

/** Adds a problem for each end before its start, and for one of them without the other. */
function checkDateRanges(
	reader: ParameterReader,
	fields: readonly Field[],
	values: JsonObject,
): void {
	const dayIn = ({ wire }: Field): string => asText(values[wire]) ?? '';

	for (const end of fields) {
		const endDay = dayIn(end);
		const start = fields.find(({ wire }) => wire === end.notBefore);
		// Days as YYYY-MM-DD can be compared as texts.
		if (start && endDay !== '' && endDay < dayIn(start)) {
			const { displayName } = start;
			const problem = `${endDay} is before ${displayName} ${dayIn(start)}`;

			reader.addProblem(end, problem, `Use a day that is not before ${displayName}.`);
		}

		const companion = fields.find(({ wire }) => wire === end.requiredWith);
		if (companion === undefined) continue;

		const companionDay = dayIn(companion);
		if (endDay === '' && companionDay !== '') addMissingCompanion(reader, companion, end);
		if (endDay !== '' && companionDay === '') addMissingCompanion(reader, end, companion);
	}
}

/** Adds a problem for a field that servers accept only together with another one. */
function addMissingCompanion(reader: ParameterReader, present: Field, missing: Field): void {
	const problem = `it is given without ${missing.displayName}`;

	reader.addProblem(present, problem, `Add ${missing.displayName}, or leave out both.`);
}

/** Reads which lists of an update are added to or removed from instead of replaced, by wire name. */
function readListActions(
	reader: ParameterReader,
	{ collection, collectionFields }: Body,
	body: JsonObject,
): Record<string, 'add' | 'remove'> {
	const actions = collectionFields
		.map(({ actionField }) => actionField)
		.filter((field) => field !== undefined);
	const values = reader.collectionValues(collection, actions);
	const listActions: Record<string, 'add' | 'remove'> = {};

	for (const { actionField, displayName, parameter, wire } of collectionFields) {
		if (actionField === undefined) continue;

		const choice = values[actionField.wire];
		if (choice !== undefined && !reader.addedNames(collection).includes(parameter)) {
			reader.addProblem(
				actionField,
				`it is given without ${displayName}`,
				`Add ${displayName} too.`,
			);
		}

		// If a model left the list empty, the list is not sent, and its action does not matter.
		const isSent = wire in body;
		if (isSent && (choice === 'add' || choice === 'remove')) listActions[wire] = choice;
	}

	return listActions;
}
