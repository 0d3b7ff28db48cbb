import type { IExecuteFunctions, JsonObject, JsonValue } from 'n8n-workflow';

import type { Field } from '../fields';
import { isRecord, quote } from '../fields/describe';
import { isEmpty, writeField } from '../fields/write';
import { problem as problemOf, type Problem } from './problem';

/**
 * The values of parameters without an expression, by their places, or that there is one. Evaluating
 * takes n8n long, and most parameters are the same for all items.
 */
export type Constants = Map<string, { readonly value: unknown } | 'varies'>;

const RAW = { rawExpressions: true } as const;

/** What n8n would validate, no parameter of this node has; looking for it takes long. */
const EVALUATED = { skipValidation: true } as const;

/** Whether a raw parameter, or anything in it, is an expression. */
const hasExpression = (raw: unknown): boolean =>
	typeof raw === 'string'
		? raw.startsWith('=')
		: typeof raw === 'object' && raw !== null && Object.values(raw).some(hasExpression);

/**
 * Reads the parameters of one item, their expressions evaluated, and writes them as they are sent.
 * A value that cannot be sent is noted in `problems` and left out, so that the user sees all the
 * mistakes of an item at once.
 */
export class Reader {
	readonly problems: Problem[] = [];

	/** @param constants what is the same for all items; one for all readers of an execution */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly itemIndex: number,
		private readonly constants: Constants = new Map(),
	) {}

	/** The value of a field with a place of its own; undefined: optional and empty, or a problem. */
	value(field: Field): JsonValue | undefined {
		const read = this.evaluate(field, field.parameter);
		if (read === undefined || (!field.required && read.value !== undefined && isEmpty(read.value)))
			return undefined;
		return this.write(field, read.value);
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
		return byWireName(chosen, (field) => {
			const read = this.evaluate(field, `${collection}.${field.parameter}`);
			return read && this.write(field, read.value);
		});
	}

	/** Notes that a parameter has a problem: `problem` is a clause, `remedy` is a sentence. */
	note({ displayName }: Pick<Field, 'displayName'>, problem: string, remedy: string): void {
		this.problems.push(problemOf({ message: `${displayName}: ${problem}`, description: remedy }));
	}

	/** The value of the parameter at this place of the saved node; undefined: its expression failed. */
	private evaluate(field: Field, place: string): { readonly value: unknown } | undefined {
		const { context, itemIndex, constants } = this;
		const constant = constants.get(place);
		if (constant !== undefined && constant !== 'varies') return constant;
		try {
			const read = { value: context.getNodeParameter(place, itemIndex, '', EVALUATED) };
			if (constant === undefined) {
				const varies = hasExpression(context.getNodeParameter(place, itemIndex, '', RAW));
				constants.set(place, varies ? 'varies' : read);
			}
			return read;
		} catch (error) {
			const reason = error instanceof Error ? error.message : quote(error);
			this.note(field, `the expression failed: ${reason}`, 'Mend the expression.');
			return undefined;
		}
	}

	private write(field: Field, value: unknown): JsonValue | undefined {
		const result = writeField(field, value, { timezone: this.context.getTimezone() });
		if (result.ok) return result.value;
		this.note(field, result.problem, result.remedy);
		return undefined;
	}
}

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
