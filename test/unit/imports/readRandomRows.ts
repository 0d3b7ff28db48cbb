import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { readItems } from '../../../nodes/Plane/input/readItems';
import { importRow } from '../../../nodes/shared/imports/importRow';
import { recognize } from '../../../nodes/shared/imports/recognize';
import type { Draft } from '../../../nodes/shared/model/draft';
import { upsertWorkItem } from '../../../nodes/shared/operations';
import { isProblem, type Result } from '../../../nodes/shared/result/problem';
import { camelCase } from '../../../nodes/shared/text/letterCase';
import { asText } from '../../../nodes/shared/values/asText';
import { createContext } from '../input/inputFixtures';
import { runs } from '../random';
import { findMissingWords, isTextFormat } from '../markup/randomTexts';
import { CELLS_PER_ROW, RANDOM_FILES, ROWS_AT_ONCE } from './randomRows';

/** Reads files with this number of random cells, and expects that nothing is wrong with the results. */
export async function checkRandomCells(cells: number): Promise<void> {
	await fc.assert(
		fc.asyncProperty(RANDOM_FILES, async ({ tool, rows }) => {
			expect(await findFaults(tool, rows)).toEqual([]);
		}),
		{ numRuns: runs(cells / CELLS_PER_ROW / ROWS_AT_ONCE), seed: Number(process.env.SEED ?? 1) },
	);
}

/** Reads rows as an import reads them. @returns what is wrong with the result, as sentences */
async function findFaults(tool: string, rows: readonly IDataObject[]): Promise<readonly string[]> {
	const context = await createContext(
		upsertWorkItem,
		{
			columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns: ['externalId'] },
			externalSource: 'other',
			options: { readAs: camelCase(tool) },
		},
		{ credential: CREDENTIAL, items: rows.map((json) => ({ json })) },
	);
	const { drafts } = await readItems(context, upsertWorkItem);

	expect(drafts).toHaveLength(rows.length);

	return drafts.flatMap((draft, index) =>
		isProblem(draft) ? findFaultsOfProblem(draft) : findFaultsOfDraft(draft, rows, index),
	);
}

const CREDENTIAL = {
	apiKey: 'plane_api_1',
	baseUrl: 'https://plane.example.com/',
	workspaceSlug: 'acme',
};

type RefusedDraft = Extract<Result<Draft>, { readonly message: string }>;

function findFaultsOfProblem({ cause, message, description }: RefusedDraft): readonly string[] {
	const isSentence =
		cause === 'invalid' && /^[A-Z][^\n]+: /.test(message) && description.endsWith('.');

	return isSentence ? [] : [`refused with ${cause}: ${message} | ${description}`];
}

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

const keepLetters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, '');

function findFaultsOfDraft(
	draft: Draft,
	rows: readonly IDataObject[],
	index: number,
): readonly string[] {
	if (draft.row?.leftOut !== undefined) return [];

	const row = rows[index] ?? {};
	const columns = [...new Set(rows.flatMap((other) => Object.keys(other)))];
	const recognition = recognize(columns, draft.row?.tool);
	if (recognition === undefined) return [`taken for an export of ${draft.row?.tool ?? 'no tool'}`];

	const { cells, text } = importRow(row, recognition);
	const values = new Map(draft.slots.map(({ field, value }) => [field.wire, value]));
	const faults: string[] = [];
	const title = keepLetters(asText(cells.get('name')?.value) ?? '');

	if (keepLetters(asText(values.get('name')) ?? '') !== title) {
		faults.push(`the title ${JSON.stringify(values.get('name'))} is not ${title}`);
	}

	for (const wire of ['start_date', 'target_date']) {
		const day = values.get(wire);

		if (day !== undefined && day !== null && !(typeof day === 'string' && DAY.test(day))) {
			faults.push(`${wire} is no day: ${JSON.stringify(day)}`);
		}
	}

	const source = text.cell?.value;

	const format = text.format === 'github' ? 'markdown' : text.format;

	if (typeof source === 'string' && isTextFormat(format) && values.has('description_html')) {
		const missing = findMissingWords(source, format);
		if (missing.length > 0) faults.push(`the text lacks ${missing.join()}: ${source}`);
	}

	return faults;
}
