import { describe, expect, test } from '@jest/globals';

import {
	ambiguous,
	selfReference,
	belongsElsewhere,
	nameNotFound,
	noCurrentCycle,
} from '../../../nodes/shared/errors/nameErrors';
import { updateModule, updateWorkItemLink } from '../../../nodes/shared/operations';
import { allFields } from '../../../nodes/shared/operations/allFields';
import { update } from '../calls';

const inPath = updateModule.locators.at(-1);
const inBody = allFields(updateModule).find(({ wire }) => wire === 'lead');

const call = { ...update, displayNames: { p1: 'Launch' } };

const lookedUp = (field: typeof inPath, text = 'Nobody') => {
	if (field === undefined) throw new Error('No such field');

	return {
		target: call,
		field,
		text,
		parents: { project_id: 'p1' },
		source: { records: 'modules' },
	};
};

const names = (count: number) => Array.from({ length: count }, (_, index) => `M${index + 1}`);

const FIRST_20 = names(20).join(', ');

describe('A name that no record has', () => {
	test.each([
		['none are there', [], ''],
		['those that are there have no name', ['', ''], ''],
		['one is there', ['', 'M1'], ' There are these modules: M1.'],
		['twenty are there', names(20), ` There are these modules: ${FIRST_20}.`],
		['more are there', names(22), ` There are these modules: ${FIRST_20} and 2 more.`],
	])('is told with the names that there are, where %s', (_, known, there) => {
		expect(nameNotFound(lookedUp(inPath, 'M99'), { known })).toMatchObject({
			message: 'Plane did not find Module M99',
			description: `Check Module first, then Project Launch and Workspace Slug acme.${there}`,
		});
	});

	test('is refused with the name that is most like it (case P46)', () => {
		const { description } = nameNotFound(lookedUp(inPath, 'To Do'), { known: ['Done', 'Todo'] });

		expect(description).toMatch(
			/ There are these modules: Done, Todo\. The closest name to "To Do" is "Todo"\.$/,
		);
	});

	test('stands in quotes, with each other one, so that one sees where it ends (case P18)', () => {
		const several = { known: ['UI, UX', 'bug'], texts: ['Lovelace', 'Ada'] };

		expect(nameNotFound(lookedUp(inBody, 'Lovelace'), several)).toMatchObject({
			message: 'Lead: Plane did not find "Lovelace" and "Ada"',
			description: expect.stringContaining('There are these modules: "UI, UX", bug.'),
		});
		const one = nameNotFound(lookedUp(inBody, 'Lovelace; Ada'));

		expect(one.message).toBe('Lead: Plane did not find "Lovelace; Ada"');
	});

	test('is told by the field that it was given in', () => {
		const { message } = nameNotFound(lookedUp(inBody));

		expect(message).toBe('Lead: Plane did not find Nobody');
	});
});

test('A place none of whose records is the current one is named', () => {
	const { message } = noCurrentCycle(lookedUp(inPath));

	expect(message).toBe('Module: none of the modules of Project Launch is current');
	const inWorkspace = noCurrentCycle({ ...lookedUp(inPath), parents: {} });

	expect(inWorkspace.message).toBe('Module: none of the modules of Workspace Slug acme is current');
});

test('Of a name that many records have, twenty IDs are told', () => {
	const problem = ambiguous(
		lookedUp(inPath, 'Same'),
		names(22).map((id) => ({ id, label: 'Same' })),
	);

	expect(problem).toMatchObject({
		message: 'Module: 22 modules are called "Same"',
		description: `Use the ID of the one that you mean: ${names(19).join(', ')} or M20.`,
	});
});

test('A record that refers to itself is called as the user called it', () => {
	const [, workItem] = updateWorkItemLink.locators;
	if (workItem === undefined || inBody === undefined) throw new Error('No such field');

	const problem = selfReference(call, workItem, { field: inBody, text: 'p1' });

	expect(problem.message).toBe('Lead: Launch is the work item itself');
});

test('A name of another place is told with where it belongs', () => {
	const [, workItem] = updateWorkItemLink.locators;
	if (workItem === undefined) throw new Error('No such field');

	const other = { ...call, kind: 'update' as const, operation: updateWorkItemLink };

	expect(
		belongsElsewhere(other, workItem, 'OPS-1', { wire: 'project_id', label: 'OPS' }),
	).toMatchObject({
		message: 'Work Item: OPS-1 is in another project (OPS)',
		description: 'Choose that project in Project, or give what belongs to this one.',
	});
	const inner = belongsElsewhere(other, workItem, 'docs', { wire: 'work_item_id', label: 'OPS-1' });

	expect(inner.message).toBe('Work Item: docs is in another work item (OPS-1)');
});
