import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../values/json';
import { asText } from '../values/asText';
import type { Operation } from '../operations/operation';
import type { Call } from './call';
import type { Draft } from './draft';

/** Whose values a call sets that only sets values of custom properties, or undefined for any other call. */
export const getValuesOwner = (call: Call | Draft): Operation<'update'>['setsValues'] =>
	call.kind === 'update' ? call.operation.setsValues : undefined;

/** Builds the body of a call that only sets values of custom properties. Any other call stays as it is. */
export function withValuesBody(call: Call): Call {
	if (call.kind !== 'update') return call;

	const body = buildValuesBody(call);

	return body === undefined ? call : { ...call, body };
}

/** @returns undefined if the call has a body of its own */
function buildValuesBody(call: Call<'update'>): JsonObject | undefined {
	const values = call.customValues ?? [];
	const [first] = values;
	if (first === undefined) return undefined;

	switch (call.operation.setsValues) {
		case 'ofWorkItem':
			return { value: first.valueToSend, ...call.body };
		case 'ofCustomer':
			return { ...call.body, values: toTexts(first.valueToSend) };
		case 'manyOfCustomer': {
			const texts = values.map(
				({ field, valueToSend }) => [field.wire, toTexts(valueToSend)] as const,
			);

			return { customer_property_values: Object.fromEntries(texts) };
		}

		default:
			return undefined;
	}
}

/** The values of a customer are texts, whatever their kind (row 458). */
const toTexts = (valueToSend: JsonValue): string[] =>
	[valueToSend].flat().flatMap((value) => {
		if (typeof value === 'boolean') return value ? 'True' : 'False';

		return asText(isJsonObject(value) ? value.description_html : value) ?? [];
	});
