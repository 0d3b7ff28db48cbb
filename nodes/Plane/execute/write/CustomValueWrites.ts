import type { JsonValue } from 'n8n-workflow';

import { isMissing } from '../../../shared/errors/notFound';
import { isSameHtml } from '../../../shared/fields/html';
import { parseInstant } from '../../../shared/values/instant';
import { asText } from '../../../shared/values/asText';
import { isJsonObject } from '../../../shared/values/json';
import type { Field } from '../../../shared/fields/kinds';
import type { RecordUpdate, TypedValue, WriteCall } from '../../../shared/model/call';
import {
	deleteWorkItemPropertyValue,
	setWorkItemPropertyValue,
} from '../../../shared/operations/workItemPropertyValue';
import { isProblem, type Problem, type Result } from '../../../shared/result/problem';
import type { ServiceRequest } from '../../../shared/transport/request';
import type { Services } from '../services';
import { getLastPathId } from '../responseRecords';
import type { FollowUp } from './FollowUp';
import { idNotReturned, savedWithout } from './savedWithout';
import { type Saved, savedRecords, type WriteResult } from './WriteResult';

/**
 * Sets the custom properties whose values differ: one request for each, because the API has no other documented way.
 */
export class CustomValueWrites implements FollowUp {
	/** @param values at least one */
	constructor(
		private readonly call: WriteCall,
		private readonly values: readonly TypedValue[],
		private readonly services: Pick<Services, 'client' | 'customValues' | 'written'>,
	) {}

	async run(saved: readonly Saved[]): Promise<WriteResult> {
		const { call, values } = this;
		const [first] = saved;
		const id = asText(first?.record.id) ?? (call.kind === 'update' ? getLastPathId(call) : '');
		const fields = values.map(({ field }) => field);
		const notSet = (failure: Problem) =>
			savedRecords(
				saved,
				savedWithout(call, { id: id === '' ? undefined : id, missing: fields, failure }),
			);

		if (id === '') return notSet(idNotReturned('work item'));

		const pending =
			first?.outcome === 'created'
				? values.filter(({ valueToSend }) => valueToSend !== null)
				: await this.findPending(id);
		if (isProblem(pending)) return notSet(pending);

		return savedRecords(saved, await this.sendAll(id, pending));
	}

	explainSkipped(failure: Problem): Problem {
		return {
			...failure,
			description: `${failure.description} The custom properties were not set.`.trimStart(),
		};
	}

	/** The values that the record does not have yet. A record that is used as it is only gets values that are missing. */
	private async findPending(id: string): Promise<Result<readonly TypedValue[]>> {
		const { call, values, services } = this;
		const isUsed = call.kind === 'create' && call.ifExists === 'use';
		const properties = values.map(({ field, valueToSend }) => ({
			id: field.wire,
			needsFormattedText: !isUsed && isJsonObject(valueToSend),
		}));
		const listProperties = async () => await Promise.resolve(properties);
		const current = await services.customValues.read(call, { id, listProperties });
		if (isProblem(current)) return current;

		const latest = new Map([...current, ...services.written.getCustomValues(id)]);

		return values.filter((value) =>
			isUsed
				? value.valueToSend !== null && !latest.has(value.field.wire)
				: isUnknown(latest, value) || !hasValue(latest, value),
		);
	}

	/** Sends values one after the other. @returns why one was not set, with what was set before; undefined if all were */
	private async sendAll(id: string, values: readonly TypedValue[]): Promise<Problem | undefined> {
		const set: Field[] = [];

		for (const value of values) {
			const { field, valueToSend } = value;
			const failure = await this.send(id, value);
			if (failure !== undefined) {
				if (failure.effect === 'maybeDone') {
					this.services.written.noteCustomValues(id, field.wire, undefined);
				}

				const missing = values.map((other) => other.field).filter((other) => !set.includes(other));

				return savedWithout(this.call, { id, set, missing, failure });
			}

			set.push(field);
			this.services.written.noteCustomValues(id, field.wire, [valueToSend].flat());
		}

		return undefined;
	}

	private async send(id: string, { field, valueToSend }: TypedValue): Promise<Problem | undefined> {
		const { workspace, itemIndex, path, displayNames } = this.call;
		// Errors are about the value, and not about the work item, which is saved.
		const about: RecordUpdate = {
			kind: 'update',
			itemIndex,
			operation: setWorkItemPropertyValue,
			workspace,
			path: { ...path, work_item_id: id, property_id: field.wire },
			displayNames: { ...displayNames, [field.wire]: field.displayName },
			body: {},
		};
		const request: ServiceRequest =
			valueToSend === null
				? { ...deleteWorkItemPropertyValue.request, effect: 'change' }
				: {
						...setWorkItemPropertyValue.request,
						effect: 'change',
						body: { value: valueToSend },
					};
		const response = await this.services.client.send(about, request, { about });
		if (!isProblem(response)) return undefined;

		// There was no value to remove.
		return valueToSend === null && isMissing(response.response) ? undefined : response;
	}
}

/** The values of custom properties, as far as they are known. */
type LatestValues = ReadonlyMap<string, readonly JsonValue[] | undefined>;

const isUnknown = (latest: LatestValues, { field }: TypedValue): boolean =>
	latest.has(field.wire) && latest.get(field.wire) === undefined;

/** Whether a property has a value already. Several values are compared as a set. */
function hasValue(current: LatestValues, { field, valueToSend }: TypedValue): boolean {
	const stored = (current.get(field.wire) ?? []).filter((value) => value !== null);
	const expected = [valueToSend].flat().filter((value) => value !== null);

	return (
		expected.every((value) => stored.some((candidate) => isSameCustomValue(value, candidate))) &&
		stored.every((candidate) => expected.some((value) => isSameCustomValue(value, candidate)))
	);
}

/** Whether a stored value is the one to send: servers return some values as text, and days with a time. */
function isSameCustomValue(sent: JsonValue, stored: JsonValue): boolean {
	if (isJsonObject(sent) || isJsonObject(stored)) return isSameFormattedText(sent, stored);

	const [sentText = '', storedText = ''] = [asText(sent), asText(stored)];
	if (typeof sent === 'number') return storedText.trim() !== '' && Number(storedText) === sent;
	if (typeof sent === 'boolean') return storedText.toLowerCase() === sentText;

	const isDay = /^\d{4}-\d\d-\d\d$/.test(sentText);
	if (isDay && parseInstant(storedText) !== undefined) return storedText.startsWith(sentText);

	return sentText === storedText;
}

/** Whether two formatted texts are the same. A server that shows only the ID of the stored one has another. */
const isSameFormattedText = (sent: JsonValue, stored: JsonValue): boolean =>
	isJsonObject(sent) &&
	isJsonObject(stored) &&
	isSameHtml(sent.description_html ?? null, stored.description_html ?? null);
