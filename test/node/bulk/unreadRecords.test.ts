import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { USE_EXISTING } from '../../../nodes/shared/operations/shared/choices';
import { locateFirst, matchByTitle } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import { isRecord } from '../../service/http';
import { withApiV2 } from '../../service/testing/v2Client';
import type { CarryOut } from '../inProcessHttp';
import { usePlanes } from '../usePlanes';
import { expectProblem } from '../../expectProblem';

const startPlane = usePlanes();

const HIDDEN = 'Item 0';

/** A replica that does not have one of the new records yet, however long the node waits (row 166). */
const hideRecord: CarryOut = async ({ method }, inject) => {
	const answer = await inject();
	if (method !== 'GET') return answer;

	const body: unknown = JSON.parse(answer.body.toString());
	if (!isRecord(body)) return answer;

	if (body.name === HIDDEN) {
		return {
			...answer,
			status: 404,
			body: Buffer.from('{"detail":"The requested resource does not exist."}'),
		};
	}
	if (!Array.isArray(body.results)) return answer;

	const results = body.results.filter((row) => !isRecord(row) || row.name !== HIDDEN);

	return { ...answer, body: Buffer.from(JSON.stringify({ ...body, results })) };
};

describe('A record that was created with others, and that Plane does not show', () => {
	it.each<[field: string, operation: string, INodeParameters]>([
		[
			'External ID',
			'workItem.create',
			{
				name: '={{ $json.name }}',
				additionalFields: { externalSource: 'sheet', externalId: '={{ $json.name }}' },
				options: { ifItAlreadyExists: USE_EXISTING },
			},
		],
		[
			'Title',
			'workItem.upsert',
			{
				columns: matchByTitle,
			},
		],
	])('is not created again by an item with the same %s', async (field, operation, parameters) => {
		const plane = await startPlane({ ...withApiV2({ workItems: 1 }), carryOut: hideRecord });
		const names = [...Array.from({ length: 12 }, (_, index) => `Item ${index}`), HIDDEN];

		const { json } = await plane.run(
			operation,
			{ projectId: locateFirst(plane.service.state.projects), ...parameters },
			{ items: jsonItems(names.map((name) => ({ name }))), onError: 'continueRegularOutput' },
		);

		expectProblem(json[0]?.error, {
			effect: 'partlyDone',
			cause: 'Plane did not return it afterwards',
		});
		expect(json.slice(1, 12).map(({ name }) => name)).toEqual(names.slice(1, 12));
		expect(json[12]?.error).toContain(`An earlier item with the same ${field} was not completed`);
		expect(plane.service.state.workItems.filter(({ name }) => name === HIDDEN)).toHaveLength(1);
	});

	it('is not given its custom properties, which its error says', async () => {
		const plane = await startPlane({ ...withApiV2({ workItems: 1 }), carryOut: hideRecord });
		const { projects, types, workItemProperties } = plane.service.state;
		const [property] = workItemProperties;
		const type = types.find(({ id }) => id === property?.issue_type);
		const names = Array.from({ length: 12 }, (_, index) => `Item ${index}`);

		const { json } = await plane.run(
			'workItem.create',
			{
				projectId: locateFirst(projects),
				name: '={{ $json.name }}',
				additionalFields: { typeId: { __rl: true, mode: 'name', value: type?.name ?? '' } },
				setCustomProperties: true,
				customProperties: {
					mappingMode: 'defineBelow',
					value: { [property?.id ?? '']: 'High' },
					schema: [{ id: property?.id ?? '', displayName: property?.display_name ?? '' }],
				},
			},
			{ items: jsonItems(names.map((name) => ({ name }))), onError: 'continueRegularOutput' },
		);

		expect(json[0]?.error).toMatch(
			/return it afterwards \[item 0\]\. The custom properties were not set\. /,
		);
	});
});
