import { formatToday } from '../../shared/values/formatToday';
import { type IExecuteFunctions, isObjectEmpty, type JsonObject } from 'n8n-workflow';

import type { Field } from '../../shared/fields/kinds';
import { asText } from '../../shared/values/asText';
import { collectPath } from '../../shared/model/buildCall';
import type { CallParts, ProjectSelection } from '../../shared/model/call';
import type {
	Draft,
	DraftNotes,
	DraftSettings,
	PropertyValues,
	Slot,
	SlotPlace,
} from '../../shared/model/draft';
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
import { checkOnly } from '../../shared/operations/shared/importOptions';
import { COUNT_GROUPS, countedBy, isCountGroup } from '../../shared/operations/shared/counts';
import {
	INCLUDE_CUSTOM_PROPERTIES,
	includeCycleAndModules,
	OWN_OPTIONS,
} from '../../shared/operations/shared/paging';
import { isContainerField } from '../../shared/operations/shared/workItemContainers';
import { PROJECT } from '../../shared/operations/shared/projectScope';
import { findSimplifier } from '../../shared/operations/shared/recordOutput';
import type { Result } from '../../shared/result/problem';
import { withValuesAt } from '../../shared/values/withValuesAt';
import { findOwner } from '../../shared/parameters/findOwner';
import {
	type EnteredField,
	ParameterReader,
	toTexts,
	toValues,
	type ValueEffects,
} from '../../shared/parameters/ParameterReader';
import { checkRules, readInitialValues } from './conditions';
import { readPropertyMapping } from './readPropertyMapping';
import { readFileSource } from './readFiles';
import { readListQuery, splitNames } from './readListQuery';
import { readMapping } from './readMapping';
import { readOutput } from './readOutput';
import { readUpload } from './readUpload';
import { RunCache } from './RunCache';
import { readWorkspace } from '../../shared/parameters/readWorkspace';

/** The parts of a draft that depend on its kind. */
interface DraftParts<K extends Kind> extends Pick<DraftNotes, 'row'>, Pick<Draft, 'properties'> {
	readonly slots?: readonly Slot[];
	readonly settings: DraftSettings[K];
}

/** The parts of a draft, or undefined if a value has a problem. */
type ReadParts<Parts> = Parts | undefined | Promise<Parts | undefined>;

/** The values of If It Already Exists; any other one, and none, means `fail`. */
const IF_EXISTS: Readonly<Record<string, CallParts['create']['ifExists']>> = {
	[choices.USE_EXISTING]: 'use',
	[choices.UPDATE_EXISTING]: 'update',
};

