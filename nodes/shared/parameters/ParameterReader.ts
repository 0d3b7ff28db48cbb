import type {
	IExecuteFunctions,
	IGetNodeParameterOptions,
	JsonObject,
	JsonValue,
	NodeParameterValueType,
} from 'n8n-workflow';

import { isEmpty, isRecord, quote } from '../fields/describe';
import { chosenIn, clearedBy, type Field, innerOf, lasting } from '../fields/field';
import { FORMATS, paragraphs, writeHtml } from '../fields/html';
import type { Origin } from '../fields/origin';
import { asText } from '../fields/text';
import { type WriteContext, writeField } from '../fields/write';
import { fileField } from '../operations/shared/downloads';
import { isProblem, type Problem, refused, type Result } from '../result/problem';
import { originOf } from './originOf';

/** A value as it was read, and how it is given. */
interface Given {
	readonly value: unknown;
	readonly origin: Origin;
}

/**
 * Parameters by their places, as the first item has them. Evaluating takes n8n long, and most are the
 * same for all items: those without an expression.
 */
export type Constants = Map<string, Given>;

/** What becomes of a field whose expression finds nothing. */
export type WhenMissing = NonNullable<WriteContext['whenMissing']>;

/** Options that may be empty: nothing is expanded then, and a file goes into the usual field. */
const HARMLESS = ['expand', fileField.wire];

const RAW = { rawExpressions: true } as const;

/** What n8n would validate, no parameter of this node has; looking for it takes long. */
const EVALUATED = { skipValidation: true } as const;

/** What parameters are read by, of a node that runs or of a trigger. */
export interface Parameters extends Pick<IExecuteFunctions, 'getNode' | 'getTimezone'> {
	/** Absent where n8n offers none. */
	readonly evaluateExpression?: IExecuteFunctions['evaluateExpression'];
	getNodeParameter(
		name: string,
		itemIndex: number,
		fallback?: unknown,
		options?: IGetNodeParameterOptions,
	): NodeParameterValueType | object;
}

/**
 * Reads the parameters of one item, their expressions evaluated, and writes them as they are sent.
 * A value that cannot be sent is noted in `problems` and left out, so that the user sees all the
 * mistakes of an item at once.
 */
export class ParameterReader<Context extends Parameters = IExecuteFunctions> {
	private readonly problems: Problem[] = [];

	/** By wire names, the texts of lists whose names end where those of records do. */
	readonly textsToSplit: Record<string, string> = {};

	/** Fields that a new record goes without because their expressions found nothing, by display names. */
	readonly leftOut: string[] = [];

	/** The slug that addresses with a key in them have to be of; `''`: not known yet. */
	workspace = '';

	/** How many values could not be read so far. */
	get problemCount(): number {
		return this.problems.length;
	}

	/** @param constants one for all readers of an execution */
	constructor(
		readonly context: Context,
		readonly itemIndex: number,
		private readonly constants: Constants = new Map(),
	) {}

	/** What was read, unless a value had a problem: then all of them as one. */
	resultOf<Value>(value: Value | undefined): Result<Value> {
		const [first, ...others] = this.problems;
		if (value !== undefined && first === undefined) return value;

		const more = others.map(({ message, description }) => `${message}. ${description}`);
		const message = first?.message ?? 'The item cannot be read';

		return refused(message, [first?.description, ...more].join(' '));
	}

	/**
	 * The value of a field with a place of its own; undefined: optional and empty, or a problem.
	 *
	 * @param whenMissing what becomes of it if its expression finds nothing
	 */
	value(field: Field, whenMissing: WhenMissing = 'refuse'): JsonValue | undefined {
		return this.read(field, field.parameter, { whenEmpty: 'leave', whenMissing });
	}

	/** The values of fields with a place of their own, by their wire names. */
	values(
		fields: readonly Field[],
		valueOf: (field: Field) => JsonValue | undefined = (field) => this.value(field),
	): JsonObject {
		const values: JsonObject = {};

		for (const field of fields) {
			const value = valueOf(field);
			// The format is checked without a text, too.
			const format = field.format && (valueOf(field.format) ?? FORMATS['Plain Text']);
			const written = format === undefined ? value : this.writeText(field, value, format);

			if (written !== undefined) values[field.wire] = written;
		}

		return values;
	}

	/** A text in the form in which Plane stores it; undefined: there is none, or it has a problem. */
	private writeText(field: Field, value: JsonValue | undefined, format: JsonValue) {
		if (typeof value !== 'string' || value === field.kind.cleared) return value;

		const written = format === FORMATS.HTML ? writeHtml(value) : paragraphs(value);
		if (isProblem(written)) {
			this.note(field, written.message, written.description);

			return undefined;
		}

		const cleared = clearedBy(field);
		if (written !== '' || cleared !== undefined) return written === '' ? cleared : written;

		this.note(field, 'the HTML has no contents', `Fill in ${field.displayName} or remove it.`);

		return undefined;
	}

