import { describe, expect, test } from '@jest/globals';

import { notClearable, locator, record, records } from '../../../nodes/shared/fields/kinds';
import { labels, states } from '../../../nodes/shared/lists/lists';
import { byExternalId, workItems } from '../../../nodes/shared/lists/workItems';
import type { Field } from '../../../nodes/shared/fields/field';
import { FIXED_ORIGIN } from '../../../nodes/shared/fields/origin';
import { writeField } from '../../../nodes/shared/fields/write';
import { picker } from '../../../nodes/shared/lists/picker';
import { itRefuses, getRefusal, writeValue } from './fieldAssertions';

const ID = '0c7da278-21b6-4225-9d30-da0e1a924ae5';
const PROJECT = 'dea35cbb-1111-4225-9d30-da0e1a924ae5';

const list = picker('searchWorkItems', 'projects/{project_id}/work-items/');
const workItemFromList = locator('work_item_id', 'Work item', {
	list: { ...list, address: { segments: ['work-items', 'issues'] } },
});
const workItem = workItemFromList;
const link = locator('link_id', 'Link');

const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });
const byUrl = (value: unknown) => ({ __rl: true, mode: 'url', value });
const address = `https://app.plane.so/acme/projects/${PROJECT}/issues/${ID}`;

describe('a locator takes', () => {
	const validValues: [title: string, value: unknown][] = [
		['an ID', byId(ID)],
		['an ID with blanks around it', byId(` ${ID}\n`)],
		['an ID from a list', { __rl: true, mode: 'list', value: ID, cachedResultName: 'A' }],
		['a bare ID, as from an expression', ID],
		['a web address', byUrl(address)],
		['a web address with a slash at the end', byUrl(`${address}/`)],
		['a web address with blanks around it', byUrl(` ${address}\n`)],
		['a web address with query and fragment', byUrl(`${address}?peekId=1#comment-2`)],
		['a web address with more after the ID', byUrl(`${address}/activity`)],
		['a web address of another server', byUrl(`http://127.0.0.1:8080/pm/acme/work-items/${ID}`)],
		['a web address with the other name of the record', byUrl(`https://a.b/c/work-items/${ID}`)],
		['a web address as an ID', byId(address)],
		['a web address from an expression', address],
	];

	test.each(validValues)('%s', (_, value) => {
		expect(writeValue(workItem, value)).toBe(ID);
	});

	test.each([
		['a number', byId(42), '42'],
		['a bare number', 42, '42'],
		['an ID that is percent-encoded', byUrl('https://a.b/issues/gr%C3%B6%C3%9Fe'), 'größe'],
		['an ID with an invalid percent sign unchanged', byUrl('https://a.b/issues/100%'), '100%'],
	])('%s', (_, value, id) => {
		expect(writeValue(workItem, value)).toBe(id);
	});
});

describe('a locator', () => {
	const invalidValues: [title: string, value: unknown, problem: string][] = [
		['nothing', byId(''), 'is empty'],
		['blanks', byId('  '), 'is empty'],
		['null', byId(null), 'is empty'],
		['undefined', byId(undefined), 'returns no value (undefined)'],
		['no address', byUrl(''), 'is empty'],
		['an address of blanks', byUrl('  '), 'is '],
		['an ID with a slash', byId('a/b'), 'has "/"'],
		[
			'the address of another record as an ID',
			byId(`https://a.b/modules/${ID}`),
			'is not the address',
		],
		['a list', byId([ID]), 'is not an ID'],
		['an object without a mode', { value: ID }, 'is not an ID'],
		['a phrase as an address', byUrl('the first one'), 'is not the address of such a record'],
		['an ID as an address', byUrl(ID), 'is not the address of such a record'],
		['a number as an address', byUrl(5), '5 is not the address of such a record'],
		['an object as an address', byUrl({ a: 1 }), 'is not an ID, and has none'],
		['the address of another record', byUrl(`https://a.b/modules/${ID}`), 'is not the address'],
		['an address that ends before the ID', byUrl('https://a.b/issues/'), 'is not the address'],
		['a file address', byUrl(`file:///issues/${ID}`), 'is not the address'],
		['a path to a parent folder in an address', byUrl('https://a.b/issues/%2e%2e%2fx'), 'has "/"'],
		['a slash in an address', byUrl('https://a.b/issues/a%2Fb'), 'has "/"'],
		['a line break in an address', byUrl('https://a.b/issues/a%0Ab'), 'has a space or control'],
	];

	const remedy = expect.stringMatching(/^(Give|Use|Enter|Fill in) .*\.$/);

	itRefuses(workItem, (problem) => [expect.stringContaining(problem), remedy], invalidValues);

	test('says what an address must contain', () => {
		const [, remedy] = getRefusal(workItem, byUrl('https://a.b/c'));

		expect(remedy).toBe(
			'Enter an address that contains /work-items/… or /issues/…, or only the ID.',
		);
	});
});

