import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { UPDATE_EXISTING, USE_EXISTING } from '../../../nodes/shared/operations/shared/choices';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { jsonItems } from '../../engine/startNode';
import { jsonResponse, networkFault, textResponse, withHeaders } from '../../unit/responses';
import { causes } from '../../nodeTexts';
import {
	conflict,
	connectionLost,
	createdAgo,
	isCreated,
	isUnknown,
	item,
	withError,
	alreadyExists,
} from './lostCreate';
import { ADA, NO_RECORD, useProject } from './useProject';

const startProject = useProject();

const post = 'POST work-items/';
const lookup = 'GET work-items/';
const readById = 'GET work-items/r1/';

/** Of invalid values: servers differ. */
const STATUSES_OF_REFUSALS = [400, 422];

describe('A create of a work item that gets no answer', () => {
	interface Case {
		/** The record that a lookup finds after the first attempt. Default: none. */
		readonly listed?: JsonObject;
		/** The response to the second attempt. Default: a lost connection. */
		readonly secondResponse?: Outcome;
		/** The record that has the ID in a refusal. */
		readonly existing?: JsonObject;
		readonly result: object;
		readonly routes: string[];
	}

	const older = createdAgo(9000);
	const fiveAttempts = Array.from({ length: 5 }, () => [post, lookup]).flat();

	it.each<[title: string, ifItAlreadyExists: string, Case]>([
		[
			'has succeeded if the record was created since',
			'fail',
			{ listed: createdAgo(1000), result: isCreated, routes: [post, lookup] },
		],
		[
			'stays unknown if there is an older record',
			'fail',
			{ listed: older, result: isUnknown, routes: [post, lookup] },
		],
		[
			'stays unknown if the record has no time of creation',
			'fail',
			{
				listed: createdAgo(0, { created_at: null }),
				result: isUnknown,
				routes: [post, lookup],
			},
		],
		[
			'returns an older record with the same values',
			USE_EXISTING,
			{ listed: older, result: isCreated, routes: [lookup, post, lookup] },
		],
		[
			'does not write to an older record with the same values',
			UPDATE_EXISTING,
			{ listed: older, result: isCreated, routes: [lookup, post, lookup] },
		],
		[
			'is sent again if there is no record',
			'fail',
			{
				secondResponse: jsonResponse(createdAgo(0), 201),
				result: isCreated,
				routes: [post, lookup, post],
			},
		],
		['is sent five times at most', 'fail', { result: isUnknown, routes: fiveAttempts }],
		[
			'has succeeded even if it took long',
			'fail',
			{
				secondResponse: conflict,
				existing: createdAgo(1000),
				result: isCreated,
				routes: [post, lookup, post, readById],
			},
		],
		[
			'has failed if the next attempt conflicts with an old record',
			'fail',
			{
				secondResponse: conflict,
				existing: older,
				result: alreadyExists,
				routes: [post, lookup, post, readById],
			},
		],
		[
			'has failed if the next attempt conflicts with a record that has another External ID',
			'fail',
			{
				secondResponse: conflict,
				existing: createdAgo(0, { external_id: 'row-2' }),
				result: alreadyExists,
				routes: [post, lookup, post, readById],
			},
		],
		// The refusal of a name that is too long (row 77).
		...STATUSES_OF_REFUSALS.map((status): [string, string, Case] => [
			`has failed if the next attempt shows that the values are refused (${status})`,
			'fail',
			{
				secondResponse: jsonResponse({ name: ['Ensure this field is shorter.'] }, status),
				result: withError('Plane refused Title: Ensure this field is shorter'),
				routes: [post, lookup, post],
			},
		]),
		[
			'stays unknown if the key has lost its permission before the next attempt',
			'fail',
			{ secondResponse: textResponse('', 403), result: isUnknown, routes: [post, lookup, post] },
		],
	])(
		'%s (%s)',
		async (
			_,
			ifItAlreadyExists,
			{ listed, secondResponse = connectionLost, existing, result, routes },
		) => {
			let posts = 0;
			const server = startProject(({ route }) => {
				if (route === post) return posts++ === 0 ? connectionLost : secondResponse;
				if (route === readById && existing !== undefined) return jsonResponse(existing);

				return listed === undefined || posts === 0 ? NO_RECORD : jsonResponse(listed);
			});

			const output = await server.run('workItem.create', item(ifItAlreadyExists));

			expect(output).toMatchObject(result);
			expect(server.routes()).toEqual(routes);
		},
	);

	it('is sent again after random pauses that grow to half a minute', async () => {
		const retries = 12;
		const pauses: number[] = [];

		for (let run = 0; run < 3; run++) {
			const server = startProject({ 'POST *': connectionLost, '*': NO_RECORD });
			const { milliseconds } = await server.run('workItem.create', {
				...item(),
				limits: { retries },
			});

			pauses.push(milliseconds);

			expect(server.routes().filter((route) => route === post)).toHaveLength(1 + retries);
		}

		const maxPause = 1000 + 2000 + 4000 + 8000 + 16_000 + 7 * 30_000;

		expect(Math.max(...pauses)).toBeLessThanOrEqual(maxPause);
		expect(Math.min(...pauses)).toBeGreaterThanOrEqual(maxPause / 2);
		expect(new Set(pauses).size).toBe(3);
	});

	it('stays unknown if the server becomes unavailable before the next attempt', async () => {
		let posts = 0;
		const server = startProject(({ route }) => {
			if (route !== post) return NO_RECORD;

			return posts++ === 0 ? connectionLost : networkFault('ECONNREFUSED');
		});

		const output = await server.run('workItem.create', item());

		expect(output).toMatchObject(isUnknown);
	});

	it('stays unknown if the run is canceled before the next attempt', async () => {
		const canceling = new AbortController();
		const server = startProject(({ route }) => {
			if (route === post) return connectionLost;

			canceling.abort();

			return NO_RECORD;
		});

		const output = await server.run('workItem.create', item(), { signal: canceling.signal });

		expect(output).toMatchObject(withError(causes.canceled));
		expect(server.routes()).toEqual([post, lookup]);
	});

	it.each([
		[
			'the record that the next attempt conflicts with cannot be read',
			readById,
			textResponse('', 403),
		],
		[
			'only a proxy reports that the record is missing',
			lookup,
			textResponse('<!DOCTYPE html><p>Not Found', 404),
		],
	])('stays unknown if %s', async (_, route, response) => {
		let posts = 0;
		const server = startProject((request) => {
			if (request.route === post) return posts++ === 0 ? connectionLost : conflict;

			return request.route === route ? response : NO_RECORD;
		});

		const output = await server.run('workItem.create', item());

		expect(output).toMatchObject(isUnknown);
		expect(server.routes().at(-1)).toBe(route);
	});

	it('stays unknown if nothing identifies the record', async () => {
		const server = startProject(() => connectionLost);

		const output = await server.run('workItem.create', { name: 'bug' });

		expect(output).toMatchObject(isUnknown);
		expect(server.routes()).toEqual([post]);
	});

	it.each([
		['finds a record of unknown age if the server does not say what time it is', 'date', isUnknown],
		['finds its own record if the server says what time it is', 'other', isCreated],
	])('%s', async (_, header, result) => {
		const server = startProject(({ route }) =>
			route === post ? connectionLost : withHeaders(jsonResponse(createdAgo(0)), { [header]: '' }),
		);

		const output = await server.run('workItem.create', item());

		expect(output).toMatchObject(result);
	});
});

it('A create for somebody else does not show who the user of the credential is (row 68)', async () => {
	let posts = 0;
	const server = startProject(({ route, query }) => {
		if (route === post) {
			return posts++ === 0
				? jsonResponse({ id: 'r0', name: 'other', created_by: ADA }, 201)
				: connectionLost;
		}

		const isSecond = query.get('external_id') === 'row-1';

		return isSecond && posts > 1 ? jsonResponse(createdAgo(0, { created_by: 'u1' })) : NO_RECORD;
	});

	const { json, error } = await server.run(
		'workItem.upsert',
		{
			columns: {
				mappingMode: 'autoMapInputData',
				value: null,
				matchingColumns: ['external_id'],
				schema: [],
			},
			externalSource: 'sheet',
		},
		{
			items: jsonItems([
				{ id: 'row-0', title: 'other', createdBy: ADA },
				{ id: 'row-1', title: 'bug' },
			]),
		},
	);

	expect(error).toBeUndefined();
	expect(json).toMatchObject([
		{ id: 'r0', outcome: 'created' },
		{ id: 'r1', outcome: 'created' },
	]);
});
