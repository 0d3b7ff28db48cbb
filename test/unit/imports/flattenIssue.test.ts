import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { importRow } from '../../../nodes/shared/imports/importRow';
import { readExportFile } from '../../../nodes/shared/imports/readExportFile';
import { recognize } from '../../../nodes/shared/imports/recognize';
import { isProblem } from '../../../nodes/shared/result/problem';

/** Reads an issue of Jira's API as an import does. */
function read(fields: JsonObject) {
	const own = { summary: 'Oil', issuetype: { name: 'Task' }, status: { name: 'To Do' }, ...fields };
	const file = readExportFile(
		Buffer.from(JSON.stringify({ issues: [{ id: '1', key: 'ENG-1', fields: own }] })),
	);
	if (isProblem(file)) throw new Error(file.message);

	const [record = {}] = file.records;
	const recognition = recognize(Object.keys(record));
	if (recognition === undefined) throw new Error('It is an export of no tool');

	return importRow(record, recognition);
}

/** As developer.atlassian.com/cloud/jira/platform/issue-linking-model shows them. */
const BLOCKS = { id: '10000', name: 'Blocks', inward: 'is blocked by', outward: 'blocks' };
const DEPENDS = {
	id: '10007',
	name: 'Depends',
	inward: 'is depended on by',
	outward: 'depends on',
};
const RELATES = { id: '10003', name: 'Verknüpft', inward: 'relates to', outward: 'relates to' };

const issue = (key: string) => ({ id: '2', key, fields: { summary: 'Saw' } });

describe("the links of an issue of Jira's API", () => {
	test('are relations, by the word of the side on which the other issue stands', () => {
		const { relations, unknownColumns } = read({
			issuelinks: [
				{ id: '1', type: BLOCKS, outwardIssue: issue('ENG-2') },
				{ id: '2', type: BLOCKS, inwardIssue: issue('ENG-3') },
				{ id: '3', type: BLOCKS, outwardIssue: issue('ENG-4') },
				{ id: '4', type: RELATES, inwardIssue: issue('ENG-5') },
			],
		});

		expect(relations.entries).toEqual([
			{ type: 'blocking', name: 'ENG-2' },
			{ type: 'blocking', name: 'ENG-4' },
			{ type: 'blocked_by', name: 'ENG-3' },
			{ type: 'relates_to', name: 'ENG-5' },
		]);
		expect(unknownColumns).not.toContain('issuelinks');
	});

	test('of types that Plane does not have are named as columns, as those of a CSV file are', () => {
		const { relations, unknownColumns } = read({
			issuelinks: [{ id: '1', type: DEPENDS, inwardIssue: issue('ENG-2') }],
		});

		expect(relations.entries).toEqual([]);
		expect(unknownColumns).toContain('Inward issue link (Depends)');
	});

	test.each([[[]], [[{ id: '1', type: BLOCKS }]], [[null]], ['ENG-2'], [{}]])(
		'may be none (%j)',
		(issuelinks) => {
			expect(read({ issuelinks }).relations.entries).toEqual([]);
		},
	);
});

describe("the sprints of an issue of Jira's API", () => {
	/** As Atlassian's notice on the text form of sprints shows both forms. */
	const closed = { id: 1, name: 'Sprint 1', state: 'closed', boardId: 1, goal: '' };
	const future = { id: 3, name: 'Sprint 3', state: 'future', boardId: 1, goal: '' };
	const toText = (values: string) =>
		`com.atlassian.greenhopper.service.sprint.Sprint@1b7[${values}]`;

	test.each([
		['of the cloud', [closed, { ...future, state: 'active' }], 'Sprint 3'],
		['in another order', [future, closed], 'Sprint 3'],
		['that have all ended', [closed, { ...closed, id: 2, name: 'Sprint 2' }], 'Sprint 2'],
		[
			'of a server',
			[
				toText('id=1,rapidViewId=1,state=CLOSED,name=Sprint 1,startDate=2016-06-06,sequence=1'),
				toText('id=2,rapidViewId=1,state=FUTURE,name=Oil, saw, cut,startDate=<null>,sequence=2'),
			],
			'Oil, saw, cut',
		],
		[
			// community.atlassian.com, "Sprint field value REST API".
			'of an old server',
			[toText('rapidViewId=<null>,state=CLOSED,name=NORD - Sprint 42,endDate=<null>,id=107')],
			'NORD - Sprint 42',
		],
	])('%s are found in any custom field, and the last one counts', (_, sprints, name) => {
		const { sprint, unknownColumns } = read({ customfield_10020: sprints });

		expect(sprint).toEqual({ column: 'Sprint', value: name });
		expect(unknownColumns).not.toContain('customfield_10020');
	});

	test("of Jira's Agile API are in two fields", () => {
		const { sprint } = read({ sprint: { ...future, state: 'active' }, closedSprints: [closed] });

		expect(sprint?.value).toBe('Sprint 3');
	});

	test('are no other records that have names', () => {
		const versions = [{ id: '1', name: '1.0', released: true }];
		const option = { id: '1', value: 'closed' };
		const { sprint, unknownColumns } = read({ fixVersions: versions, customfield_10031: option });

		expect(sprint).toBeUndefined();
		expect(unknownColumns).toEqual(expect.arrayContaining(['fixVersions', 'customfield_10031']));
	});
});

test('a sprint in a table may be the text of an object, as old servers write it', () => {
	const text = 'com.atlassian.greenhopper.service.sprint.Sprint@1[name=Week 6,state=ACTIVE]';
	const row = { Summary: 'Oil', 'Issue key': 'ENG-1', Sprint: text };
	const recognition = recognize(Object.keys(row));

	expect(recognition && importRow(row, recognition).sprint?.value).toBe('Week 6');
});
