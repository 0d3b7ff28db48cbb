import { describe, expect, test } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';

import {
	type AskedPoll,
	choiceOf,
	namedIn,
	readAsked,
} from '../../../nodes/PlanePollingTrigger/asked';
import type { Change } from '../../../nodes/PlanePollingTrigger/changes/activities';
import { cameIn } from '../../../nodes/PlanePollingTrigger/changes/foundEvents';
import { isProblem } from '../../../nodes/shared/result/problem';
import { pollContext } from '../contexts';

const read = async (parameters: INodeParameters, otherwise = 'acme') =>
	readAsked(await pollContext({ projects: ['p1'], ...parameters }), otherwise);

describe('what the panel of the polling trigger says', () => {
	test('is work items that are created, unless somebody changes it', async () => {
		expect(await read({})).toEqual({
			workspace: 'acme',
			events: ['work_item_created'],
			projects: ['p1'],
			toStates: [],
			assignedTo: [],
			fields: [],
			isByEdit: false,
			filters: {},
			ignoresOwn: false,
		});
	});

	test('is read as it was chosen', async () => {
		const asked = await read({
			workspaceSlug: 'other',
			projects: ['p1', 'LNCH'],
			output: 'one_item_for_each_edit',
			events: ['work_item_state_changed', 'work_item_assigned', 'field_changed'],
			toStates: ['Done'],
			assignedTo: ['ada'],
			fields: ['priority'],
			filters: { labels: ['bug'] },
			options: { ignoreMyOwnChanges: true },
		});

		expect(asked).toEqual({
			workspace: 'other',
			projects: ['p1', 'LNCH'],
			isByEdit: true,
			ignoresOwn: true,
			events: ['work_item_state_changed', 'work_item_assigned', 'field_changed'],
			toStates: ['Done'],
			assignedTo: ['ada'],
			fields: ['priority'],
			filters: { labels: ['bug'] },
		});
	});

	test('has no fields where these are not shown', async () => {
		const asked = await read({ events: ['work_item_updated'], fields: ['priority'] });

		expect(asked).toMatchObject({ fields: [] });
		expect(await read({ options: { ignoreMyOwnChanges: false } })).toMatchObject({
			ignoresOwn: false,
		});
	});

	test.each<[string, INodeParameters, string, RegExp]>([
		['no workspace', {}, '', /^Workspace Slug: there is no value here or in/],
		['no event', { events: [] }, 'acme', /^Events: /],
		['no project', { projects: [] }, 'acme', /^Project/],
		['no field', { events: ['field_changed'], fields: [] }, 'acme', /^Fields: /],
		['an empty filter', { filters: { states: [] } }, 'acme', /^State Names or IDs: /],
	])('is not enough: %s', async (_, parameters, otherwise, message) => {
		const asked = await read(parameters, otherwise);

		expect(isProblem(asked) && asked.message).toMatch(message);
	});
});

const plain: AskedPoll = {
	workspace: 'acme',
	events: [],
	projects: ['LNCH'],
	toStates: [],
	assignedTo: [],
	fields: [],
	isByEdit: false,
	filters: {},
	ignoresOwn: false,
};
const names = { asked: '', projects: ['p1'], ids: {} };

