import { describe, expect, test } from '@jest/globals';

import { lasting, locator, record, records } from '../../../nodes/shared/fields/kinds';
import { labels, states } from '../../../nodes/shared/lists/lists';
import { workItemModes, workItems } from '../../../nodes/shared/lists/workItems';
import type { Field } from '../../../nodes/shared/fields/field';
import { itRefuses, refusal, wire } from './writing';

const ID = '0c7da278-21b6-4225-9d30-da0e1a924ae5';
const PROJECT = 'dea35cbb-1111-4225-9d30-da0e1a924ae5';

const list = {
	...{ method: 'searchWorkItems', parents: ['projectId'] },
	...{ path: 'projects/{project_id}/work-items/', records: 'work items' },
};
const workItem = locator('work_item_id', 'Work item', { address: ['work-items', 'issues'] });
const listed = locator('work_item_id', 'Work item', { list, address: ['work-items'] });
const link = locator('link_id', 'Link');

const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });
const byUrl = (value: unknown) => ({ __rl: true, mode: 'url', value });
const address = `https://app.plane.so/acme/projects/${PROJECT}/issues/${ID}`;

describe('a locator takes', () => {
	const good: [title: string, value: unknown][] = [
		['an ID', byId(ID)],
		['an ID with blanks around it', byId(` ${ID}\n`)],
		['an ID from a list', { __rl: true, mode: 'list', value: ID, cachedResultName: 'A' }],
		['a bare ID, as an expression gives it', ID],
		['a web address', byUrl(address)],
		['a web address with a slash at the end', byUrl(`${address}/`)],
		['a web address with blanks around it', byUrl(` ${address}\n`)],
		['a web address with query and fragment', byUrl(`${address}?peekId=1#comment-2`)],
		['a web address with more behind the ID', byUrl(`${address}/activity`)],
		['a web address of another server', byUrl(`http://127.0.0.1:8080/pm/acme/work-items/${ID}`)],
		['a web address with the other name of the record', byUrl(`https://a.b/c/work-items/${ID}`)],
	];

	test.each(good)('%s', (_, value) => {
		expect(wire(workItem, value)).toBe(ID);
	});

	test.each([
		['a number', byId(42), '42'],
		['a bare number', 42, '42'],
		['an ID that is percent-encoded', byUrl('https://a.b/issues/gr%C3%B6%C3%9Fe'), 'größe'],
		['an ID with a broken percent sign as it is', byUrl('https://a.b/issues/100%'), '100%'],
	])('%s', (_, value, id) => {
		expect(wire(workItem, value)).toBe(id);
	});
});

describe('a locator', () => {
	const bad: [title: string, value: unknown, problem: string][] = [
		['nothing', byId(''), 'is empty'],
		['blanks', byId('  '), 'is empty'],
		['null', byId(null), 'is empty'],
		['undefined', byId(undefined), 'returns no value (undefined)'],
		['no address', byUrl(''), 'is empty'],
		['an address of blanks', byUrl('  '), 'is '],
		['an ID with a slash', byId('a/b'), 'has "/"'],
		['a web address in the place of an ID', byId(address), 'is a web address, not an ID'],
		['a list', byId([ID]), 'is not an ID'],
		['an object without a mode', { value: ID }, 'is not an ID'],
		['free text as an address', byUrl('the first one'), 'is not the address of such a record'],
		['an ID as an address', byUrl(ID), 'is not the address of such a record'],
		['a number as an address', byUrl(5), '5 is not the address of such a record'],
		['an object as an address', byUrl({ a: 1 }), 'is not the address of such a record'],
		['the address of another record', byUrl(`https://a.b/modules/${ID}`), 'is not the address'],
		['an address that ends before the ID', byUrl('https://a.b/issues/'), 'is not the address'],
		['a file address', byUrl(`file:///issues/${ID}`), 'is not the address'],
		['a way up in an address', byUrl('https://a.b/issues/%2e%2e%2fx'), 'has "/"'],
		['a slash in an address', byUrl('https://a.b/issues/a%2Fb'), 'has "/"'],
		['a line break in an address', byUrl('https://a.b/issues/a%0Ab'), 'has a space or control'],
	];

	const remedy = expect.stringMatching(/^(Give|Use|Enter|Fill in) .*\.$/);
	itRefuses(workItem, (problem) => [expect.stringContaining(problem), remedy], bad);

	test('says what an address must hold', () => {
		const [, remedy] = refusal(workItem, byUrl('https://a.b/c'));
		expect(remedy).toBe(
			'Enter an address that contains /work-items/… or /issues/…, or choose By ID.',
		);
	});
});