/** Reads the parts that drafts of each kind have besides their location. */
const READERS: {
	readonly [K in Kind]: (
		operation: Operation<K>,
		reader: ParameterReader,
		cache: RunCache,
	) => ReadParts<DraftParts<K>>;
} = {
	list: (operation, reader) => {
		const { simplify = false, ...selection } = readOutput(reader, operation.output);
		const counting = readCounting(reader, operation);
		// Groups are named as simplified records name them.
		const isNamed = simplify || counting.groupBy !== undefined;
		const { slots, query } = readListQuery(reader, operation, isNamed);

		return {
			slots,
			settings: { query, ...selection, ...readIncluded(reader, operation), ...counting },
		};
	},
	get: (operation, reader) => {
		const { options = [], fileDownload } = operation;
		const output = readOutput(reader, operation.output);
		const sent = options.filter(({ wire }) => !OWN_OPTIONS.includes(wire));
		const fields = [...sent, ...(fileDownload ? [fileDownload.outputField] : [])];
		const { [fileField.wire]: outputField, ...search } = toTexts(
			reader.optionValues('options', fields),
		);
		const expandForCard =
			output.simplify === true ? findSimplifier(operation.output)?.expand : undefined;
		const expand = splitNames(search.expand, expandForCard).join(',');

		return {
			settings: {
				queryParameters: { ...search, ...(expand !== '' && { expand }) },
				...output,
				binaryField: outputField ?? FILE_FIELD,
				...readIncluded(reader, operation),
			},
		};
	},
	create: ({ body, naturalKey, output }, reader) => {
		const choice = naturalKey && reader.option(choices.ifAlreadyExists);
		const ifExists = IF_EXISTS[asText(choice) ?? ''] ?? 'fail';
		const { slots, properties } = readBody(reader, body, NEW_RECORD);
		const values = toBody(slots);
		const initialValues = readInitialValues(reader, body, values);

		const isRecognizable = canBeRecognized(naturalKey, values);
		if (ifExists !== 'fail' && !isRecognizable && reader.problemCount === 0) {
			const problem = 'nothing identifies an existing record';

			reader.addProblem(choices.ifAlreadyExists, problem, 'Add External ID and External Source.');
		}

		return {
			slots,
			...(properties && { properties }),
			settings: {
				...(!isObjectEmpty(initialValues) && { initialValues }),
				ifExists,
				...readOutput(reader, output),
			},
		};
	},
	upsert: (operation, reader, cache) => {
		const mapping = readMapping(reader, operation, cache);

		cache.checksOnly ||= reader.value(checkOnly) === true;
		cache.isCheckUnclear ||= reader.hasProblem(checkOnly);

		if (mapping === undefined) return undefined;

		const { entries, row, ...details } = mapping;
		const mayCreate = reader.value(choices.createImportedLabels) === true;

		return {
			slots: toRecordSlots(reader, operation.body, { entries, mayCreate }),
			settings: { ...details, ...readOutput(reader, operation.output) },
			row,
		};
	},
	update: ({ body, setsValues, output }, reader) => {
		const { slots, properties } = readBody(reader, body);
		const timezone = reader.context.getTimezone();
		const listActions = readListActions(reader, body, toBody(slots));
		const ownProperties = setsValues === undefined ? undefined : { timezone, values: [] };
		const values = properties ?? ownProperties;

		return {
			// A record that is removed may no longer be in the list that the field reads, and is never created.
			slots: slots.map((slot) =>
				listActions[slot.field.wire] === 'remove'
					? { ...slot, mayCreate: false, mayBeUnlisted: true }
					: slot,
			),
			...(values && { properties: values }),
			settings: {
				listActions,
				...readOutput(reader, output),
			},
		};
	},
	action: ({ body, check }, reader) => {
		const { slots = [] } = body ? readBody(reader, body) : {};
		const initialValues = body ? readInitialValues(reader, body, toBody(slots)) : {};
		const skipsCheck = check?.kind === 'record' && reader.option(check.overrideOption) === true;

		return {
			slots,
			settings: {
				initialValues,
				ignoreMissing: readIgnoreMissing(reader),
				...(skipsCheck && { skipsCheck }),
			},
		};
	},
	add: ({ idsField, options }, reader) => ({
		slots: [...readIds(reader, 'ids', idsField), ...readQuery(reader, options)],
		settings: {},
	}),
	remove: ({ idsField, options }, reader) => ({
		slots: [...readIds(reader, 'ids', idsField), ...readQuery(reader, options)],
		settings: { ignoreMissing: readIgnoreMissing(reader) },
	}),
	attach: async (operation, reader) => {
		const source = await readFileSource(reader, operation);
		const choice = reader.option(choices.unknownFileTypes);
		const ifUnknownType = choice === choices.SEND_AS_ANY_FILE ? 'sendAsAnyFile' : 'fail';

		const showsPictures = reader.option(choices.showInDescription) === true;
		const { simplify } = readOutput(reader, operation.output);

		return (
			source && {
				settings: {
					...source,
					ifUnknownType,
					showsPictures,
					...(simplify && { simplify }),
				},
			}
		);
	},
	upload: async (operation, reader) => {
		const settings = await readUpload(reader, operation);

		return settings && { settings };
	},
};

/** What the empty values of an update mean: the user has added the field to clear it. */
const EXISTING_RECORD: ValueEffects = { whenEmpty: 'clear', whenMissing: 'refuse' };

/**
 * What the empty values of a create mean. A new record has nothing to clear, and its panel shows fields that nobody
 * has added. The record may turn out to exist already: then an expression that returns `null` clears its field.
 */
const NEW_RECORD: ValueEffects = { whenEmpty: 'clearByExpression', whenMissing: 'leave' };

/** What the output has besides the fields of the records. */
function readIncluded(
	reader: ParameterReader,
	{ options = [] }: Operation<'get' | 'list'>,
): Pick<CallParts['list'], 'containerFields' | 'includesCustomProperties'> {
	const isOn = (name: string) => {
		const option = options.find(({ wire }) => wire === name);

		return option !== undefined && reader.option(option) === true;
	};

	return {
		...(isOn(INCLUDE_CUSTOM_PROPERTIES) && { includesCustomProperties: true }),
		...(isOn(includeCycleAndModules.wire) && { containerFields: ['cycle', 'modules'] }),
	};
}

