import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/values/asText';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { byId } from '../../engine/samples';
import { jsonResponse, networkFault, NO_PATH, textResponse } from '../../unit/responses';
import { causes, outcomes } from '../../nodeTexts';
import { connectionLost, withError } from './lostCreate';
import { NO_RECORD, RECORD, useProject } from './useProject';

const startProject = useProject();

const CONTINUE: INodeParameters = { options: { ifNotFound: 'continue' } };
const noContent = textResponse('', 204);
const webPage = textResponse('<!DOCTYPE html><p>Not Found', 404);

describe('A record that is deleted', () => {
	const deleted = { json: [{ deleted: true, id: RECORD }] };
	const notDeleted = { json: [{ deleted: false, id: RECORD }] };

	it.each<[title: string, Outcome[], parameters: INodeParameters, result: object]>([
		['is reported as deleted', [noContent], {}, deleted],
		[
			'makes the item fail if it is missing',
			[NO_RECORD],
			{},
			withError(causes.notFound(`Label ${RECORD}`)),
		],
		['is reported as not deleted if it may be missing', [NO_RECORD], CONTINUE, notDeleted],
		[
			'is reported as deleted if it is gone after an attempt without an answer',
			[connectionLost, NO_RECORD],
			{},
			deleted,
		],
		[
			'makes the item fail if the server lacks the operation, although it may be missing',
			[NO_PATH],
			CONTINUE,
			withError('does not have'),
		],
		[
			'makes the item fail if a proxy answers, although it may be missing',
			[connectionLost, webPage],
			CONTINUE,
			withError('web page'),
		],
		[
			'makes the item fail without permission, although it may be missing',
			[textResponse('', 403)],
			CONTINUE,
			withError(causes.noAccess),
		],
		[
			'may be deleted if there is no answer',
			[networkFault('ECONNRESET')],
			CONTINUE,
			{ error: { description: expect.stringContaining(outcomes.maybeDeleted) } },
		],
	])('%s', async (_, outcomes, parameters, result) => {
		const last = outcomes.at(-1) ?? noContent;
		const server = startProject((_request, count) => outcomes[count - 1] ?? last);

		const output = await server.run('label.delete', { labelId: byId(RECORD), ...parameters });

		expect(output).toMatchObject(result);
	});
});

describe('Records that are removed from a cycle', () => {
	const idOf = (index: number) => `0c7da278-21b6-4225-9d30-${String(index).padStart(12, '0')}`;
	const place = `DELETE cycles/${RECORD}/cycle-issues`;
	const ids = [1, 2, 3, 4].map(idOf);

	/** Removes work items from a cycle that lacks some of them. */
	async function remove(
		workItemIds: readonly string[],
		missingIds: readonly string[],
		parameters: INodeParameters = {},
		onError: 'continueRegularOutput' | 'stopWorkflow' = 'stopWorkflow',
	) {
		const server = startProject(({ route }) =>
			missingIds.some((id) => route.endsWith(`/${id}/`)) ? NO_RECORD : noContent,
		);
		const output = await server.run(
			'cycle.removeWorkItems',
			{ cycleId: byId(RECORD), workItemIds: workItemIds.join(', '), ...parameters },
			{ onError },
		);

		return { output, routes: server.routes() };
	}

	it('take a request each, and those that were not there are reported as such', async () => {
		const { output, routes } = await remove(ids.slice(0, 2), ids.slice(1, 2), CONTINUE);

		expect(output.json).toEqual([
			{ removed: true, id: ids[0] },
			{ removed: false, id: ids[1] },
		]);
		expect(routes).toEqual(ids.slice(0, 2).map((id) => `${place}/${id}/`));
	});

	it('make the item fail if some were not there, and its error counts those that were removed', async () => {
		const [, second = '', , fourth = ''] = ids;
		const { output } = await remove(ids, [second, fourth], {}, 'continueRegularOutput');
		const error = asText(output.json[0]?.error) ?? '';

		expect(error).toContain(
			`Work Item IDs: ${second} was not removed: ${causes.notFound(`it in Cycle ${RECORD}`)}`,
		);
		expect(error).toMatch(/been removed already\. .* set If Not Found to Continue\./);
		expect(error).toContain(`Removed: 2 of 4. Not removed: ${second}, ${fourth}.`);
	});

	it('stop at the first failure unless the run continues', async () => {
		const many = Array.from({ length: 30 }, (_, index) => idOf(index));

		const stopped = await remove(many, many);
		const continued = await remove(many, many, {}, 'continueRegularOutput');
		const tried = stopped.routes.length;

		expect(tried).toBeLessThan(10);
		expect(stopped.output.error?.description).toContain('Removed: 0 of 30.');
		expect(stopped.output.error?.description).toContain(`Not tried: ${30 - tried}.`);
		expect(continued.routes).toHaveLength(30);
	});
});

it('A work item is archived by a change to today, after it was read', async () => {
	const server = startProject({ '*': jsonResponse({ id: RECORD }) });
	const route = `work-items/${RECORD}/`;

	const output = await server.run('workItem.archive', { workItemId: byId(RECORD) });

	expect(output).toMatchObject({ json: [{ archived: true, id: RECORD }] });
	expect(server.routes()).toEqual([`GET ${route}`, `PATCH ${route}`]);
	expect(server.writtenBodies()).toEqual([{ archived_at: '2026-03-03' }]);
});
