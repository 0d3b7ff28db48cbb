import type { Client } from '../../../shared/client/client';
import { withoutResponse } from '../../../shared/client/requestResult';
import { asText } from '../../../shared/values/asText';
import type { Call } from '../../../shared/model/call';
import { locationKey, placeWithin } from '../../../shared/model/place';
import { isProblem, type Problem, refused, type Result } from '../../../shared/result/problem';
import { readRequest } from '../../../shared/transport/request';

/**
 * Finds out whether the UUIDs in a column "id" are IDs of Plane's own records, e.g. because the rows come from a Get
 * Many that returned only IDs and names. Each record would be created again, with its ID as External ID. One such row
 * is looked up for each list, because the rows of a run come from the same place.
 */
export class OwnIdCheck {
	/** Whether the first ID of a run is one of Plane, by the location of the list. */
	private readonly checks = new Map<string, Promise<Result<boolean>>>();

	constructor(private readonly client: Client) {}

	/** Why a record must not be created, or undefined if its External ID is not the ID of a record of Plane. */
	async refuseCreate(call: Call<'create'>): Promise<Problem | undefined> {
		const id = asText(call.body.external_id);
		if (call.mayHaveOwnId !== true || id === undefined) return undefined;

		const key = locationKey(call);
		const check = this.checks.get(key) ?? this.isOwnId(call, id);

		this.checks.set(key, check);

		const isOwn = await check;
		if (isProblem(isOwn)) this.checks.delete(key);
		if (isProblem(isOwn)) return isOwn;

		return isOwn ? ownIdAsExternalId(id) : undefined;
	}

	/** @returns a Problem if the server cannot be reached: any other error will come with the create itself */
	private async isOwnId(call: Call<'create'>, id: string): Promise<Result<boolean>> {
		const request = readRequest(`${call.operation.request.path}{id}/`);
		const response = await this.client.send(placeWithin(call, { id }), request, { about: call });
		if (!isProblem(response)) return true;

		return response.status === undefined ? withoutResponse(response) : false;
	}
}

/** A row whose External ID would be the ID of a record of Plane, which would be created again. */
const ownIdAsExternalId = (id: string): Problem =>
	refused(
		`External ID: Plane has a work item with the ID ${id} in this project`,
		'So the IDs in the column "id" are those of Plane, and the work items would be created a second time. To change work items of Plane, use Update.',
	);