test('a record without an address in the web app has no mode By URL', () => {
	expect(link.kind.look.modes?.map(({ name }) => name)).toEqual(['id']);
	expect(workItem.kind.look.modes?.map(({ name }) => name)).toEqual(['id', 'url']);
	expect(refusal(link, byUrl(address))[0]).toContain('is not the address');
});

test('a record with a list is chosen from it first, anew with another parent', () => {
	const { look } = listed.kind;
	expect(look.modes?.map(({ name }) => name)).toEqual(['list', 'id', 'url']);
	expect(look.default).toEqual({ mode: 'list', value: '' });
	expect(look.typeOptions).toEqual({ loadOptionsDependsOn: ['projectId.value'] });
	expect(look.modes?.[0]?.typeOptions).toMatchObject({ searchListMethod: 'searchWorkItems' });
	expect(wire(listed, { __rl: true, mode: 'list', value: ID })).toBe(ID);
});

describe('a name in the place of an ID', () => {
	const modesOf = ({ kind }: Field) => kind.look.modes?.map(({ name }) => name);
	const named = locator('state_id', 'State', { list: states });

	test('is taken by the mode By Name, by its own where records have keys, and by each other one', () => {
		const byKey = { modes: workItemModes };
		expect(modesOf(named)).toEqual(['list', 'id', 'name']);
		expect(modesOf(record('state', 'State', states))).toEqual(['list', 'id', 'name']);
		const modes = ['id', 'name', 'externalId'];
		expect(modesOf(locator('work_item_id', 'A', { source: workItems, ...byKey }))).toEqual(modes);
		for (const mode of ['name', 'id', 'list']) {
			expect(wire(named, { __rl: true, mode, value: ' In Review ' })).toBe('In Review');
			expect(wire(record('state', 'A', states), { mode, value: 'Done' })).toBe('Done');
		}
	});

	test('is taken by a list of records, as text and mixed with IDs, each once', () => {
		const field = records('label_ids', 'Labels of it', labels);
		expect(field).toMatchObject({ displayName: 'Label Names or IDs', source: labels });
		expect(wire(field, ['In, Review', ID, ID])).toEqual(['In, Review', ID]);
		expect(wire(field, `bug, text\n${ID}`)).toEqual(['bug', 'text', ID]);
		const { loadOptionsMethod, loadOptionsDependsOn } = field.kind.look.typeOptions ?? {};
		expect(loadOptionsMethod).toBe('searchLabels');
		expect(loadOptionsDependsOn).toEqual(['workspaceSlug', 'projectId.value']);
	});
});

describe('a record in a collection', () => {
	const lead = record('lead', 'Lead', list);
	const state = lasting(record('state', 'State', list));

	test.each([
		['from the list', { __rl: true, mode: 'list', value: ID, cachedResultName: 'Done' }],
		['by its ID', byId(ID)],
		['as bare text, as workflows were saved before there was a list', ID],
	])('is read %s', (_, value) => {
		expect(wire(state, value)).toBe(ID);
		expect(wire(lead, value)).toBe(ID);
	});

	test.each([
		['nothing chosen', { __rl: true, mode: 'list', value: '' }],
		['no ID', byId(null)],
		['no text', ''],
	])('clears it, and is refused for one that its record must have, with %s', (_, value) => {
		expect(wire(lead, value)).toBeNull();
		expect(refusal(state, value)[0]).toContain('is empty');
	});

	test('never clears by an expression that finds nothing', () => {
		expect(refusal(lead, byId(undefined))[0]).toContain('undefined');
	});
});
