import type { JsonObject } from 'n8n-workflow';

import type { Respond } from '../../unit/fakePlane';
import { jsonResponse } from '../../unit/responses';
import { ADA, GUEST, RECORD } from './useProject';

const people = [
	{ id: ADA, display_name: 'ada' },
	{ id: GUEST, display_name: 'gus' },
];

/** The answers of a project whose list of members shows no roles. */
export const withMembers =
	(respond: Respond): Respond =>
	(request, count) =>
		/^GET (.+\/)?members\/$/.test(request.route) ? jsonResponse(people) : respond(request, count);

/**
 * The answers of a project with one record, which a write changes to the values that `keep` returns. For the values
 * that real servers keep, see rows 24, 25 and 160 to 169.
 */
export function oneRecord(
	stored: JsonObject,
	keep: (sent: JsonObject) => JsonObject = (sent) => sent,
): Respond {
	let record: JsonObject = { id: RECORD, ...stored };

	return withMembers(({ route, body }) => {
		if (!route.startsWith('GET')) record = { ...record, ...keep(body ?? {}) };

		return jsonResponse(record, route.startsWith('POST') ? 201 : 200);
	});
}
