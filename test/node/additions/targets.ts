import type { JsonObject } from 'n8n-workflow';

import { toTextList } from '../../../nodes/shared/values/asText';
import type { Respond } from '../../unit/fakePlane';
import { jsonResponse } from '../../unit/responses';

/** UUIDs, because the panel takes nothing else for an ID. */
export const uuid = (number: number): string =>
	`0c7da278-21b6-4225-9d30-${String(number).padStart(12, '0')}`;

export const CYCLE = uuid(101);
export const OTHER_CYCLE = uuid(102);
export const MODULE = uuid(201);
export const OTHER_MODULE = uuid(202);

export const addToCycle = (id: string): string => `POST cycles/${id}/cycle-issues/`;
export const readCycle = (id: string): string => `GET cycles/${id}/cycle-issues/`;
export const addToModule = (id: string): string => `POST modules/${id}/module-issues/`;
export const readModule = (id: string): string => `GET modules/${id}/module-issues/`;

/** A list of records with these IDs, in an envelope (row 5). */
export const listOf = (...ids: readonly string[]) =>
	jsonResponse({ results: ids.map((id) => ({ id })), total_count: ids.length });

/** A row of the response to an addition, by the fields that matter here (rows 9 and 10). */
export const rowOf = (issue: string): JsonObject => ({ id: `row of ${issue}`, issue });

/** The response to an addition that the server carries out. */
export const acceptAddition: Respond = ({ body }) =>
	jsonResponse(toTextList(body?.issues).map(rowOf));

/** The response to an addition that the user may not make (row 17). */
export const DENIED = jsonResponse({ error: 'No' }, 403);

/** The refusal of additions to a cycle that has ended, from the source of the server (row 31). */
export const CYCLE_ENDED = jsonResponse(
	{
		code: 'CYCLE_COMPLETED',
		message: 'The Cycle has already been completed so no new issues can be added',
	},
	400,
);
