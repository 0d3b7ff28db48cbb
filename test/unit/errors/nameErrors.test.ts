import { describe, expect, test } from '@jest/globals';

import {
	ambiguous,
	selfReference,
	belongsElsewhere,
	nameNotFound,
	noCurrentCycle,
} from '../../../nodes/shared/errors/nameErrors';
import { updateModule, updateWorkItemLink } from '../../../nodes/shared/operations';
import { listFields } from '../../../nodes/shared/operations/listFields';
import { update } from '../calls';

const moduleLocator = updateModule.locators.at(-1);
const leadField = listFields(updateModule).find(({ wire }) => wire === 'lead');

const call = { ...update, displayNames: { p1: 'Launch' } };

const createLookup = (field: typeof moduleLocator, text = 'Nobody') => {
	if (field === undefined) throw new Error('Missing field');

	return {
		target: call,
		field,
		text,
		parents: { project_id: 'p1' },
		source: { records: 'modules' },
	};
};

const numberedNames = (count: number) =>
	Array.from({ length: count }, (_, index) => `M${index + 1}`);

const FIRST_20 = numberedNames(20).join(', ');

describe('the error about a name that no record has', () => {
	test.each([
		['no records', [], ''],
		['records without names', ['', ''], ''],
		['one record with a name', ['', 'M1'], ' There are these modules: M1.'],
		['twenty records', numberedNames(20), ` There are these modules: ${FIRST_20}.`],
		[
			'more than twenty records',
			numberedNames(22),
			` There are these modules: ${FIRST_20} and 2 more.`,
		],
	])('lists the existing names: %s', (_, known, existing) => {
		expect(nameNotFound(createLookup(moduleLocator, 'M99'), { known })).toMatchObject({
			message: 'Plane did not find Module M99',
			description: `Check Module first, then Project Launch and Workspace Slug acme.${existing}`,
		});
	});

	test('suggests the most similar name (case P46)', () => {
		const { description } = nameNotFound(createLookup(moduleLocator, 'To Do'), {
			known: ['Done', 'Todo'],
		});

		expect(description).toMatch(
			/ There are these modules: Done, Todo\. The closest name to "To Do" is "Todo"\.$/,
		);
	});

	test('quotes several names, and names with separators (case P18)', () => {
		const several = { known: ['UI, UX', 'bug'], texts: ['Lovelace', 'Ada'] };

		expect(nameNotFound(createLookup(leadField, 'Lovelace'), several)).toMatchObject({
			message: 'Lead: Plane did not find "Lovelace" and "Ada"',
			description: expect.stringContaining('There are these modules: "UI, UX", bug.'),
		});

		const single = nameNotFound(createLookup(leadField, 'Lovelace; Ada'));

		expect(single.message).toBe('Lead: Plane did not find "Lovelace; Ada"');
	});

	test('begins with the name of the body field', () => {
		const { message } = nameNotFound(createLookup(leadField));

		expect(message).toBe('Lead: Plane did not find Nobody');
	});
});

test('noCurrentCycle names the project or the workspace', () => {
	const { message } = noCurrentCycle(createLookup(moduleLocator));

	expect(message).toBe('Module: none of the modules of Project Launch is current');
	const inWorkspace = noCurrentCycle({ ...createLookup(moduleLocator), parents: {} });

	expect(inWorkspace.message).toBe('Module: none of the modules of Workspace Slug acme is current');
});

test('ambiguous lists the IDs of at most twenty records', () => {
	const problem = ambiguous(
		createLookup(moduleLocator, 'Same'),
		numberedNames(22).map((id) => ({ id, label: 'Same' })),
	);

	expect(problem).toMatchObject({
		message: 'Module: 22 modules are called "Same"',
		description: `Use the ID of the one that you mean: ${numberedNames(19).join(', ')} or M20.`,
	});
});

test('selfReference uses the name that the user knows', () => {
	const [, workItem] = updateWorkItemLink.locators;
	if (workItem === undefined || leadField === undefined) throw new Error('Missing field');

	const problem = selfReference(call, workItem, { field: leadField, text: 'p1' });

	expect(problem.message).toBe('Lead: Launch is the work item itself');
});

test('belongsElsewhere says which parent the record belongs to', () => {
	const [, workItem] = updateWorkItemLink.locators;
	if (workItem === undefined) throw new Error('Missing field');

	const linkUpdate = { ...call, kind: 'update' as const, operation: updateWorkItemLink };

	expect(
		belongsElsewhere(linkUpdate, workItem, 'OPS-1', { wire: 'project_id', label: 'OPS' }),
	).toMatchObject({
		message: 'Work Item: OPS-1 is in another project (OPS)',
		description: 'Choose that project in Project, or give what belongs to this one.',
	});
	const inner = belongsElsewhere(linkUpdate, workItem, 'docs', {
		wire: 'work_item_id',
		label: 'OPS-1',
	});

	expect(inner.message).toBe('Work Item: docs is in another work item (OPS-1)');
});
