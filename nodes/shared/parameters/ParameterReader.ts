import {
	type IExecuteFunctions,
	type IGetNodeParameterOptions,
	isObjectEmpty,
	type JsonObject,
	type JsonValue,
	type NodeParameterValueType,
} from 'n8n-workflow';

import { isEmpty, isObject } from '../values/valueChecks';
import { quote } from '../text/quote';
import {
	isLocatorValue,
	readLocatorValue,
	getEmptyValue,
	type Field,
	readPlainValue,
	notClearable,
} from '../fields/field';
import { EMPTY_ENTRY_REMEDY } from '../fields/list';
import { withFormat } from '../fields/html';
import { FORMATS, writeFormattedText } from '../fields/textFormats';
import { isUuid } from '../values/textForms';
import type { Origin } from '../fields/origin';
import { readNamesByUncertainId } from '../fields/recordValue';
import { asText } from '../values/asText';
import { enterValue, type WriteContext, writeField } from '../fields/write';
import type { RemovedContents } from '../model/call';
import type { Entered, LeftOutName } from '../model/draft';
import { fileField } from '../operations/shared/downloads';
import { isProblem, type Problem, refused, type Result } from '../result/problem';
import { isTool } from './isTool';
import { parseOrigin } from './parseOrigin';

/** The evaluated value of a parameter, and whether it was typed in or comes from an expression. */
export interface EvaluatedValue {
	readonly value: unknown;
	readonly origin: Origin;
}

/** What is the same for all items of an execution. */
export interface ParameterCache {
	/**
	 * Parameters by their paths in the saved node, as first evaluated. Evaluating is slow in n8n, and most
	 * parameters contain no expression: their values are the same for all items.
	 */
	readonly values: Map<string, EvaluatedValue>;
	/** Set once it is known: n8n copies the whole node to say so. */
	isTool?: boolean;
}

/** What happens to a field if its expression returns undefined. */
export type WhenMissing = NonNullable<WriteContext['whenMissing']>;

/** What the empty values of a field mean, and where to correct the others. */
export interface ValueEffects extends Pick<WriteContext, 'whenEmpty' | 'whenMissing'> {
	/** Where the user can enter an expression that a problem suggests, as a sentence. Absent: in the field itself. */
	readonly placeForExpressions?: string;
	/** Whether a value that cannot be read is left out: nobody has asked for it. */
	readonly whenUnreadable?: 'leaveOut';
}

/** Options that may be empty: nothing is expanded, or a file is stored in the default field. */
const MAY_BE_EMPTY = ['expand', fileField.wire];

const WITH_RAW_EXPRESSIONS = { rawExpressions: true } as const;

/** Skips n8n's validation: no parameter of these nodes uses it, and it is slow. */
const WITHOUT_VALIDATION = { skipValidation: true } as const;

/** The part of n8n's context from which parameters are read, in a running node or in a trigger. */
export interface ParameterContext extends Pick<IExecuteFunctions, 'getNode' | 'getTimezone'> {
	/** Absent in triggers: n8n offers it to running nodes only. */
	readonly evaluateExpression?: IExecuteFunctions['evaluateExpression'];
	getNodeParameter(
		name: string,
		itemIndex: number,
		fallback?: unknown,
		options?: IGetNodeParameterOptions,
	): NodeParameterValueType | object;
}

/**
 * Reads the parameters of one item, evaluates their expressions, and converts their values to what is
 * sent to Plane. A value that cannot be sent is left out and collected as a problem, so that the user
 * sees all mistakes of an item at once.
 */
export class ParameterReader<Context extends ParameterContext = IExecuteFunctions> {
	private readonly problems: Problem[] = [];

	/** What is left out of texts when they are sent. */
	readonly removedContents: RemovedContents[] = [];

	/** The names of the records that were chosen from lists in the panel, by their IDs. */
	readonly chosenNames: Record<string, string> = {};

	/** Display names of the fields that are not sent, because their expressions returned undefined. */
	readonly fieldsLeftOut: string[] = [];

	/** The values that could not be read, and are left out. */
	readonly unreadableValues: LeftOutName[] = [];

	/** What identifies the record of an item to import, for whoever looks for it in the file. */
	recordName = '';