test('a locator for a record without an address in the web app has no mode By URL', () => {
	expect(link.kind.panel.modes?.map(({ name }) => name)).toEqual(['id']);
	expect(getRefusal(link, byUrl(address))[0]).toContain('is a web address, not an ID');
});

test('a locator with a list starts with it, and does not depend on other parameters', () => {
	const { panel } = workItemFromList.kind;

	expect(panel.modes?.map(({ name }) => name)).toEqual(['list', 'id', 'url']);
	expect(panel.default).toEqual({ mode: 'list', value: '' });
	expect(panel.typeOptions).toBeUndefined();
	expect(panel.modes?.[0]?.typeOptions).toMatchObject({ searchListMethod: 'searchWorkItems' });
	expect(writeValue(workItemFromList, { __rl: true, mode: 'list', value: ID })).toBe(ID);
});

describe('a name in place of an ID', () => {
	const listModes = ({ kind }: Field) => kind.panel.modes?.map(({ name }) => name);
	const state = locator('state_id', 'State', { list: states });

	test('is accepted in the mode By Name and in all other modes', () => {
		const withKeys = locator('work_item_id', 'A', { source: workItems, modes: [byExternalId] });

		expect(listModes(state)).toEqual(['list', 'id', 'name']);
		expect(listModes(record('state', 'State', states))).toEqual(['list', 'id', 'name']);
		expect(listModes(withKeys)).toEqual(['id', 'externalId']);
		expect(listModes(record('parent', 'Parent', workItems))).toEqual([
			'list',
			'id',
			'name',
			'externalId',
			'url',
		]);

		for (const mode of ['name', 'id', 'list']) {
			expect(writeValue(state, { __rl: true, mode, value: ' In Review ' })).toBe('In Review');
			expect(writeValue(record('state', 'A', states), { mode, value: 'Done' })).toBe('Done');
		}
	});

	test('is accepted in a list of records, as text and mixed with IDs', () => {
		const field = records('label_ids', 'Labels of it', labels);
		const { loadOptionsMethod, loadOptionsDependsOn } = field.kind.panel.typeOptions ?? {};

		expect(field).toMatchObject({ displayName: 'Label Names or IDs', source: labels });
		expect(writeValue(field, ['In, Review', ID, ID])).toEqual(['In, Review', ID]);
		expect(writeValue(field, `bug, text\n${ID}`)).toEqual(['bug', 'text', ID]);
		expect(loadOptionsMethod).toBe('searchLabels');
		expect(loadOptionsDependsOn).toEqual(['workspaceSlug', 'projectId.value']);
	});
});

describe('a record in a collection', () => {
	const lead = record('lead', 'Lead', list);
	const state = notClearable(record('state', 'State', list));

	test.each([
		['from the list', { __rl: true, mode: 'list', value: ID, cachedResultName: 'Done' }],
		['by its ID', byId(ID)],
		['as text, as in workflows that were saved before there was a list', ID],
	])('is read %s', (_, value) => {
		expect(writeValue(state, value)).toBe(ID);
		expect(writeValue(lead, value)).toBe(ID);
	});

	test.each([
		['nothing chosen', { __rl: true, mode: 'list', value: '' }],
		['no ID', byId(null)],
		['no text', ''],
	])('is cleared if it is clearable, and otherwise refused, with %s', (_, value) => {
		expect(writeValue(lead, value)).toBeNull();
		expect(getRefusal(state, value)[0]).toContain('is empty');
	});

	test('is not cleared by an expression without a value', () => {
		expect(getRefusal(lead, byId(undefined))[0]).toContain('undefined');
	});
});