/** By what records are counted, if they are. */
function readCounting(
	reader: ParameterReader,
	{ output }: Operation<'list'>,
): Pick<CallParts['list'], 'groupBy' | 'containerFields'> {
	const group = output?.kind === 'counted' ? reader.value(countedBy) : undefined;
	if (!isCountGroup(group)) return {};

	const field = COUNT_GROUPS[group];

	return { groupBy: group, ...(isContainerField(field) && { containerFields: [field] }) };
}

/** The query fields under Options that were added. */
const readQuery = (reader: ParameterReader, fields: readonly Field[] = []): readonly Slot[] =>
	toSlots('query', reader.optionFields('options', fields));

/** Whether the user accepts that a record is missing. */
const readIgnoreMissing = (reader: ParameterReader): boolean =>
	reader.option(choices.ifMissing) === choices.IGNORE_MISSING;

/** Which item is read, and what it shares with the others. */
interface ItemToRead {
	readonly itemIndex: number;
	/** The workspace of the credential, for an item that names none. */
	readonly workspaceSlug: string;
	/** Shared by all items of the execution. Absent: the item has its own. */
	readonly cache?: RunCache;
}

/**
 * Reads and checks the parameters of one item (docs/values.md); nothing is sent.
 *
 * @returns the draft, or one Problem with everything that is wrong with the item's values
 */
export async function readDraft(
	context: IExecuteFunctions,
	operation: Operation,
	{ itemIndex, workspaceSlug, cache = new RunCache() }: ItemToRead,
): Promise<Result<Draft>> {
	const reader = new ParameterReader(context, itemIndex, cache.parameters);
	const { kind } = operation;
	const location = kind === 'upload' ? NO_LOCATION : readLocation(reader, operation, workspaceSlug);
	const parts = await dispatchByKind<
		OperationsByKind,
		Kind,
		[ParameterReader, RunCache],
		ReadParts<DraftParts<Kind>>
	>(READERS, operation, reader, cache);
	if (parts === undefined) return reader.finish<Draft>(undefined);

	const { removedContents, fieldsLeftOut, chosenNames, unreadableValues } = reader;
	const { slots = [], properties, settings, row } = parts;
	const { projects } = location;
	const draft = {
		kind,
		operation,
		itemIndex,
		workspace: location.workspace,
		slots: [...location.slots, ...slots].map((slot) => applyNameRules(kind, slot)),
		...(properties && { properties }),
		...(projects && { projects }),
		settings,
		...(removedContents.length > 0 && { removedContents }),
		...(fieldsLeftOut.length > 0 && { skippedFields: fieldsLeftOut }),
		...(unreadableValues.length > 0 && { leftOutNames: unreadableValues }),
		...(!isObjectEmpty(chosenNames) && { displayNames: chosenNames }),
		...(row && { row }),
	};

	// The compiler does not follow settings that depend on the kind.
	return reader.finish(draft as Draft);
}

/** Where the record or the list of an item is. */
interface Location {
	readonly workspace: string;
	/** Its path, and the projects in which a list is read. */
	readonly slots: readonly Slot[];
	readonly projects?: ProjectSelection['kind'];
}

const NO_LOCATION: Location = { workspace: '', slots: [] };

/** What may become of the names in a slot because of what its draft does. */
function applyNameRules(kind: Kind, slot: Slot): Slot {
	const { namesByUncertainId, ...others } = slot;

	// A list only finds records, wherever they are now.
	if (kind === 'list') return { ...others, mayBeUnlisted: true };

	// An unknown ID in a path finds nothing, which the user sees.
	return slot.at === 'path' && namesByUncertainId !== undefined ? others : slot;
}

/** Reads the workspace and the path of an item's record, or the projects in which a list is read. */
function readLocation(
	reader: ParameterReader,
	operation: ServiceOperation,
	defaultSlug: string,
): Location {
	reader.workspace = isOutsideWorkspaces(operation) ? '' : readWorkspace(reader, defaultSlug);

	const { workspace, problemCount } = reader;
	const projects = operation.kind === 'list' ? readProjects(reader, operation) : undefined;
	// Which of the locators count is not known.
	if (reader.problemCount > problemCount) return { workspace, slots: [] };

	const locators = operation.locators.filter(
		({ wire }) => projects === undefined || wire !== PROJECT,
	);
	const path = toSlots('path', reader.fields(locators));
	if (reader.problemCount > problemCount) return { workspace, slots: path };

	const owners = findOwners(reader, locators, collectPath({ slots: path }));

	return {
		workspace,
		slots: [...owners, ...path, ...(projects?.slots ?? [])],
		...(projects && { projects: projects.kind }),
	};
}