	/** The workspace slug that pasted addresses must belong to, or `''` while it is not known. */
	workspace = '';

	/** The number of problems collected so far. */
	get problemCount(): number {
		return this.problems.length;
	}

	/** @param cache shared by all readers of an execution */
	constructor(
		readonly context: Context,
		readonly itemIndex: number,
		private readonly cache: ParameterCache = { values: new Map() },
	) {}

	/** Whether an agent uses the node as a tool. */
	get isTool(): boolean {
		this.cache.isTool ??= isTool(this.context.getNode());

		return this.cache.isTool;
	}

	/** Returns `value`, or all collected problems as one Problem. */
	finish<Value>(value: Value | undefined): Result<Value> {
		const [first, ...others] = this.problems;
		if (value !== undefined && first === undefined) return value;

		const message = first?.message ?? 'The item cannot be read';
		const otherTexts = others.map(({ message, description }) => `${message}. ${description}`);

		const problem = refused(message, [first?.description, ...otherTexts].join('\n'));

		return this.recordName === '' ? problem : { ...problem, record: this.recordName };
	}

	/**
	 * Reads a field that is a parameter of its own, outside of collections. The text of a list is split at every
	 * separator.
	 *
	 * @returns undefined if the field is optional and empty, or if it has a problem
	 */
	value(field: Field): JsonValue | undefined {
		const entered = this.entered(field);

		return entered && this.splitNow(field, entered);
	}

	/** The value of a field. The text of a list is split at every separator. */
	private splitNow(field: Field, { value, splitLater: context }: Entered): JsonValue | undefined {
		const list = context === undefined ? value : writeField(field, value, context);
		if (!isProblem(list)) return list;

		this.addProblem(field, list.message, list.description);

		return undefined;
	}

	/**
	 * Reads a field that is a parameter of its own, outside of collections.
	 *
	 * @param whenMissing what happens to the field if its expression returns undefined
	 * @returns undefined if the field is optional and empty, or if it has a problem
	 */
	entered(field: Field, whenMissing: WhenMissing = 'refuse'): Entered | undefined {
		return this.read(field, field.parameter, { whenEmpty: 'leave', whenMissing });
	}

	/** Returns what was entered in a field that is a parameter of its own; of a locator, what was chosen. */
	enteredValue(field: Field): unknown {
		return readPlainValue(field, this.evaluate(field, field.parameter)?.value);
	}

	/**
	 * Reads several fields. By default, each is a parameter of its own.
	 *
	 * @returns the fields that have a value, rich text already formatted
	 */
	fields(
		fields: readonly Field[],
		readField: (field: Field) => Entered | undefined = (field) => this.entered(field),
	): readonly EnteredField[] {
		const entries: EnteredField[] = [];

		for (const field of fields) {
			// An invalid format is a problem even if there is no text.
			const format = field.formatField && (readField(field.formatField)?.value ?? FORMATS.Markdown);
			const entered = readField(withFormat(field, format));
			const written = format === undefined ? entered : this.writeText(field, entered, format);

			if (written !== undefined) entries.push({ field, ...written });
		}

		return entries;
	}

	/** Converts text to the HTML that Plane stores. @returns undefined if there is none, or a problem */
	private writeText(
		field: Field,
		entered: Entered | undefined,
		format: JsonValue,
	): Entered | undefined {
		const { value, isLeftIfBlank } = entered ?? {};
		const { emptyValue, isUnchanged } = field.kind;
		if (value === emptyValue && isLeftIfBlank) return undefined;
		if (typeof value !== 'string' || value === emptyValue) return entered;

		const written = writeFormattedText(value, format);
		if (isProblem(written)) {
			this.addProblem(field, written.message, written.description);

			return undefined;
		}

		const { html, mentionedNames: names, removedContents } = written;
		if (removedContents.length > 0) {
			this.removedContents.push({ fieldName: field.displayName, contents: removedContents });
		}

		const isBlank = html === '' || isUnchanged?.(emptyValue ?? '', html) === true;
		if (isBlank && isLeftIfBlank) return undefined;

		if (html !== '') {
			const hasMentions = names.length > 0 && entered?.mentionsNobody !== true;

			return { value: html, ...(hasMentions && { markdown: { markdown: value, names } }) };
		}

		const cleared = getEmptyValue(field);
		if (cleared !== undefined) return { value: cleared };

		this.addProblem(field, 'it has no contents', `Fill in ${field.displayName} or remove it.`);

		return undefined;
	}

