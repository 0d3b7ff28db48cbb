import type { IDataObject, JsonObject } from 'n8n-workflow';

import { FORMATS } from '../../shared/fields/textFormats';
import { isUuid } from '../../shared/values/textForms';
import type { Field } from '../../shared/fields/kinds';
import { asText } from '../../shared/values/asText';
import { isEmpty, isObject } from '../../shared/values/valueChecks';
import type { Operation } from '../../shared/operations/operation';
import { listKeyFields, nameRecord } from '../../shared/operations/shared/external';
import {
	COLUMNS_BY_NAME,
	findTool,
	IMPORT_OPTIONS,
	readAs,
} from '../../shared/operations/shared/importOptions';
import { AUTOMATIC, listMappedFields, MAPPER } from '../../shared/operations/shared/mappedFields';
import { importRow, isRecordOf } from '../../shared/imports/importRow';
import type { Entered, ImportRow } from '../../shared/model/draft';
import { ExportSource } from './ExportSource';
import {
	createEffects,
	createOrigin,
	explainLostDigits,
	type FieldSource,
	PLACE_FOR_EXPRESSIONS,
	readCellValue,
} from './fieldSource';
import {
	type EnteredField,
	type ParameterReader,
	toValues,
	type ValueEffects,
} from '../../shared/parameters/ParameterReader';
import { isProblem } from '../../shared/result/problem';
import { joinWithConjunction } from '../../shared/text/joinWithConjunction';
import {
	type ColumnValue,
	type MatchedColumns,
	type MatchingColumns,
	normalizeHeading,
	readColumn,
} from './matchColumns';
import { type ImportOptions, readNameRules, readRowRules } from './importRules';
import type { RunCache } from './RunCache';

/** What the resource mapper of an item says. */
export interface Mapping {
	/** The fields that have a value. */
	readonly entries: readonly EnteredField[];
	/** The wire name of the field by which an existing record is recognized. */
	readonly matchField: string;
	/** What is known of the item beside its fields. */
	readonly row: ImportRow;
	/** Whether the external ID is a UUID in a column that is only called ID. */
	readonly mayHaveOwnId: boolean;
	/** Whether its record is archived, or is to be. */
	readonly mayBeArchived?: boolean;
}

/**
 * Reads the fields of an item from the resource mapper: from the expressions in it, or from the properties of
 * the item with the same names as the fields.
 *
 * @param cache shared by all items of the run
 * @returns undefined if the value of the parameter is not a mapping
 */
export function readMapping(
	reader: ParameterReader,
	operation: Operation<'upsert'>,
	cache: RunCache,
): Mapping | undefined {
	const parameter = reader.rawValue(MAPPER.name);

	if (!isObject(parameter) || typeof parameter.mappingMode !== 'string') {
		reader.addProblem(
			MAPPER,
			'the value is not a mapping',
			'Choose Map Automatically or Map Each Column Manually.',
		);

		return undefined;
	}

	const source = openSource(reader, operation, { cache, mode: parameter.mappingMode });
	const matchField = findMatchField(operation, parameter.matchingColumns);
	const row = source.readRow();
	if (row.leftOut !== undefined) {
		return { entries: [], matchField, mayHaveOwnId: false, row };
	}

	const entries = readEntries(reader, operation, source);
	const values = toValues(entries);

	reader.recordName = nameRecord(values);
	checkKeys(reader, { operation, source, matchField, values });

	return {
		entries: withoutIncompleteKeys(entries, values, operation),
		matchField,
		row,
		mayHaveOwnId: source.mayHaveOwnId,
		...(row.archiveOn !== undefined && { mayBeArchived: true }),
	};
}

/** Columns are read as the tool means them whose export has their headings, or else by the names of the fields. */
function openSource(
	reader: ParameterReader,
	operation: Operation<'upsert'>,
	{ cache, mode }: { readonly cache: RunCache; readonly mode: string },
): FieldSource {
	// The options are checked for every item, whether its tool is known or not.
	const options = reader.optionValues('options', IMPORT_OPTIONS);
	if (mode !== AUTOMATIC) return new ExpressionSource(reader, operation, options);

	const items = reader.context.getInputData();
	const item = items[reader.itemIndex]?.json ?? {};
	const choice = options[readAs.wire];
	const recognition =
		choice === COLUMNS_BY_NAME ? undefined : cache.recognize(items, findTool(choice));

	if (recognition === undefined || !isRecordOf(recognition, item)) {
		return new ColumnSource(reader, operation, { cache, options });
	}

	const row = importRow(item, recognition);
	const added = cache.getColumnMatcher(operation).matchOwnNames(row.unknownColumns);

	return new ExportSource(reader, operation, { item, record: row, added, options });
}

/** The field of the column to match on, which the editor saves by its parameter name; by default the first one. */
function findMatchField({ matchFields, body }: Operation<'upsert'>, columns: unknown): string {
	const names: unknown[] = Array.isArray(columns) ? columns : [];
	const chosen = listMappedFields(body).find(
		({ wire, parameter }) => matchFields.includes(wire) && names.includes(parameter),
	);

	return chosen?.wire ?? matchFields[0] ?? '';
}