describe('what is read for the events that are wanted', () => {
	test('takes names whatever their accents are made of (finding 9)', () => {
		const asked = {
			...plain,
			events: ['work_item_state_changed'],
			toStates: ['Ge\u0301pru\u0308ft'],
		};
		const { selection } = choiceOf(asked, names);
		const moved = (called: string): Change => ({
			action: 'updated',
			fields: { state: { old: null, new: 's1', displayNames: [called] } },
			actor: null,
			rows: [],
		});

		expect(selection.fieldOf(moved('Géprüft'), {})).toBe('state');
		expect(selection.fieldOf(moved('Gépruft'), {})).toBeUndefined();
	});

	test.each([
		[['work_item_created'], ['created'], [], false],
		[['work_item_updated'], ['changed'], ['activities'], false],
		[['work_item_state_changed'], ['changed'], ['activities'], false],
		[['work_item_assigned'], ['changed'], ['activities'], false],
		[['field_changed'], ['changed'], ['activities'], false],
		[['comment_created'], ['changed'], ['comments'], false],
		[['comment_created', 'work_item_created'], ['changed'], ['comments'], true],
		[['work_item_updated', 'work_item_created'], ['changed'], ['activities'], false],
		[
			['work_item_updated', 'comment_created', 'work_item_created'],
			['changed'],
			['activities', 'comments'],
			false,
		],
		[['intake_item_created'], ['reported'], [], false],
		[['work_item_created', 'intake_item_created'], ['created', 'reported'], [], false],
	])('%j', (events, feeds, details, creations) => {
		const { selection } = choiceOf({ ...plain, events: events, isByEdit: true }, names);

		expect(selection).toMatchObject({ feeds, details, creations, isByEdit: true });
	});
});

describe('what is reported', () => {
	const foundEvent = (record: JsonObject) => cameIn(record, 'workItems');

	test('passes the filters, by names and by the IDs that were looked up for them', () => {
		const asked = { ...plain, filters: { labels: ['bug'], priority: ['high'], parent: 'i9' } };
		const known = { ...names, ids: { labels: { bug: ['l1', 'l2'] } } };
		const { isFit } = choiceOf({ ...asked, filters: { labels: ['bug'] } }, known);
		const fits = (labels: string[]) => isFit(foundEvent({ labels }));

		expect([['l2'], ['Bug'], ['l3'], []].map(fits)).toEqual([true, true, false, false]);
		const all = choiceOf(asked, known).isFit;
		const row = { labels: ['l1'], priority: 'high', parent: 'i9' };

		expect(
			[row, { ...row, priority: 'low' }, { ...row, parent: 'i8' }].map((one) =>
				all(foundEvent(one)),
			),
		).toEqual([true, false, false]);
	});

	test('is not by the one whose changes are to be ignored', () => {
		const [mine, theirs, nobodys] = ['ada', 'bob', ''].map((id) => foundEvent({ created_by: id }));
		const fits = (ignored?: string) =>
			[mine, theirs, nobodys].map((one) => one && choiceOf(plain, names, ignored).isFit(one));

		expect(fits('ada')).toEqual([false, true, true]);
		expect(fits()).toEqual([true, true, true]);
	});

	test('is a change to a state or person that gets its name later, too', () => {
		const asked = {
			...plain,
			events: ['work_item_state_changed', 'work_item_assigned'],
			toStates: ['Done'],
			assignedTo: ['ada'],
		};
		const ids = { to_states: { Done: ['s1'] }, assigned_to: { ada: ['u1'] } };
		const { selection } = choiceOf(asked, { ...names, ids });
		const fieldOf = (field: string, now: string | string[], called: string) =>
			selection.fieldOf(
				{
					action: 'updated',
					actor: null,
					rows: [],
					fields: { [field]: { old: null, new: now, displayNames: [called] } },
				},
				{},
			);

		expect([
			fieldOf('state', 's1', 'Over'),
			fieldOf('state', 's2', 'Done'),
			fieldOf('state', 's2', 'Todo'),
			fieldOf('assignees', ['u1'], 'Ada L.'),
			fieldOf('assignees', ['u2'], 'ada'),
			fieldOf('assignees', ['u2'], 'bob'),
		]).toEqual(['state', 'state', undefined, 'assignees', 'assignees', undefined]);
	});
});

test('names may stand for projects, states, users and labels', () => {
	const filters = { states: ['Todo'], labels: ['bug'], assignees: ['ada'], priority: ['high'] };
	const named = namedIn({ ...plain, toStates: ['Done'], assignedTo: ['bob'], filters });

	expect([named.workspace, named.projects]).toEqual(['acme', ['LNCH']]);
	expect(named.others.map(({ field, texts }) => [field.wire, ...texts])).toEqual([
		['to_states', 'Done'],
		['assigned_to', 'bob'],
		['states', 'Todo'],
		['labels', 'bug'],
		['assignees', 'ada'],
	]);
});