	/** The parameter as it is saved, with its expressions. */
	rawValue(path: string): unknown {
		return this.context.getNodeParameter(path, this.itemIndex, {}, WITH_RAW_EXPRESSIONS);
	}

	/** The names of the parameters that were added to a collection, even if their values are empty. */
	addedNames(collection: string): readonly string[] {
		const raw = this.rawValue(collection);

		return Object.keys(isObject(raw) ? raw : {});
	}

	/**
	 * Reads fields that were added to a collection.
	 *
	 * @param effects by default, an empty value clears the field, and an expression without a result is refused
	 */
	collectionFields(
		collection: string,
		fields: readonly Field[],
		effects: ValueEffects = { whenEmpty: 'clear', whenMissing: 'refuse' },
	): readonly EnteredField[] {
		const names = this.addedNames(collection);

		return this.fields(fields, (field) => {
			if (!names.includes(field.parameter)) return undefined;

			// Read one by one, so that the other fields can be read if an expression fails.
			const path = `${collection}.${field.parameter}`;

			return this.read(field, path, effects);
		});
	}

	/**
	 * Reads options or filters that were added. An empty one is a problem: without a filter, the whole list would be
	 * returned.
	 */
	optionFields(
		collection: 'filters' | 'options',
		fields: readonly Field[],
	): readonly EnteredField[] {
		return this.collectionFields(
			collection,
			fields.map((field) => (MAY_BE_EMPTY.includes(field.wire) ? field : notClearable(field))),
		);
	}

	/** Reads options or filters as `optionFields` does. @returns their values by wire name, with split lists */
	optionValues(collection: 'filters' | 'options', fields: readonly Field[]): JsonObject {
		const values: JsonObject = {};

		for (const { field, ...entered } of this.optionFields(collection, fields)) {
			const value = this.splitNow(field, entered);
			if (value !== undefined) values[field.wire] = value;
		}

		return values;
	}

	/** Reads one option as `optionFields` does. @returns its value, or undefined if it was not added */
	option(field: Field): JsonValue | undefined {
		return this.optionValues('options', [field])[field.wire];
	}

	/** Whether a field has a problem. */
	hasProblem({ displayName }: Pick<Field, 'displayName'>): boolean {
		return this.problems.some(({ message }) => message.startsWith(`${displayName}: `));
	}

	/** @param problem a clause that follows the display name; @param remedy a sentence */
	addProblem({ displayName }: Pick<Field, 'displayName'>, problem: string, remedy: string): void {
		this.problems.push(refused(`${displayName}: ${problem}`, remedy));
	}

	/** Reads the parameter at this path of the saved node and converts its value to what is sent. */
	read(field: Field, path: string, effects: ValueEffects): Entered | undefined {
		const evaluated = this.evaluate(field, path);

		return evaluated && this.convert(field, evaluated, effects);
	}

	/**
	 * Converts a value to what is sent.
	 *
	 * @returns undefined if the field is not sent, or if the value has a problem
	 */
	convert(field: Field, evaluated: EvaluatedValue, effects: ValueEffects): Entered | undefined {
		const { value, origin } = evaluated;
		const result =
			this.checkExpressionParts(field, evaluated) ??
			enterValue(field, value, {
				...effects,
				timezone: this.context.getTimezone(),
				origin,
				workspace: this.workspace,
			});
		if (isProblem(result) && effects.whenUnreadable === 'leaveOut') {
			this.unreadableValues.push({ field, name: asText(value) ?? quote(value) });

			return undefined;
		}

		if (isProblem(result)) {
			const { message, description } = result;
			const hasExpression = description.includes('{{');
			const place = hasExpression ? effects.placeForExpressions : undefined;

			this.addProblem(field, message, [description, place].filter(Boolean).join(' '));

			return undefined;
		}

		const isMissing = readPlainValue(field, value) === undefined;
		if (isMissing && effects.whenMissing === 'leave') this.fieldsLeftOut.push(field.displayName);

		this.rememberChosenName(result?.value, evaluated);

		if (result === undefined || field.source === undefined) return result;

		const names = readNamesByUncertainId(readPlainValue(field, value), field.source);

		return { ...result, ...(!isObjectEmpty(names) && { namesByUncertainId: names }) };
	}

