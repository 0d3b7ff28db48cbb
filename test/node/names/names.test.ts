import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';

import { byId } from '../../engine/samples';
import { expectProblem } from '../../expectProblem';
import { causes } from '../../nodeTexts';
import {
	byName,
	workItemCreation,
	createRows,
	numberedNames,
	PROJECT_PATH,
	UNKNOWN_ID,
	useNames,
	uuid,
} from './useNames';

const startServer = useNames();

const labelsPath = `${PROJECT_PATH}/labels/`;

describe('A name', () => {
	// People are looked for in the lists that may show guests as well (row 220).
	const people = ['GET members/', 'GET project-members-lite/', 'GET members/'];

	it.each<[title: string, fields: INodeParameters, sent: JsonObject, reads: string[]]>([
		[
			'is found in another case and with blanks around it',
			{ state: byName(' in review') },
			{ state: uuid(21) },
			['GET states/'],
		],
		[
			'is that of the record with the same case, before others',
			{ labels: ['Bug'] },
			{ labels: [uuid(31)] },
			['GET labels/'],
		],
		[
			'is an email address before it is the display name of another person',
			{ assignees: ['Ada@example.com'] },
			{ assignees: [uuid(12)] },
			people,
		],
		[
			'is the first and the last name of a person',
			{ assignees: ['a bee'] },
			{ assignees: [uuid(11)] },
			people,
		],
		[
			'is sent once beside its own ID',
			{ labels: ['text', uuid(32)] },
			{ labels: [uuid(32)] },
			['GET labels/'],
		],
		[
			'is the key of a work item',
			{ parent: byName('LNCH-12') },
			{ parent: uuid(71) },
			['GET work-items/LNCH-12/'],
		],
		[
			'is an ID that must be in its list',
			{ assignees: [uuid(12)] },
			{ assignees: [uuid(12)] },
			people,
		],
		[
			'is an ID that need not be in its list',
			{ state: byId(UNKNOWN_ID) },
			{ state: UNKNOWN_ID },
			[],
		],
		[
			'is that of one record in one field, and of another one in another field',
			{ state: byName('Done'), labels: ['text'] },
			{ state: uuid(22), labels: [uuid(32)] },
			['GET states/', 'GET labels/'],
		],
	])('%s', async (_, fields, sent, reads) => {
		const server = startServer();

		const { error } = await server.create(fields);

		expect(error).toBeUndefined();
		expect(server.writes()).toEqual([workItemCreation(sent)]);
		expect(server.reads().sort()).toEqual(reads.toSorted());
	});

	it('does not find a record of the same name in the list of another field', async () => {
		const server = startServer({ [labelsPath]: createRows(30, 'Done') });

		await server.create({ state: byName('Done'), labels: ['Done'] });

		expect(server.writes()).toEqual([workItemCreation({ state: uuid(22), labels: [uuid(30)] })]);
	});

	it('prefers the record with the same case, whatever blanks are around both', async () => {
		const server = startServer({ [labelsPath]: createRows(30, 'Bug', 'bug ') });

		await server.create({ labels: [' bug'] });

		expect(server.writes()).toEqual([workItemCreation({ labels: [uuid(31)] })]);
	});

	it.each([undefined, null, ''])('does not find a record whose ID is %j', async (id) => {
		const row = id === undefined ? { name: 'Done' } : { id, name: 'Done' };
		const server = startServer({ [`${PROJECT_PATH}/states/`]: [row, ...createRows(20, 'Todo')] });

		const { error } = await server.create({ state: byName('Done') });

		expect(error?.message).toContain('State: ');
		expect(server.writes()).toEqual([]);
	});
});

describe('A name is an error', () => {
	const bothSams = `mean: ${uuid(13)} for A (sam@example.com) or ${uuid(14)} for A (sam@example.org).`;

	it.each<[title: string, fields: INodeParameters, cause: string, remedy: string]>([
		[
			'if several records have it, which are listed',
			{ assignees: ['SAM'] },
			`Assignee Names or IDs: ${causes.sameName('2 project members', '"SAM"')}`,
			bothSams,
		],
		[
			'if several records have it in other cases',
			{ labels: ['BUG'] },
			`Label Names or IDs: ${causes.sameName('2 labels', '"BUG"')}`,
			' or ',
		],
		[
			'if no record has it, with the names that there are',
			{ state: byName('Open') },
			`State: ${causes.unknownName('state "Open"')} Project `,
			'The states are: Todo, In Review, Done.',
		],
		[
			'if it is an ID that no record has and that must be in its list',
			{ assignees: [UNKNOWN_ID] },
			`Assignee Names or IDs: ${causes.unknownName(`project member "${UNKNOWN_ID}"`)}`,
			'members are: bob@example.com, ',
		],
		[
			'if it is a key that no record has',
			{ parent: byName('LNCH-13') },
			`Parent: ${causes.notFound('LNCH-13')}`,
			'Check Parent first',
		],
		[
			'if it is a key of another project',
			{ parent: byName('OPS-12') },
			`Parent: ${causes.inAnother('OPS-12', 'project (Lnch)')}`,
			'Choose that project',
		],
	])('%s', async (_, fields, cause, remedy) => {
		const server = startServer();

		const { error } = await server.create(fields);

		expectProblem(error, { cause, remedy });
		expect(server.writes()).toEqual([]);
	});

	it('with the first twenty of many names if no record has it', async () => {
		const server = startServer({ [labelsPath]: createRows(100, ...numberedNames(25)) });

		const { error } = await server.create({ labels: ['x'] });

		expectProblem(error, {
			about: 'Label Names or IDs',
			cause: causes.unknownName('label "x"'),
			remedy: /^The labels are: L0, .*, L19 and 5 more\. To create it/,
		});
	});
});
