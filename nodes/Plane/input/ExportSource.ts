import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../../shared/fields/kinds';
import { type ImportedField, STATE_GROUPS, type StateGroup } from '../../shared/imports/profile';
import {
	type ImportedCell,
	type ImportedRow,
	isContradiction,
} from '../../shared/imports/importRow';
import type {
	Entered,
	FurtherRecord,
	ImportRow,
	LeftOutRecord,
	RecordGroup,
	RowRelatives,
} from '../../shared/model/draft';
import type { Operation } from '../../shared/operations/operation';
import {
	addComments,
	addLinks,
	addRelations,
	ARCHIVE,
	archivedRecords,
	CREATE_IN_GROUP,
	FIRST_OF_GROUP,
	readAs,
	setParents,
	sprintsAsCycles,
	unknownStates,
} from '../../shared/operations/shared/importOptions';
import type { ParameterReader, ValueEffects } from '../../shared/parameters/ParameterReader';
import { isProblem, refused, type Result } from '../../shared/result/problem';
import { listUpTo } from '../../shared/text/listUpTo';
import { quote } from '../../shared/text/quote';
import { asText } from '../../shared/values/asText';
import { formatToday } from '../../shared/values/formatToday';
import {
	createEffects,
	createOrigin,
	explainLostDigits,
	type FieldSource,
	PLACE_FOR_EXPRESSIONS,
	readCellValue,
} from './fieldSource';
import { type ImportOptions, leavesOutStates, readNameRules, readRowRules } from './importRules';
import { type MatchedColumns, readColumn } from './matchColumns';
import { readComments, readLinks } from './readFurtherRecords';

/** Fields whose values may be left out if nothing in Plane is called so: nobody has asked for them. */
const OPTIONAL_NAMES: readonly string[] = ['created_by', 'cycle', 'modules'];

/** Fields whose values may be left out if they cannot be read. */
const OPTIONAL_VALUES: readonly string[] = ['created_at', 'priority'];

const isOptional = (wire: string): boolean =>
	[...OPTIONAL_VALUES, ...OPTIONAL_NAMES].includes(wire);

/** A column with several different values, although its field has one. What nobody has asked for is left out. */
function explainContradiction({ wire }: Field, { column, value }: ImportedCell) {
	if (!isContradiction(wire, value) || isOptional(wire)) return undefined;

	return refused(
		`the file has several columns that are called ${quote(column)}, with different values: ${listUpTo(value.map(quote))}`,
		'Rename all of them but one.',
	);
}

/** The groups of states in which nothing is left to do. */
const FINISHED: readonly string[] = ['completed', 'cancelled'];

/** All others. */
const OPEN: readonly string[] = STATE_GROUPS.filter((group) => !FINISHED.includes(group));

/** What the user says beside the record. */
interface ExportContext {
	readonly item: IDataObject;
	readonly record: ImportedRow;
	/** Columns that somebody has added to the export, for what the tool does not have or to decide otherwise. */
	readonly added: MatchedColumns['byField'];
	readonly options: ImportOptions;
}

/** A record of the export of another tool, read as that tool means it. */
export class ExportSource implements FieldSource {
	readonly mayHaveOwnId = false;
	private readonly getEffects: (field: Field) => ValueEffects;
	private readonly item: IDataObject;
	private readonly record: ImportedRow;
	private readonly added: MatchedColumns['byField'];
	private readonly options: ImportOptions;

	constructor(
		private readonly reader: ParameterReader,
		private readonly operation: Operation<'upsert'>,
		{ item, record, added, options }: ExportContext,
	) {
		this.item = item;
		this.record = record;
		this.added = added;
		this.options = options;
		this.getEffects = createEffects(reader);
	}

	readRow(): ImportRow {
		const { tool } = this.record;
		const { leftOut, relatives } = this;
		const lacksComments =
			leftOut === undefined && this.isOn(addComments) && this.record.lacksComments;
		const furtherRecords = leftOut === undefined ? this.readFurtherRecords() : [];

		return {
			tool,
			isToolChosen: this.options[readAs.wire] !== undefined,
			unmatchedColumns: this.listUnmatchedColumns(),
			...(leftOut && { leftOut }),
			...(relatives && { relatives }),
			...(this.isArchived && { archiveOn: formatToday(this.reader.context.getTimezone()) }),
			...(leftOut === undefined && { numericDays: this.record.numericDays }),
			...(lacksComments && { lacksComments }),
			...(furtherRecords.length > 0 && { furtherRecords }),
			...readRowRules(this.options),
		};
	}

	/** Whether it is no open work of its own, and is archived in Plane instead of being left out. */
	private get isArchived(): boolean {
		return this.record.exception !== undefined && this.options[archivedRecords.wire] === ARCHIVE;
	}

	private readFurtherRecords(): readonly FurtherRecord[] {
		return [
			...(this.isOn(addComments) ? readComments(this.reader, this.record) : []),
			...(this.isOn(addLinks) ? readLinks(this.reader, this.record) : []),
		];
	}

	private listUnmatchedColumns(): readonly string[] {
		const { record } = this;
		const { unknownColumns, technicalColumns } = record;
		const { parent, sprint, comments, links, relations } = record;
		const used = [
			...[...this.added.values()].flat().flatMap(({ columns }) => columns),
			...record.exceptionColumns,
			// A column that somebody has added for the state decides.
			...(this.added.has('state') ? [] : record.state.groupColumns),
			...(this.isOn(setParents) ? [parent?.column] : []),
			...(this.isOn(sprintsAsCycles) ? [sprint?.column] : []),
			...(this.isOn(addComments) ? comments.columns : []),
			...(this.isOn(addLinks) ? links.columns : []),
			...(this.isOn(addRelations) ? relations.columns : []),
		];

		return [...unknownColumns, ...technicalColumns].filter((column) => !used.includes(column));
	}