	/** The parameters that were added to a collection, whatever their values are. */
	namesIn(collection: string): readonly string[] {
		const raw = this.context.getNodeParameter(collection, this.itemIndex, {}, RAW);

		return Object.keys(isRecord(raw) ? raw : {});
	}

	/** The values of fields that were added to a collection, by wire names; an empty one clears. */
	added(
		collection: string,
		fields: readonly Field[],
		whenMissing: WhenMissing = 'refuse',
	): JsonObject {
		// Each expression is evaluated, and fails, by itself.
		const names = this.namesIn(collection);

		return this.values(fields, (field) =>
			names.includes(field.parameter)
				? this.read(field, `${collection}.${field.parameter}`, { whenEmpty: 'clear', whenMissing })
				: undefined,
		);
	}

	/**
	 * The values of options or filters that were added, by wire names. An empty one is a problem: without
	 * it, a list would come whole.
	 */
	chosen(
		collection: 'filters' | 'options' | 'requestOptions',
		fields: readonly Field[],
	): JsonObject {
		return this.added(
			collection,
			fields.map((field) => (HARMLESS.includes(field.wire) ? field : lasting(field))),
		);
	}

	/** Notes that a parameter has a problem: `problem` is a clause, `remedy` is a sentence. */
	note({ displayName }: Pick<Field, 'displayName'>, problem: string, remedy: string): void {
		this.problems.push(refused(`${displayName}: ${problem}`, remedy));
	}

	/** The value of the parameter at this place of the saved node, as it is sent. */
	private read(
		field: Field,
		place: string,
		effects: Pick<WriteContext, 'whenEmpty' | 'whenMissing'>,
	): JsonValue | undefined {
		const given = this.evaluate(field, place);
		if (given === undefined) return undefined;

		const result =
			this.gapIn(field, given) ??
			writeField(field, given.value, {
				...effects,
				timezone: this.context.getTimezone(),
				origin: given.origin,
				workspace: this.workspace,
			});
		if (isProblem(result)) {
			this.note(field, result.message, result.description);

			return undefined;
		}

		const isMissing = innerOf(field, given.value) === undefined;
		if (isMissing && effects.whenMissing === 'leave') this.leftOut.push(field.displayName);

		const text = result === undefined ? undefined : field.kind.textToSplit?.(given.value);
		if (text !== undefined) this.textsToSplit[field.wire] = text;

		return result;
	}

	/** The value at this place; undefined: its expression failed. */
	private evaluate(field: Field, place: string): Given | undefined {
		const { context, itemIndex, constants } = this;
		const known = constants.get(place);
		if (known?.origin.form === 'fixed') return known;

		const origin = known?.origin ?? this.originAt(field, place);

		try {
			const given = { value: context.getNodeParameter(place, itemIndex, '', EVALUATED), origin };
			if (known === undefined) constants.set(place, given);

			return given;
		} catch (error) {
			const reason = error instanceof Error ? error.message : quote(error);

			this.note(field, `the expression failed: ${reason}`, 'Fix the expression.');

			return undefined;
		}
	}

	private originAt(field: Field, place: string): Origin {
		const raw = this.context.getNodeParameter(place, this.itemIndex, '', RAW);

		// n8n makes a node type of its own for an agent that uses the node as a tool.
		return originOf(innerOf(field, raw), this.context.getNode().type.endsWith('Tool'));
	}

	/**
	 * An expression in the text of a list, or of what identifies a record, that finds nothing, as the
	 * second one does in `{{ $json.a }}, {{ $json.b }}`: without it, the text would pass for a whole list,
	 * or would be another record's.
	 */
	private gapIn(field: Field, { value, origin: { form, parts, isByModel } }: Given) {
		const isList = field.kind.isList === true;
		// Blank text is refused as such, and in JSON such an expression leaves no entry.
		const isText = (isList ? /^\s*[^\s[]/ : /\S/).test(asText(chosenIn(value)) ?? '');
		// A model may leave entries of a list out, but not a part of what identifies a record.
		const isChecked = isList ? !isByModel : identifies(field);
		if (!isChecked || form !== 'composed' || !isText) return undefined;

		const { context, itemIndex } = this;
		const gap = parts.find(
			(part) => context.evaluateExpression && isEmpty(context.evaluateExpression(part, itemIndex)),
		);
		const remedy = isList
			? 'Give each entry a value, or remove those that have none.'
			: 'Give it a value for this item: without it, the text would stand for another record.';

		return gap && refused(`the expression ${gap} in it returns no value`, remedy);
	}
}

/** Whether the value of a field tells which record it is, by itself or with others. */
const identifies = ({ kind, isIdentity, source }: Field): boolean =>
	isIdentity === true || source !== undefined || kind.look.type === 'resourceLocator';

/** Values as they stand in a path or a query: a list is separated by commas; an empty one is left out. */
export function textsOf(values: JsonObject): Record<string, string> {
	return Object.fromEntries(
		Object.entries(values).flatMap(([wire, value]) => {
			const text = Array.isArray(value) ? value.map(asText).join(',') : asText(value);

			return text === undefined || text === '' ? [] : [[wire, text]];
		}),
	);
}
