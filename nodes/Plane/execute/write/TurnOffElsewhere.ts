import type { JsonObject } from 'n8n-workflow';

import { failed } from '../../../shared/errors/problemFrom';
import { normalizeId } from '../../../shared/values/textForms';
import { isJsonObject } from '../../../shared/values/json';
import type { Field } from '../../../shared/fields/kinds';
import { asText } from '../../../shared/values/asText';
import type { WriteCall } from '../../../shared/model/call';
import {
	toListPath,
	type Place,
	placeKey,
	placeWithin,
	withPlace,
} from '../../../shared/model/place';
import { readFirstText } from '../../../shared/values/readFirstText';
import { isProblem, type Problem } from '../../../shared/result/problem';
import { quote } from '../../../shared/text/quote';
import { buildBody, getCurrentValue } from './compareRecord';
import type { Services } from '../services';
import { USUAL_REASON } from './describeDifferences';
import type { FollowUp } from './FollowUp';
import { showId } from './savedWithout';
import { type Saved, savedRecords, type WriteResult } from './WriteResult';

/**
 * Turns off a value that only one record of a list can have in the others, after it was turned on in one. Servers
 * do not do that in a change, and keep using the previous record (row 63).
 */
export class TurnOffElsewhere implements FollowUp {
	constructor(
		private readonly call: WriteCall,
		private readonly field: Field,
		private readonly services: Pick<Services, 'client' | 'listSource' | 'written'>,
	) {}

	async run(saved: readonly Saved[]): Promise<WriteResult> {
		const record = saved[0]?.record;
		const id = asText(record?.id);
		if (record === undefined || id === undefined) return savedRecords(saved);

		// An existing record that is used as it is may have it turned off. Then the other record keeps it.
		if (getCurrentValue(record, this.field) === false) return savedRecords(saved);

		return savedRecords(saved, await this.turnOffOthers(normalizeId(id)));
	}

	/**
	 * Turns the value off in all records of the list but one.
	 *
	 * @param id the ID of the record that keeps the value
	 * @returns a Problem if the list cannot be read, or if a record keeps the value too
	 */
	private async turnOffOthers(id: string): Promise<Problem | undefined> {
		const { call, field } = this;
		const { listSource, written } = this.services;
		const path = toListPath(call.operation.request.path);
		// Others may have turned it on in another record since.
		const list = await listSource.readAgain({ place: call, path, about: call });
		if (isProblem(list)) return othersNotTurnedOff(field, id, { failure: list });

		// The list may be older than the write of an earlier item, so check both.
		const findLatestWrite = (row: JsonObject) => written.findRecord(findOther(call, row).key) ?? {};
		const isOther = (row: JsonObject) => normalizeId(asText(row.id) ?? '') !== id;
		const isOn = (row: JsonObject) =>
			[row, findLatestWrite(row)].some((record) => getCurrentValue(record, field) === true);

		for (const row of list.rows.filter((row) => isOther(row) && isOn(row))) {
			const failure = await this.turnOff(row);
			if (failure !== undefined) return othersNotTurnedOff(field, id, { other: row, failure });
		}

		return undefined;
	}

	/** Turns the value off in one record. Returns a Problem if the response does not show that. */
	private async turnOff(record: JsonObject): Promise<Problem | undefined> {
		const { call, field, services } = this;
		const { place, path, key } = findOther(call, record);
		const body = buildBody([{ field, sent: false }]);
		const id = asText(record.id) ?? '';
		const displayNames = { ...call.displayNames, [id]: readFirstText(record, 'name') };
		const response = await services.client.send(
			place,
			{ method: 'PATCH', path, effect: 'change', body },
			{ about: { ...withPlace(call, place), displayNames } },
		);
		if (isProblem(response)) return response;

		// A server that responds without the record has accepted what was sent.
		const saved = isJsonObject(response.json) ? response.json : { ...record, ...body };

		// A later item may change this record, and must then see its latest values.
		services.written.noteRecord(key, saved);

		if (getCurrentValue(saved, field) !== true) return undefined;

		return failed(`Plane did not take ${field.displayName}`, USUAL_REASON);
	}
}

/**
 * A record was saved with a setting that only one record can have, but it is still on for another one.
 *
 * @param id of the saved record
 * @param other the other record, or undefined if the other records could not be read
 */
function othersNotTurnedOff(
	{ displayName }: Field,
	id: string,
	{ other, failure }: { readonly other?: JsonObject; readonly failure: Problem },
): Problem {
	const which = other === undefined ? 'another one' : quote(readFirstText(other, 'name', 'id'));

	return {
		...failure,
		message: `It was saved${showId(id)}, but ${displayName} could not be turned off for ${which}: ${failure.message}`,
		description: `${failure.description} Plane goes by the one that had ${displayName} before. Turn ${displayName} off for ${which} with Update.`,
	};
}

/** Another record of the list that contains the record of a write. */
interface OtherRecord {
	readonly place: Place;
	readonly path: string;
	readonly key: string;
}

function findOther(call: WriteCall, row: JsonObject): OtherRecord {
	const { locators, request } = call.operation;
	// The path of an update ends in the ID of its own record.
	const ownPlaceholder = call.kind === 'update' ? locators.at(-1)?.wire : undefined;
	const placeholder = ownPlaceholder ?? 'other_id';
	const place = placeWithin(call, { [placeholder]: asText(row.id) ?? '' });
	const path = `${toListPath(request.path)}{${placeholder}}/`;

	return { place, path, key: placeKey(place, path) };
}