	/** Keeps the name that the panel shows for a record. Beside an expression, the name is stale: an older choice. */
	private rememberChosenName(result: JsonValue | undefined, evaluated: EvaluatedValue): void {
		const { value, origin } = evaluated;
		if (!isLocatorValue(value) || origin.kind !== 'fixed' || typeof result !== 'string') return;

		const name = asText(value.cachedResultName);
		if (value.mode === 'list' && isUuid(result) && name !== undefined && name !== '') {
			this.chosenNames[result] = name;
		}
	}

	/** @returns undefined if the expression fails, which is collected as a problem */
	private evaluate(field: Field, path: string): EvaluatedValue | undefined {
		const { context, itemIndex } = this;
		const { values } = this.cache;
		const cached = values.get(path);
		if (cached?.origin.kind === 'fixed') return cached;

		const origin = cached?.origin ?? this.readOrigin(field, path);

		try {
			const value: unknown = context.getNodeParameter(path, itemIndex, '', WITHOUT_VALIDATION);
			const evaluated = { value, origin };
			if (cached === undefined) values.set(path, evaluated);

			return evaluated;
		} catch (error) {
			const reason = error instanceof Error ? error.message : quote(error);

			this.addProblem(field, `the expression failed: ${reason}`, 'Fix the expression.');

			return undefined;
		}
	}

	private readOrigin(field: Field, path: string): Origin {
		const raw = this.context.getNodeParameter(path, this.itemIndex, '', WITH_RAW_EXPRESSIONS);

		return parseOrigin(readPlainValue(field, raw), this.isTool);
	}

	/**
	 * Looks for an expression without a value inside the text of a list, or of a value that identifies a
	 * record: if the second expression of `{{ $json.a }}, {{ $json.b }}` is undefined, the text would pass
	 * for a complete list, or would identify another record.
	 *
	 * @returns why the value cannot be sent, or undefined if all expressions have a value
	 */
	private checkExpressionParts(
		field: Field,
		{ value, origin: { kind, expressions, isAiGenerated } }: EvaluatedValue,
	): Problem | undefined {
		const isList = field.kind.isList === true;
		// Blank text is refused elsewhere, and in a JSON list such an expression leaves no entry.
		const isText = (isList ? /^\s*[^\s[]/ : /\S/).test(asText(readLocatorValue(value)) ?? '');
		// A model may leave out list entries, but no part of what identifies a record.
		const isChecked = isList ? !isAiGenerated : isPartOfIdentity(field);
		if (!isChecked || kind !== 'composed' || !isText) return undefined;

		const { context, itemIndex } = this;
		const emptyPart = expressions.find(
			(part) => context.evaluateExpression && isEmpty(context.evaluateExpression(part, itemIndex)),
		);
		if (emptyPart === undefined) return undefined;

		const remedy = isList
			? EMPTY_ENTRY_REMEDY
			: 'Make sure that it has a value for this item: without it, the text would stand for another record.';

		return refused(`the expression ${emptyPart} in it returns no value`, remedy);
	}
}

/** Whether the value of a field identifies a record, alone or together with other fields. */
const isPartOfIdentity = ({ kind, identifiesRecord, source }: Field): boolean =>
	identifiesRecord === true || source !== undefined || kind.panel.type === 'resourceLocator';

/** A value that an item has, and its field. */
export interface EnteredField extends Entered {
	readonly field: Field;
}

/** The values of fields by wire name. */
export const toValues = (entries: readonly EnteredField[]): JsonObject =>
	Object.fromEntries(entries.map(({ field, value }) => [field.wire, value]));

/** Formats values for a path or a query: lists separated by commas, empty values left out. */
export function toTexts(values: JsonObject): Record<string, string> {
	const texts: Record<string, string> = {};

	for (const [wire, value] of Object.entries(values)) {
		const text = Array.isArray(value) ? value.map(asText).join(',') : asText(value);
		if (text !== undefined && text !== '') texts[wire] = text;
	}

	return texts;
}
