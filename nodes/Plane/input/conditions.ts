import type { JsonObject, JsonValue } from 'n8n-workflow';

import { listOptions } from '../../shared/fields/field';
import type { Field } from '../../shared/fields/kinds';
import { asText } from '../../shared/values/asText';
import { isEmpty } from '../../shared/values/valueChecks';
import { listRules } from '../../shared/operations/bodyRules';
import type { Body } from '../../shared/operations/operation';
import type { ParameterReader } from '../../shared/parameters/ParameterReader';
import { getValueAt } from '../../shared/values/getValueAt';
import { titleCase } from '../../shared/text/letterCase';
import { quote } from '../../shared/text/quote';

/**
 * Chooses the values that a new record gets for fields without one, by their wire names: servers require the field,
 * have a bad default, or need it because of another value. A value that is missing, or does not fit the other one,
 * is a problem: a property of the kind Text has no date format.
 *
 * @param body the values that were entered
 */
export function readInitialValues(
	reader: ParameterReader,
	{ fields, collectionFields }: Body,
	body: JsonObject,
): Record<string, JsonValue> {
	const allFields = [...fields, ...collectionFields];
	const initialValues: Record<string, JsonValue> = {};

	for (const field of allFields) {
		const entered = getValueAt(body, field.wire) ?? undefined;
		const condition = findCondition(allFields, field, body);
		const initialValue = entered ?? field.initialValue ?? condition?.choices?.[0];

		if (entered === undefined && initialValue !== undefined) {
			initialValues[field.wire] = initialValue;
		}

		if (condition !== undefined) {
			checkCondition(reader, field, { ...condition, value: initialValue });
		}
	}

	return initialValues;
}

/** What a new record takes in a field because of the value of another one. */
interface Condition {
	/** The values that fit, the default first; `[]` for any, undefined for none. */
	readonly choices: readonly string[] | undefined;
	/** Whether the record can do without a value. */
	readonly isOptional: boolean;
	/** A clause. */
	readonly reason: string;
}

/** Returns undefined if the field can have any value, or none: the other one is missing, or not a known one. */
function findCondition(
	fields: readonly Field[],
	{ takenWith }: Field,
	body: JsonObject,
): Condition | undefined {
	const other = fields.find(({ wire }) => wire === takenWith?.wire);
	const value = other && asText(getValueAt(body, other.wire));
	if (takenWith === undefined || other === undefined || value === undefined) return undefined;

	const isKnown = listOptions(other.kind).some((option) => option.value === value);
	const choices = takenWith.choices[value];
	if (choices === undefined && !isKnown) return undefined;

	return {
		choices,
		isOptional: choices === undefined || takenWith.isOptional === true,
		reason: `${other.displayName} is ${titleCase(value.toLowerCase())}`,
	};
}

/** Adds a problem if a value is missing, or does not fit. */
function checkCondition(
	reader: ParameterReader,
	field: Field,
	{ choices, isOptional, reason, value }: Condition & { readonly value: JsonValue | undefined },
): void {
	if (reader.hasProblem(field)) return;

	if (isEmpty(value)) {
		if (!isOptional) reader.addProblem(field, 'there is no value', `Add it, because ${reason}.`);
	} else if (choices === undefined) {
		reader.addProblem(field, `it does not fit, because ${reason}`, 'Remove it.');
	} else if (choices.length > 0 && !choices.some((choice) => choice === value)) {
		const problem = `${quote(value)} does not fit, because ${reason}`;

		reader.addProblem(field, problem, `Use one of: ${choices.join(', ')}.`);
	}
}

/** Adds a problem for each value that breaks a rule of the body. */
export function checkRules(reader: ParameterReader, body: Body, values: JsonObject): void {
	const allFields = [...body.fields, ...body.collectionFields];
	const findField = (wire: string) => allFields.find((field) => field.wire === wire);
	const hasValue = (wire: string) => !isEmpty(values[wire]);
	// An update takes the other day from the record.
	const isNew = body.collection === 'additionalFields';

	for (const { fields } of isNew ? listRules(body, 'together') : []) {
		const present = findField(fields.find(hasValue) ?? '');
		const missing = findField(fields.find((wire) => !hasValue(wire)) ?? '');
		if (present === undefined || missing === undefined) continue;

		const problem = `it is given without ${missing.displayName}`;

		reader.addProblem(present, problem, `Add ${missing.displayName}, or leave out both.`);
	}

	for (const { fields } of listRules(body, 'excludes')) {
		const [field, other] = fields.map(findField);
		if (field === undefined || other === undefined || !fields.every(hasValue)) continue;

		const problem = `a record cannot have both ${field.displayName} and ${other.displayName}`;

		reader.addProblem(field, problem, 'Remove one of them.');
	}
}