/** Reads the values of all fields that can be mapped. */
function readEntries(
	reader: ParameterReader,
	{ body, constantFields }: Operation<'upsert'>,
	source: FieldSource,
): readonly EnteredField[] {
	const fields = listMappedFields(body);

	return reader.fields(fields, (field) => {
		const text = fields.find(({ formatField }) => formatField?.wire === field.wire);
		if (text !== undefined) {
			const format = source.findFormat(text);

			return format === undefined ? reader.optionFields('options', [field])[0] : { value: format };
		}

		const entered = source.read(field);
		const isConstant = constantFields.includes(field.wire);

		return isConstant && isEmpty(entered?.value) ? reader.entered(field) : entered;
	});
}

/** The part of an item by which an existing record is recognized. */
interface KeyCheck {
	readonly operation: Operation<'upsert'>;
	readonly source: FieldSource;
	readonly matchField: string;
	readonly values: JsonObject;
}

/** Adds a problem for each value that is missing to create a record, or to recognize an existing one. */
function checkKeys(
	reader: ParameterReader,
	{ operation, source, matchField, values }: KeyCheck,
): void {
	const { naturalKey, body } = operation;
	const uniqueFields = (naturalKey?.uniqueFields ?? []).filter(
		(wire) => wire === matchField || !isEmpty(values[wire]),
	);
	const keyFields = [matchField, ...uniqueFields].flatMap(listKeyFields);

	for (const field of listMappedFields(body)) {
		const isNeeded = field.required || keyFields.includes(field.wire);
		if (!isNeeded || !isEmpty(values[field.wire]) || reader.hasProblem(field)) continue;

		reader.addProblem(field, 'the value is empty', source.remedyForMissing(field));
	}
}

/** Leaves out the external source of an item without an external ID: it says nothing alone. */
function withoutIncompleteKeys(
	entries: readonly EnteredField[],
	values: JsonObject,
	{ naturalKey }: Operation<'upsert'>,
): readonly EnteredField[] {
	const incomplete = (naturalKey?.uniqueFields ?? []).filter((wire) => isEmpty(values[wire]));
	const partners = incomplete.flatMap((wire) =>
		listKeyFields(wire).filter((part) => part !== wire),
	);

	return entries.filter(({ field }) => !partners.includes(field.wire));
}

/** The expressions of the mapper. */
class ExpressionSource implements FieldSource {
	readonly mayHaveOwnId = false;
	private readonly path = `${MAPPER.name}.value`;
	private readonly mappedNames: readonly string[];
	private readonly getEffects: (field: Field) => ValueEffects;

	constructor(
		private readonly reader: ParameterReader,
		private readonly operation: Operation<'upsert'>,
		private readonly options: ImportOptions,
	) {
		this.mappedNames = reader.addedNames(this.path);
		this.getEffects = createEffects(reader);
	}

	readRow(): ImportRow {
		return { unmatchedColumns: [], ...readRowRules(this.options) };
	}

	read(field: Field): Entered | undefined {
		// A constant has a parameter of its own, which takes expressions, too.
		const isConstant = this.operation.constantFields.includes(field.wire);
		if (isConstant || !this.mappedNames.includes(field.parameter)) return undefined;

		const entered = this.reader.read(
			field,
			`${this.path}.${field.parameter}`,
			this.getEffects(field),
		);

		return entered && { ...entered, ...readNameRules(field, entered.value, this.options) };
	}

	findFormat(): undefined {
		return undefined;
	}

	remedyForMissing({ displayName }: Field): string {
		return `Fill in ${displayName} for this item.`;
	}
}

/** The properties of the item. */
class ColumnSource implements FieldSource {
	mayHaveOwnId = false;
	private readonly item: IDataObject;
	private readonly options: ImportOptions;
	private readonly columns: MatchedColumns;
	private readonly getEffects: (field: Field) => ValueEffects;

	constructor(
		private readonly reader: ParameterReader,
		private readonly operation: Operation<'upsert'>,
		{ cache, options }: { readonly cache: RunCache; readonly options: ImportOptions },
	) {
		this.options = options;
		this.item = reader.context.getInputData()[reader.itemIndex]?.json ?? {};
		this.getEffects = createEffects(reader);

		this.columns = cache.getColumnMatcher(operation).match(Object.keys(this.item));
	}

	readRow(): ImportRow {
		return { unmatchedColumns: this.listUnmatchedColumns(), ...readRowRules(this.options) };
	}

	/**
	 * The columns that match no field. In a record of Plane, read-only and empty columns do not count: users pipe such
	 * records into this node.
	 */
	private listUnmatchedColumns(): readonly string[] {
		const { unmatched } = this.columns;
		if (!isWorkItemOfPlane(this.item)) return unmatched;

		const { readOnlyColumns } = this.operation;

		return unmatched.filter(
			(column) => !readOnlyColumns.includes(column) && !isEmpty(this.item[column]),
		);
	}