	private get leftOut(): LeftOutRecord | undefined {
		const { exception, cells } = this.record;
		if (exception === undefined || this.isArchived) return undefined;

		const readText = (field: ImportedField) => asText(cells.get(field)?.value) ?? '';

		return { reason: exception, externalId: readText('external_id'), title: readText('name') };
	}

	private get relatives(): RowRelatives | undefined {
		const { names, parent, parentTitle, relations } = this.record;
		// A column that somebody has added for parents decides.
		const setsParent = this.isOn(setParents) && !this.added.has('parent');
		const isRelated = this.isOn(addRelations);
		if (!setsParent && !isRelated) return undefined;

		return {
			names,
			...(setsParent && parent !== undefined && { parent: asText(parent.value) ?? '' }),
			...(parentTitle !== undefined && { parentTitle }),
			...(isRelated && { relations: relations.entries }),
		};
	}

	private isOn({ wire }: Field): boolean {
		return this.options[wire] === true;
	}

	read(field: Field): Entered | undefined {
		const cell = this.readCell(field);
		if (cell === undefined) return undefined;

		if (isProblem(cell)) {
			this.reader.addProblem(field, cell.message, cell.description);

			return undefined;
		}

		const entered = this.convert(field, cell);
		if (entered === undefined) return undefined;

		const isOfTool = field.wire === 'state' && !this.added.has(field.wire);

		// Somebody else may have the same name in Plane, and mentions notify people.
		return {
			...entered,
			mentionsNobody: true,
			...(isOfTool && this.record.state.isOnlyOpen && { onlyForNew: true }),
			...this.findNameRules(field, entered.value),
		};
	}

	private convert(field: Field, { column, value }: ImportedCell): Entered | undefined {
		const entered = { value: readCellValue(field, value), origin: createOrigin(column) };
		const mayBeLeftOut = OPTIONAL_VALUES.includes(field.wire) || isContradiction(field.wire, value);

		return this.reader.convert(field, entered, {
			...this.getEffects(field),
			placeForExpressions: PLACE_FOR_EXPRESSIONS,
			...(mayBeLeftOut && { whenUnreadable: 'leaveOut' }),
		});
	}

	/** @returns undefined if there is no cell, or a Problem if it cannot be the value of the field */
	private readCell(field: Field): Result<ImportedCell> | undefined {
		const cell = this.findCell(field);
		if (cell === undefined || isProblem(cell)) return cell;

		const lostDigits = field.identifiesRecord === true ? explainLostDigits(cell.value) : undefined;

		return explainContradiction(field, cell) ?? lostDigits ?? cell;
	}

	/** The cell of a field. A state without a name gets the name of its group. */
	private findCell(field: Field): Result<ImportedCell> | undefined {
		const { wire, formatField } = field;
		const added = this.added.get(wire);
		if (added !== undefined) return readColumn(this.item, added);
		if (formatField !== undefined && !this.isFormatChosen(field)) return this.record.text.cell;

		const cell = [...this.record.cells].find(([name]) => name === wire)?.[1];
		if (wire === 'cycle' && cell === undefined && this.isOn(sprintsAsCycles)) {
			return this.record.sprint;
		}

		if (wire !== 'state') return cell;

		const { name, group, contradiction } = this.record.state;
		if (contradiction !== undefined) return contradiction;

		const value = name ?? group;

		return value === undefined ? cell : { column: cell?.column ?? 'state', value };
	}

	/** What the export and the options say of the names in a field. */
	private findNameRules(field: Field, name: unknown): Pick<Entered, 'group' | 'mayBeLeftOut'> {
		const { group } = this.record.state;

		if (OPTIONAL_NAMES.includes(field.wire)) return { mayBeLeftOut: true };

		if (field.wire !== 'state' || group === undefined) {
			return readNameRules(field, name, this.options);
		}

		// What is finished never becomes open work because its state is left out.
		const mayBeLeftOut = leavesOutStates(this.options) && !FINISHED.includes(group);

		return {
			...(!this.added.has('state') && { group: this.toRecordGroup(group) }),
			...(mayBeLeftOut && { mayBeLeftOut }),
		};
	}

	/** @param group as the export says, or as the tool has it */
	private toRecordGroup(group: StateGroup): RecordGroup {
		const { name, isFinal, isReopened } = this.record.state;
		const choice = this.options[unknownStates.wire];

		return {
			field: 'group',
			value: group,
			isEnough: isFinal || name === undefined || choice === FIRST_OF_GROUP,
			...(choice === CREATE_IN_GROUP && { isCreated: true }),
			accepted: FINISHED.includes(group) ? FINISHED : OPEN,
			...(isReopened && { keepsAccepted: true }),
		};
	}

	/** The format that the tool writes, unless the user has chosen one. */
	findFormat(field: Field): string | undefined {
		return this.isFormatChosen(field) || this.added.has(field.wire)
			? undefined
			: this.record.text.format;
	}

	private isFormatChosen({ formatField }: Field): boolean {
		return (
			formatField !== undefined && this.reader.addedNames('options').includes(formatField.parameter)
		);
	}

	remedyForMissing({ wire, displayName }: Field): string {
		const { constantFields } = this.operation;
		const { tool } = this.record;
		if (constantFields.includes(wire)) {
			return `Fill in ${displayName}: the name of the tool that the items come from, e.g. ${tool.toLowerCase()}.`;
		}

		return `The item is read as a record of ${tool}, which has no ${displayName}. Choose Columns by Name in the option Read As if it is something else.`;
	}
}