/** In which projects a list is read. */
interface Projects {
	readonly kind: ProjectSelection['kind'];
	/** The chosen ones. */
	readonly slots: readonly Slot[];
}

/** Reads which projects a list covers. @returns undefined for the one project of the locator */
function readProjects(
	reader: ParameterReader,
	{ projectScope }: Operation<'list'>,
): Projects | undefined {
	const kind = projectScope && reader.value(projectScope.choice);
	if (projectScope === undefined || (kind !== 'several' && kind !== 'all')) return undefined;

	return { kind, slots: kind === 'all' ? [] : readIds(reader, 'projects', projectScope.several) };
}

/**
 * Finds the records of a path that were left empty, because the key or the address of a record within them
 * names them. If it does not, the reader gets a problem.
 */
function findOwners(
	reader: ParameterReader,
	locators: readonly Field[],
	path: Readonly<Record<string, string>>,
): readonly Slot[] {
	const owners: Slot[] = [];

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
			owners.push({ at: 'path', field: locator, value: owner });
		} else {
			const remedy = `Choose ${locator.displayName}, or enter the work item by its key, such as LNCH-12, or by its address.`;

			reader.addProblem(locator, 'there is no value', remedy);
		}
	}

	return owners;
}

/** The IDs in a field, or names in their place. */
function readIds(reader: ParameterReader, at: SlotPlace, field: Field): readonly Slot[] {
	const entered = reader.entered(field);

	return entered === undefined ? [] : [{ at, field, ...entered }];
}

const toSlots = (at: SlotPlace, entries: readonly EnteredField[]): readonly Slot[] =>
	entries.map((entry) => ({ at, ...entry }));

/** The values in slots as the body that they are sent in. */
const toBody = (slots: readonly Slot[]): JsonObject =>
	withValuesAt({}, toValues(slots.filter(({ at }) => at === 'body')));

/** The values with which a record is written. */
interface EnteredRecord {
	readonly slots: readonly Slot[];
	readonly properties?: PropertyValues;
}

/** Reads the values of a record to be written, and checks that they fit together. */
function readBody(
	reader: ParameterReader,
	body: Body,
	effects: ValueEffects = EXISTING_RECORD,
): EnteredRecord {
	const { fields, collection, collectionFields, memberships = [], fixedValues = [] } = body;
	const problemsBefore = reader.problemCount;
	const membershipFields = memberships.map(({ field }) => field);
	const entries = [
		...reader.fields(fields, (field) => reader.entered(field, effects.whenMissing)),
		...reader.collectionFields(collection, [...collectionFields, ...membershipFields], effects),
	];

	const properties = readPropertyMapping(reader, body, effects);
	const isUpdate = collection === 'updateFields' && fixedValues.length === 0;
	const isEmpty = entries.length === 0 && properties === undefined;

	if (isUpdate && isEmpty && reader.problemCount === problemsBefore) {
		const problem = 'no field was added, so nothing would change';

		reader.addProblem({ displayName: 'Update Fields' }, problem, 'Add at least one field.');
	}

	const hasCreatableNames = [...fields, ...collectionFields].some(
		({ canCreateMissing }) => canCreateMissing,
	);
	const mayCreate = hasCreatableNames && reader.option(choices.createLabels) === true;
	const fixed = fixedValues.map(({ field, value }) => ({
		field,
		value: value(formatToday(reader.context.getTimezone())),
	}));

	return {
		slots: toRecordSlots(reader, body, { entries: [...entries, ...fixed], mayCreate }),
		...(properties && { properties }),
	};
}

/** Separates the values of a body from its memberships, and checks that they fit together. */
function toRecordSlots(
	reader: ParameterReader,
	body: Body,
	{
		entries,
		mayCreate,
	}: { readonly entries: readonly EnteredField[]; readonly mayCreate: boolean },
): readonly Slot[] {
	const { fields, collectionFields, memberships = [] } = body;
	const values = toValues(entries);
	const isMembership = ({ field: { wire } }: EnteredField) =>
		memberships.some(({ field }) => field.wire === wire);

	checkDateRanges(reader, [...fields, ...collectionFields], values);
	checkRules(reader, body, values);

	const slots = [
		...toSlots('membership', entries.filter(isMembership)),
		...toSlots(
			'body',
			entries.filter((entry) => !isMembership(entry)),
		),
	];

	return slots.map((slot) => ({ ...slot, mayCreate }));
}

/** Adds a problem for each end before its start. */
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
	}
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
	const values = toValues(reader.collectionFields(collection, actions));
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
