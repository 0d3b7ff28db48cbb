import type { IExecuteFunctions, JsonObject, JsonValue } from 'n8n-workflow';

import { isRecord, quote } from '../fields/describe';
import { isEmpty } from '../fields/empty';
import { innerOf } from '../fields/field';
import type { Field } from '../fields/kinds';
import { type Origin, originOf } from '../fields/origin';
import { asText } from '../fields/text';
import { writeField } from '../fields/write';
import {
	isProblem,
	type Problem,
	problem as problemOf,
	refused,
	type Result,
} from '../result/problem';

/** What is known of a parameter for all items. */
interface Known {
	/** How it is given. */
	readonly origin: Origin;
	/** Its value, where no expression makes it another one for each item. */
	readonly constant?: { readonly value: unknown };
}

/** Parameters by their places. Evaluating takes n8n long, and most are the same for all items. */
export type Constants = Map<string, Known>;

/** A value as it was read. */
interface Given {
	readonly value: unknown;
	readonly origin: Origin;
}

const RAW = { rawExpressions: true } as const;

/** What n8n would validate, no parameter of this node has; looking for it takes long. */
const EVALUATED = { skipValidation: true } as const;

/**
 * Reads the parameters of one item, their expressions evaluated, and writes them as they are sent.
 * A value that cannot be sent is noted in `problems` and left out, so that the user sees all the
 * mistakes of an item at once.
 */
export class ParameterReader {
	private readonly problems: Problem[] = [];

	/** Whether a value could not be read. */
	get hasProblems(): boolean {
		return this.problems.length > 0;
	}

	/** @param constants what is the same for all items; one for all readers of an execution */
	constructor(
		readonly context: IExecuteFunctions,
		readonly itemIndex: number,
		private readonly constants: Constants = new Map(),
	) {}

	/** What was read, unless a value had a problem: then all of them as one. */
	resultOf<Value>(value: Value | undefined): Result<Value> {
		const [first, ...others] = this.problems;
		if (value !== undefined && first === undefined) return value;
		return problemOf({
			tag: 'invalid',
			message: first?.message ?? 'The item cannot be read',
			description: [
				first?.description,
				...others.map(({ message, description }) => `${message}. ${description}`),
			].join(' '),
		});
	}

	/** The value of a field with a place of its own; undefined: optional and empty, or a problem. */
	value(field: Field): JsonValue | undefined {
		return this.read(field, field.parameter, 'leave');
	}

	/** The values of fields with a place of their own, by their wire names. */
	values(fields: readonly Field[]): JsonObject {
		return byWireName(fields, (field) => this.value(field));
	}

	/**
	 * The values of the fields that the user added to a collection, by their wire names. One that
	 * was added and left empty is written as its kind clears it.
	 */
	added(collection: string, fields: readonly Field[]): JsonObject {
		// Only the names come from here: each expression is evaluated, and fails, by itself.
		const raw = this.context.getNodeParameter(collection, this.itemIndex, {}, RAW);
		const names = Object.keys(isRecord(raw) ? raw : {});
		const chosen = fields.filter(({ parameter }) => names.includes(parameter));
		return byWireName(chosen, (field) =>
			this.read(field, `${collection}.${field.parameter}`, 'clear'),
		);
	}

	/** Notes that a parameter has a problem: `problem` is a clause, `remedy` is a sentence. */
	note({ displayName }: Pick<Field, 'displayName'>, problem: string, remedy: string): void {
		this.problems.push(refused(`${displayName}: ${problem}`, remedy));
	}

	/** The value of the parameter at this place of the saved node, as it is sent. */
	private read(field: Field, place: string, whenEmpty: 'clear' | 'leave'): JsonValue | undefined {
		const given = this.evaluate(field, place);
		if (given === undefined || this.hasGap(field, given)) return undefined;
		const { value, origin } = given;
		const context = { timezone: this.context.getTimezone(), origin };
		const result = writeField(field, value, context, whenEmpty);
		if (!isProblem(result)) return result;
		this.note(field, result.message, result.description);
		return undefined;
	}

	/** The value at this place; undefined: its expression failed. */
	private evaluate(field: Field, place: string): Given | undefined {
		const { context, itemIndex, constants } = this;
		const { origin, constant } = constants.get(place) ?? this.look(field, place);
		if (constant !== undefined) return { ...constant, origin };
		try {
			const value = context.getNodeParameter(place, itemIndex, '', EVALUATED);
			if (!constants.has(place)) {
				const isConstant = origin.form === 'fixed';
				constants.set(place, { origin, ...(isConstant ? { constant: { value } } : {}) });
			}
			return { value, origin };
		} catch (error) {
			const reason = error instanceof Error ? error.message : quote(error);
			this.note(field, `the expression failed: ${reason}`, 'Fix the expression.');
			return undefined;
		}
	}

	/** How the parameter at this place is given. */
	private look(field: Field, place: string): Known {
		const raw = this.context.getNodeParameter(place, this.itemIndex, '', RAW);
		return { origin: originOf(innerOf(field, raw), isTool(this.context)) };
	}

	/**
	 * Whether an expression in the text of a list finds nothing, as the second one does in
	 * `{{ $json.a }}, {{ $json.b }}`: without it, the text would pass for a whole list.
	 */
	private hasGap(field: Field, { value, origin: { form, parts, isByModel } }: Given): boolean {
		const isText = typeof value === 'string' && !isEmpty(value) && !/^\s*\[/.test(value);
		if (field.kind.isList !== true || form !== 'composed' || isByModel || !isText) return false;
		const gap = parts.find((part) =>
			isEmpty(this.context.evaluateExpression(part, this.itemIndex)),
		);
		if (gap === undefined) return false;
		this.note(
			field,
			`the expression ${gap} in it returns no value`,
			'Give each entry a value, or remove those that have none.',
		);
		return true;
	}
}

/** Whether an agent uses the node as a tool; n8n makes a node type of its own for that. */
const isTool = (context: IExecuteFunctions): boolean => context.getNode().type.endsWith('Tool');

function byWireName(
	fields: readonly Field[],
	valueOf: (field: Field) => JsonValue | undefined,
): JsonObject {
	const values: JsonObject = {};
	for (const field of fields) {
		const value = valueOf(field);
		if (value !== undefined) values[field.wire] = value;
	}
	return values;
}

/** Values as they stand in a path or a query: a list is separated by commas; an empty one is left out. */
export function textsOf(values: JsonObject): Record<string, string> {
	return Object.fromEntries(
		Object.entries(values).flatMap(([wire, value]) => {
			const text = Array.isArray(value) ? value.map(asText).join(',') : asText(value);
			return text === undefined || text === '' ? [] : [[wire, text]];
		}),
	);
}