describe('in the panel, a locator', () => {
	const fromList = {
		displayName: 'From List',
		name: 'list',
		type: 'list',
		typeOptions: { searchListMethod: 'searchWorkItems', searchable: true },
	};
	const id = { displayName: 'By ID', name: 'id', type: 'string' };
	const name = { displayName: 'By Name', name: 'name', type: 'string' };
	const url = {
		displayName: 'By URL',
		name: 'url',
		type: 'string',
	};
	const names = { names: () => [] };
	const workspaceList = { ...list, parents: [] };
	const byKeyMode = { displayName: 'By Key', name: 'key' };

	test.each<[title: string, options: Parameters<typeof locator>[2], modes: object[]]>([
		['no list and no address', {}, [id]],
		['a list', { list: workspaceList }, [fromList, id]],
		['a list of a project', { list }, [fromList, id]],
		['a list with names', { list: { ...workspaceList, ...names } }, [fromList, id, name]],
		['names of another list', { source: { ...list, ...names } }, [id]],
		[
			'its own mode',
			{ list: { ...workspaceList, ...names }, modes: [byKeyMode] },
			[fromList, id, { ...byKeyMode, type: 'string' }],
		],
		[
			'the modes of its list',
			{ list: { ...workspaceList, ...names, modes: [byKeyMode] } },
			[fromList, id, { ...byKeyMode, type: 'string' }],
		],
		[
			'an address',
			{ list: { ...workspaceList, address: { segments: ['things', 'stuff'] } } },
			[fromList, id, url],
		],
	])('with %s has the expected modes', (_, options = {}, modes) => {
		const { kind, source, ...rest } = locator('work_item_id', 'Where', options);

		expect(kind.panel).toEqual({
			type: 'resourceLocator',
			modes,
			default: { mode: options.list === undefined ? 'id' : 'list', value: '' },
		});
		expect(source).toBe(options.list ?? options.source);
		expect(rest).toMatchObject({
			wire: 'work_item_id',
			parameter: 'workItemId',
			displayName: 'Work Item',
			description: 'Where',
			required: true,
		});
	});

	test('without a list has no source, and may have another display name', () => {
		expect(locator('link_id', 'A')).not.toHaveProperty('source');
		expect(locator('link_id', 'A', {}, { displayName: 'B' })).toMatchObject({ displayName: 'B' });
	});

	test('in a collection has a list, the display name of its field, and can be cleared', () => {
		expect(record('lead_id', 'A', list)).toMatchObject({
			displayName: 'Lead ID',
			required: false,
			source: list,
			kind: { emptyValue: null },
		});
		expect(record('lead', 'A', list, { hint: 'B' })).toMatchObject({ hint: 'B' });
	});
});

describe('a locator with the address of a record', () => {
	const createLocator = () => locator('work_item_id', 'Work item', { list: workItems });

	const writeAddress = (address: string, workspace?: string) =>
		writeField(createLocator(), byUrl(address), {
			timezone: 'UTC',
			origin: FIXED_ORIGIN,
			whenEmpty: 'leave',
			...(workspace !== undefined && { workspace }),
		});

	test.each([
		['takes its key in its workspace', 'https://a.b/acme/browse/LNCH-12/', 'acme', 'LNCH-12'],
		['takes its key if the workspace is empty', 'https://a.b/acme/browse/LNCH-12/', '', 'LNCH-12'],
		[
			'takes its key if the workspace is unknown',
			'https://a.b/acme/browse/LNCH-12',
			undefined,
			'LNCH-12',
		],
		['takes its ID in another workspace', `https://a.b/acme/issues/${ID}`, 'other', ID],
		[
			'takes its ID if the workspace is called like a segment',
			`https://a.b/issues/issues/${ID}`,
			'issues',
			ID,
		],
		['takes the ID after the last such segment', `https://a.b/issues/12/work-items/${ID}`, 'x', ID],
		['takes its ID in lower case', `https://a.b/acme/issues/${ID.toUpperCase()}`, 'acme', ID],
	])('%s', (_, address, workspace, expected) => {
		expect(writeAddress(address, workspace)).toBe(expected);
	});

	test('refuses its key in another workspace, and names that', () => {
		expect(writeAddress('https://a.b/acme/browse/LNCH-12/', 'other')).toMatchObject({
			message: '"https://a.b/acme/browse/LNCH-12/" is an address of another workspace than other',
			description: 'Enter "acme" as Workspace Slug, or an address of workspace other.',
		});
	});

	test.each(['text', 'https://a.b/', 'https://a.b/acme/issues/', 'https://a.b/acme/issues'])(
		'refuses %j, which is not such an address',
		(address) => {
			const remedy =
				'Enter an address that contains /work-items/… or /issues/… or /browse/…, or only the ID.';

			expect(writeAddress(address, 'acme')).toMatchObject({ description: remedy });
		},
	);

	test.each([', ', '; ', ';', ' ', '\n'])(
		'refuses two addresses with %j between them',
		(separator) => {
			const addresses = ['https://a.b/acme/browse/LNCH-12', 'https://a.b/acme/browse/LNCH-13'];

			expect(writeAddress(addresses.join(separator), 'acme')).toMatchObject({
				message: expect.stringContaining('has several addresses'),
			});
		},
	);

	test('takes keys and IDs in the other modes too', () => {
		const written = (value: unknown) =>
			writeField(createLocator(), value, {
				timezone: 'UTC',
				origin: FIXED_ORIGIN,
				whenEmpty: 'leave',
			});

		expect(written(byId('LNCH-12'))).toBe('LNCH-12');
		expect(written({ __rl: true, mode: 'list', value: ID })).toBe(ID);
		expect(written(ID)).toBe(ID);
		expect(writeValue(link, 'l1')).toBe('l1');
	});

	test('takes only UUIDs in a body', () => {
		const lead = record('lead', 'Lead', list);

		expect(writeValue(lead, byId(ID))).toBe(ID);
		expect(getRefusal(lead, byId('ada'))[0]).toBe('"ada" is not an ID');
	});
});
