import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../../../nodes/shared/values/json';
import { byId } from '../../engine/samples';
import { jsonResponse, textResponse } from '../../unit/responses';
import { causes } from '../../nodeTexts';
import { withError } from './lostCreate';
import { oneRecord } from './oneRecord';
import { RECORD, useProject } from './useProject';

const startProject = useProject();

/** An update that accepts the item, and changes its work item. */
const acceptance = {
	workItemId: byId(RECORD),
	updateFields: { status: 'Accepted', name: 'New', priority: 'high' },
};
const issue = { name: 'New', priority: 'high' };
const pending = { issue: RECORD, status: -2, issue_detail: { name: 'Old', priority: 'none' } };

/** How a server changes an intake item that gets fields of its work item. */
const changeWorkItem = ({ issue: change }: JsonObject): JsonObject => ({
	issue_detail: { ...pending.issue_detail, ...(isJsonObject(change) && change) },
});

describe('An intake item', () => {
	it('is accepted with a new title and priority by two requests, the status last (row 164)', async () => {
		// A server that gets a status ignores the fields of the work item.
		const project = startProject(
			oneRecord(pending, (sent) =>
				sent.status === undefined ? changeWorkItem(sent) : { status: sent.status },
			),
		);

		const output = await project.run('intakeItem.update', acceptance);

		expect(output).toMatchObject({ json: [{ status: 1, issue_detail: issue }] });
		expect(project.writtenBodies()).toEqual([{ issue }, { status: 1 }]);
	});

	it('keeps its new title, and fails, if somebody accepts it who is no administrator (row 165)', async () => {
		const project = startProject(
			oneRecord(pending, (sent) => (sent.status === undefined ? changeWorkItem(sent) : {})),
		);

		const output = await project.run('intakeItem.update', acceptance);

		expect(output).toMatchObject({
			error: {
				message: expect.stringContaining(
					causes.notTaken(causes.differs('Status', 'Accepted', 'Pending')),
				),
				description: expect.stringMatching(
					/^Only an administrator of the project may change this\..*Everything else of this item was saved/,
				),
			},
		});
	});

	it('fails, and says what was saved, if the request with the status fails', async () => {
		const project = startProject(({ body }) =>
			body?.status === undefined
				? jsonResponse({ id: RECORD, ...pending, issue_detail: issue })
				: textResponse('', 400),
		);

		const output = await project.run('intakeItem.update', acceptance);

		expect(output).toMatchObject(
			withError(`It was saved (ID ${RECORD}) with Title and Priority, but not the rest: `),
		);
	});
});