	read(field: Field): Entered | undefined {
		const columns = this.listColumns(field).filter((matching) => !this.isOwnId(field, matching));
		const cell = readColumn(this.item, columns);
		if (cell === undefined) return undefined;

		if (isProblem(cell)) {
			this.reader.addProblem(field, cell.message, cell.description);

			return undefined;
		}

		const loss = field.identifiesRecord === true ? explainLostDigits(cell.value) : undefined;
		if (loss !== undefined) {
			this.reader.addProblem(field, loss.message, loss.description);

			return undefined;
		}

		this.mayHaveOwnId ||= field.identifiesRecord === true && isIdOfUnknownOrigin(cell);

		const value = readCellValue(field, cell.value);
		const effects: ValueEffects = {
			...this.getEffects(field),
			placeForExpressions: PLACE_FOR_EXPRESSIONS,
			...(field.wire === 'created_at' && { whenUnreadable: 'leaveOut' }),
		};

		const entered = this.reader.convert(
			field,
			{ value, origin: createOrigin(cell.column) },
			effects,
		);

		return (
			entered && {
				...entered,
				...(field.wire === 'created_by' && { mayBeLeftOut: true }),
				...readNameRules(field, entered.value, this.options),
			}
		);
	}

	private listColumns({ wire }: Field): readonly MatchingColumns[] {
		return this.columns.byField.get(wire) ?? [];
	}

	/** Whether a column that is only called ID or Key has Plane's own ID or key, as in the rows of Get Many. */
	private isOwnId({ identifiesRecord }: Field, { normalizedHeading }: MatchingColumns): boolean {
		const mayBeOwn = identifiesRecord === true && ['id', 'key'].includes(normalizedHeading);

		return mayBeOwn && isWorkItemOfPlane(this.item);
	}

	/**
	 * A text is HTML if its column has the name of the field in Plane, such as `description_html`. Columns of
	 * other tools never have such a name.
	 */
	findFormat(field: Field): string | undefined {
		const cell = readColumn(this.item, this.listColumns(field));
		if (cell === undefined || isProblem(cell)) return undefined;

		const isHtml = normalizeHeading(cell.column) === normalizeHeading(field.wire);

		return isHtml ? FORMATS.HTML : undefined;
	}

	remedyForMissing(field: Field): string {
		const { wire, displayName } = field;
		const { headings, constantFields } = this.operation;
		if (constantFields.includes(wire)) {
			return `Fill in ${displayName}: the name of the tool that the items come from, e.g. jira.`;
		}

		if (this.listColumns(field).some((matching) => this.isOwnId(field, matching))) {
			return 'The item has only an ID of Plane, which is not the ID in another tool. To change work items of Plane, use Update.';
		}

		const names = headings.filter((row) => row.wire === wire).map(({ heading }) => heading);
		const others = names.filter((name) => normalizeHeading(name) !== normalizeHeading(displayName));

		return `The item needs a value in a column that is called ${joinWithConjunction([displayName, ...others], 'or')}. If its column is called something else, choose Map Each Column Manually.`;
	}
}

/**
 * Properties that only work items of Plane have together: whole ones of version 1 and 2, what Search finds, and
 * simplified ones. Rows of databases, of Notion and of Linear have UUIDs as IDs, too.
 */
const MARKS_OF_WORK_ITEMS: readonly (readonly string[])[] = [
	['sequence_id', 'workspace'],
	['sequence_id', 'workspace__slug'],
	['sequence_id', 'project__identifier'],
	['sequence_id', 'project'],
	['sequence_id', 'project_id'],
	['key', 'name', 'state', 'assignees', 'labels', 'priority'],
];

/** Whether a cell may be the ID of a work item of Plane, although `isWorkItemOfPlane` does not recognize the item. */
const isIdOfUnknownOrigin = ({ column, value }: ColumnValue): boolean =>
	normalizeHeading(column) === 'id' && isUuid(asText(value) ?? '');

/** Whether an item is a work item of Plane, as the rows of Get Many are, with or without its ID. */
function isWorkItemOfPlane(item: IDataObject): boolean {
	const id = asText(item.id);
	if (id !== undefined && !isUuid(id)) return false;

	const hasMarks = MARKS_OF_WORK_ITEMS.some((names) =>
		names.every((name) => Object.hasOwn(item, name)),
	);

	return hasMarks || isAddressInPlane(item, id);
}

/** Whether an item has the address of its page in Plane, which ends in its key or its ID. */
function isAddressInPlane({ key, url }: IDataObject, id = ''): boolean {
	const address = asText(url) ?? '';

	return [`/browse/${asText(key) ?? ''}/`, `/issues/${id}/`, `/epics/${id}/`].some((end) =>
		address.endsWith(end),
	);
}
