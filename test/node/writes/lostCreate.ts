import { expect } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';

import { jsonResponse, networkFault } from '../../unit/responses';
import { causes, outcomes } from '../../nodeTexts';
import { externalId, externalIdFields } from './useProject';

/** When time starts in these tests. */
export const NOW = Date.parse('2026-03-03T09:00:00.000Z');
export const connectionLost = networkFault('ECONNRESET');

const imported = { name: 'bug', ...externalId };

/** A record that was created these milliseconds before the run. */
export const createdAgo = (age: number, values: JsonObject = {}): JsonObject => ({
	id: 'r1',
	...imported,
	created_at: new Date(NOW - age).toISOString(),
	...values,
});

/** The refusal of a record that exists (row 12). */
export const conflict = jsonResponse({ error: 'already exists', id: 'r1' }, 409);
export const listOf = (...rows: JsonObject[]) =>
	jsonResponse({ results: rows, total_count: rows.length, next_page_results: false });

export const isCreated = { json: [{ id: 'r1' }] };
export const isUnknown = {
	error: { description: expect.stringContaining(outcomes.maybeSaved) },
};
export const withError = (text: string) => ({ error: { message: expect.stringContaining(text) } });
export const alreadyExists = withError(causes.exists);

export const item = (ifItAlreadyExists = 'fail', name = 'bug'): INodeParameters => ({
	name,
	additionalFields: externalIdFields,
	options: { ifItAlreadyExists },
});
