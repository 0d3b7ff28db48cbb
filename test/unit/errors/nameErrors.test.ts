import { describe, expect, test } from '@jest/globals';

import {
	ambiguous,
	type KnownRecord,
	selfReference,
	belongsElsewhere,
	keyNotFound,
	namesNotFound,
	noCurrentCycle,
} from '../../../nodes/shared/errors/nameErrors';
import { updateModule, updateWorkItem, updateWorkItemLink } from '../../../nodes/shared/operations';
import { listFields } from '../../../nodes/shared/operations/listFields';
import { update } from '../calls';
import { causes } from '../../nodeTexts';

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

/** Records with one name each. */
const named = (...names: readonly string[]): KnownRecord[] =>
	names.map((name) => ({ shown: name, names: [name].filter(Boolean) }));

const FIRST_20 = numberedNames(20).join(', ');

describe('the error about names that no record has', () => {
	test.each([
		['no records', [], 'There are no modules.'],
		['records without names', ['', ''], 'There are no modules.'],
		['one record with a name', ['', 'M1'], 'The modules are: M1.'],
		['twenty records', numberedNames(20), `The modules are: ${FIRST_20}.`],
		['more than twenty records', numberedNames(22), `The modules are: ${FIRST_20} and 2 more.`],
	])('lists the existing names: %s', (_, known, existing) => {
		const lookup = createLookup(moduleLocator, 'M99');

		expect(namesNotFound(lookup, ['M99'], named(...known))).toMatchObject({
			message: 'There is no module "M99" in Project Launch',
			description: existing,
		});
	});

	test('suggests the most similar name', () => {
		const lookup = createLookup(moduleLocator, 'To Do');
		const { description } = namesNotFound(lookup, ['To Do'], named('Done', 'Todo'));

		expect(description).toBe('The modules are: Done, Todo. The closest name to "To Do" is "Todo".');
	});

	// Get Many gives the name of an assignee to two filters, one of the server and one of the node.
	test('counts a name once that is looked up twice', () => {
		const lookup = createLookup(leadField, 'Bobby');

		expect(namesNotFound(lookup, ['Bobby', 'Bobby'], []).message).toBe(
			'Lead: there is no module "Bobby" in Project Launch',
		);
	});

	test('suggests any name of a record, whichever of them it lists', () => {
		const lookup = createLookup(moduleLocator, 'Edtor Lab');
		const known = [{ shown: 'Editor Lab (EDL)', names: ['EDL', 'Editor Lab'] }];

		expect(namesNotFound(lookup, ['Edtor Lab', 'EDK'], known).description).toBe(
			'The modules are: Editor Lab (EDL). The closest name to "Edtor Lab" is "Editor Lab". The closest name to "EDK" is "EDL".',
		);
	});

	test('compares a wrong name with the same list once, however many items have it', () => {
		const lookup = createLookup(moduleLocator, 'To Do');
		let reads = 0;
		const known = new Proxy(named('Done', 'Todo'), {
			get: (records, key, receiver): unknown => {
				reads++;

				return Reflect.get(records, key, receiver);
			},
		});

		const countReads = (name: string) => {
			reads = 0;
			namesNotFound(lookup, [name], known);

			return reads;
		};

		const first = countReads('To Do');

		expect(countReads('To Do')).toBeLessThan(first);
		expect(countReads('Don')).toBe(first);
	});

	test('names the field of a body, several names, and existing names with separators', () => {
		const lookup = createLookup(leadField, 'Lovelace');

		expect(namesNotFound(lookup, ['Lovelace', 'Ada'], named('UI, UX', 'bug'))).toMatchObject({
			message: 'Lead: there are no modules "Lovelace" and "Ada" in Project Launch',
			description: 'The modules are: "UI, UX", bug.',
		});
	});

	test('names the workspace if the list belongs to no other record', () => {
		const lookup = { ...createLookup(leadField, 'Ada'), parents: {} };

		expect(namesNotFound(lookup, ['Ada'], []).message).toBe(
			'Lead: there is no module "Ada" in workspace acme',
		);
	});

	const labelField = listFields(updateWorkItem).find(({ wire }) => wire === 'labels');

	test.each([
		[
			'names the option that creates it',
			['bug'],
			false,
			' To create it, turn on Create Missing Labels under Options.',
		],
		[
			'names the option that creates them',
			['bug', 'ui'],
			false,
			' To create them, turn on Create Missing Labels under Options.',
		],
		['does not name the option if it is on', ['bug'], true, ''],
	])('%s', (_, texts, mayCreate, hint) => {
		const lookup = createLookup(labelField, 'bug');
		const all = { ...lookup, target: call, mayCreate };

		expect(namesNotFound(all, texts, named('red')).description).toBe(
			`The modules are: red.${hint}`,
		);
	});
});

describe('the error about a key that no record has', () => {
	test('says what to check, innermost record first', () => {
		expect(keyNotFound(createLookup(moduleLocator, 'LNCH-9'), 'It may be archived.')).toMatchObject(
			{
				message: causes.notFound('Module LNCH-9'),
				description:
					'Check Module first, then Project Launch and Workspace Slug acme. It may be archived.',
			},
		);
	});

	test('begins with the name of the body field, and quotes a key with separators', () => {
		expect(keyNotFound(createLookup(leadField, 'sheet:a; b')).message).toBe(
			`Lead: ${causes.notFound('"sheet:a; b"')}`,
		);
	});
});

test('noCurrentCycle names the project or the workspace', () => {
	const { message } = noCurrentCycle(createLookup(moduleLocator));

	expect(message).toBe('Module: none of the modules of Project Launch is current');
	const inWorkspace = noCurrentCycle({ ...createLookup(moduleLocator), parents: {} });

	expect(inWorkspace.message).toBe('Module: none of the modules of workspace acme is current');
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
		belongsElsewhere(
			{ target: linkUpdate, field: workItem, text: 'OPS-1' },
			{ wire: 'project_id', label: 'OPS' },
		),
	).toMatchObject({
		message: 'Work Item: OPS-1 is in another project (OPS)',
		description: 'Choose that project in Project, or choose one that belongs to it.',
	});
	const inner = belongsElsewhere(
		{ target: linkUpdate, field: workItem, text: 'docs' },
		{
			wire: 'work_item_id',
			label: 'OPS-1',
		},
	);

	expect(inner.message).toBe('Work Item: docs is in another work item (OPS-1)');
});
