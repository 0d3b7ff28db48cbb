import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { jsonResponse, textResponse } from '../../unit/responses';
import { useProject } from '../writes/useProject';
import { causes } from '../../nodeTexts';
import { createAdd, type AnswerAddition } from './addToModule';
import { rowOf, uuid } from './targets';

const add = createAdd(useProject());

const [A, B, UNKNOWN, OTHER_UNKNOWN] = [
	uuid(1),
	uuid(2),
	'c4a97e4a-c841-4279-a339-6c2512d6b1ac',
	uuid(4),
] as const;

/** A server that ignores unknown IDs, and returns all contents of the module (row 9). */
const ignoreAllBut =
	(...known: readonly string[]): AnswerAddition =>
	(ids) =>
		jsonResponse(['old', ...ids.filter((id) => known.includes(id))].reverse().map(rowOf));

describe('Work items that are added to a module', () => {
	const expandedRow = { id: 'row', issue: { id: A, name: 'A' } };
	const upperCaseRow = { id: 'row', issue: UNKNOWN.toUpperCase() };
	// The specification only says that the response is an object.
	const recordWithIds = { id: 'x', issues: [A, B] };

	it.each<[what: string, ids: readonly string[], AnswerAddition, json: readonly IDataObject[]]>([
		['their rows, and not the whole list', [A, B], ignoreAllBut(A, B), [rowOf(A), rowOf(B)]],
		['a row with a record instead of an ID', [A], () => jsonResponse([expandedRow]), [expandedRow]],
		['a single record that lists all', [A, B], () => jsonResponse(recordWithIds), [recordWithIds]],
		['a single record for all', [A, B], () => jsonResponse({ id: 'x' }), [{ id: 'x' }]],
		[
			'a row with their ID in capitals',
			[UNKNOWN],
			() => jsonResponse([upperCaseRow]),
			[upperCaseRow],
		],
		[
			'the first of several rows, without what is no row',
			[A],
			() => jsonResponse([null, A, rowOf(A), { ...rowOf(A), id: 'old' }]),
			[rowOf(A)],
		],
		['a success if the response is empty', [A], () => textResponse('', 204), [{ success: true }]],
	])('return %s', async (_, ids, answer, expected) => {
		const { json, sent } = await add(ids, answer);

		expect(json).toEqual(expected);
		expect(sent).toEqual([ids]);
	});

	it.each<[response: string, AnswerAddition]>([
		['does not list them', ignoreAllBut(A)],
		['is a record that lists others', () => jsonResponse({ issues: [A] })],
	])('were not added if the response %s', async (_, answer) => {
		const { text } = await add([UNKNOWN], answer);

		expect(text).toContain(
			`Work Item IDs: ${causes.notAdded(UNKNOWN)}: the server does not know it in this project`,
		);
	});

	it('are counted, and those that were not added are listed, if there are several', async () => {
		const { text } = await add([A, UNKNOWN, B, OTHER_UNKNOWN], ignoreAllBut(A, B));

		expect(text).toMatch(new RegExp(`^Work Item IDs: ${causes.notAdded(UNKNOWN)}`));
		expect(text).toContain(`Also not added: ${OTHER_UNKNOWN}. Added: 2 of 4.`);
	});
});
