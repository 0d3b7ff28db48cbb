import { describe, expect, test } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';

import type { Change } from '../../../nodes/PlanePollingTrigger/changes/activities';
import { recordCreated } from '../../../nodes/PlanePollingTrigger/changes/toEvent';
import type { ResolvedParameterNames } from '../../../nodes/PlanePollingTrigger/changes/TriggerState';
import {
	collectNames,
	readParameters,
	selectEvents,
	type TriggerParameters,
} from '../../../nodes/PlanePollingTrigger/parameters';
import { isProblem } from '../../../nodes/shared/result/problem';
import { pollContext } from '../contexts';
import { causes } from '../../nodeTexts';

const read = async (parameters: INodeParameters, defaultWorkspace = 'acme') =>
	readParameters(await pollContext({ projects: ['p1'], ...parameters }), defaultWorkspace);

describe('reading the parameters of the polling trigger', () => {
	test('returns new work items as the default', async () => {
		expect(await read({})).toEqual({
			workspace: 'acme',
			events: ['workItemCreated'],
			projects: ['p1'],
			toStates: [],
			assignedTo: [],
			fields: [],
			groupsByEdit: false,
			filters: {},
			ignoredUsers: [],
			ignoresOwnChanges: false,
		});
	});

	test('returns what the user entered', async () => {
		const parameters = await read({
			workspaceSlug: 'other',
			projects: ['p1', 'LNCH'],
			output: 'oneItemForEachEdit',
			events: ['workItemStateChanged', 'workItemAssigned', 'fieldChanged'],
			toStates: ['Done'],
			assignedTo: ['ada'],
			fields: ['priority'],
			filters: { labels: ['bug'] },
			options: { ignoreMyOwnChanges: true, ignoreChangesBy: ['bob'] },
		});

		expect(parameters).toEqual({
			workspace: 'other',
			projects: ['p1', 'LNCH'],
			groupsByEdit: true,
			ignoredUsers: ['bob'],
			ignoresOwnChanges: true,
			events: ['workItemStateChanged', 'workItemAssigned', 'fieldChanged'],
			toStates: ['Done'],
			assignedTo: ['ada'],
			fields: ['priority'],
			filters: { labels: ['bug'] },
		});
	});

	test('ignores the fields if the editor does not show them', async () => {
		const parameters = await read({ events: ['workItemUpdated'], fields: ['priority'] });

		expect(parameters).toMatchObject({ fields: [] });
	});

	test('returns that own changes are reported if the option was added and turned off', async () => {
		const parameters = await read({ options: { ignoreMyOwnChanges: false } });

		expect(parameters).toMatchObject({ ignoresOwnChanges: false });
	});

	test.each<[string, INodeParameters, string, string | RegExp]>([
		['workspace', {}, '', `Workspace Slug: ${causes.noValue} here or in`],
		['event', { events: [] }, 'acme', /^Events: /],
		['project', { projects: [] }, 'acme', /^Project/],
		['field', { events: ['fieldChanged'], fields: [] }, 'acme', /^Fields: /],
		['value of a filter', { filters: { states: [] } }, 'acme', /^State Names or IDs: /],
	])('returns a problem if there is no %s', async (_, parameters, defaultWorkspace, message) => {
		const result = await read(parameters, defaultWorkspace);

		expect(isProblem(result) && result.message).toMatch(message);
	});
});

const PARAMETERS: TriggerParameters = {
	workspace: 'acme',
	events: [],
	projects: ['LNCH'],
	toStates: [],
	assignedTo: [],
	fields: [],
	groupsByEdit: false,
	filters: {},
	ignoredUsers: [],
	ignoresOwnChanges: false,
};
const NAMES: ResolvedParameterNames = { cacheKey: '', projects: ['p1'], ids: {} };

/** A change of one field, whose new value has this name. */
const changeOf = (field: string, newValue: string | string[], newName: string): Change => ({
	action: 'updated',
	fields: { [field]: { old: null, new: newValue, oldName: null, newName } },
	actor: null,
	rows: [],
});

describe('the subscription to the selected events', () => {
	test.each([
		[['workItemCreated'], ['newWorkItems'], []],
		[['workItemUpdated'], ['updatedWorkItems'], ['activities']],
		[['workItemStateChanged'], ['updatedWorkItems'], ['activities']],
		[['workItemAssigned'], ['updatedWorkItems'], ['activities']],
		[['fieldChanged'], ['updatedWorkItems'], ['activities']],
		[['commentCreated'], ['updatedWorkItems'], ['comments']],
		[['commentCreated', 'workItemCreated'], ['updatedWorkItems'], ['activities', 'comments']],
		[['workItemUpdated', 'workItemCreated'], ['updatedWorkItems'], ['activities']],
		[
			['workItemUpdated', 'commentCreated', 'workItemCreated'],
			['updatedWorkItems'],
			['activities', 'comments'],
		],
		[['intakeItemCreated'], ['intakeItems'], []],
		[['workItemCreated', 'intakeItemCreated'], ['intakeItems', 'newWorkItems'], []],
	])('reads what is necessary for %j', (events, feeds, entryLists) => {
		const { subscription } = selectEvents({ ...PARAMETERS, events, groupsByEdit: true }, NAMES);

		expect(subscription).toMatchObject({
			feeds,
			entryLists,
			groupsByEdit: true,
		});
	});

	test.each([
		[['workItemCreated', 'commentCreated'], false],
		[['workItemAssigned', 'commentCreated'], true],
	])('knows whether changes are reported for %j', (events, reportsChanges) => {
		const { subscription } = selectEvents({ ...PARAMETERS, events }, NAMES);

		expect(subscription.reportsChanges).toBe(reportsChanges);
	});

	test('matches names in any Unicode form', () => {
		const parameters = {
			...PARAMETERS,
			events: ['workItemStateChanged'],
			toStates: ['Ge\u0301pru\u0308ft'],
		};

		const { subscription } = selectEvents(parameters, NAMES);

		expect(subscription.match(changeOf('state', 's1', 'Géprüft'), {})).toEqual({ field: 'state' });
		expect(subscription.match(changeOf('state', 's1', 'Gépruft'), {})).toBeUndefined();
	});

	test.each([
		['the ID that the name had', changeOf('state', 's1', 'Over'), 'state'],
		['the name on another state', changeOf('state', 's2', 'Done'), 'state'],
		['another state', changeOf('state', 's2', 'Todo'), undefined],
		['the user that the name had', changeOf('assignees', ['u1'], 'Ada L.'), 'assignees'],
		['the name of another user', changeOf('assignees', ['u2'], 'ada'), 'assignees'],
		['another user', changeOf('assignees', ['u2'], 'bob'), undefined],
	])('matches a name by its ID and by itself: %s', (_, change, field) => {
		const parameters = {
			...PARAMETERS,
			events: ['workItemStateChanged', 'workItemAssigned'],
			toStates: ['Done'],
			assignedTo: ['ada'],
		};
		const ids = { to_states: { Done: ['s1'] }, assigned_to: { ada: ['u1'] } };

		const { subscription } = selectEvents(parameters, { ...NAMES, ids });

		expect(subscription.match(change, {})?.field).toBe(field);
	});
});

describe('the filters of the polling trigger', () => {
	const eventOf = (record: JsonObject) => recordCreated(record, 'workItems');

	test.each([
		[['l2'], true],
		[['Bug'], true],
		[['l3'], false],
		[[], false],
	])('match names and the IDs that they were resolved to: %j', (labels, isMatch) => {
		const { matches } = selectEvents(
			{ ...PARAMETERS, filters: { labels: ['bug'] } },
			{ ...NAMES, ids: { labels: { bug: ['l1', 'l2'] } } },
		);

		expect(matches(eventOf({ labels }))).toBe(isMatch);
	});

	test.each([
		['all match', {}, true],
		['one does not match', { priority: 'low' }, false],
		['another one does not match', { parent: 'i8' }, false],
	])('let an event through only if all match: %s', (_, fields, isMatch) => {
		const { matches } = selectEvents(
			{ ...PARAMETERS, filters: { labels: ['l1'], priority: ['high'], parent: 'i9' } },
			NAMES,
		);
		const record = { labels: ['l1'], priority: 'high', parent: 'i9', ...fields };

		expect(matches(eventOf(record))).toBe(isMatch);
	});

	test.each([
		['ada', false],
		['bob', true],
		['', true],
	])('leave out events by the ignored user: by %j', (createdBy, isMatch) => {
		const event = eventOf({ created_by: createdBy });

		expect(selectEvents(PARAMETERS, NAMES, 'ada').matches(event)).toBe(isMatch);
		expect(selectEvents(PARAMETERS, NAMES).matches(event)).toBe(true);
	});
});

test('the names of projects, states, users and labels, and the keys of work items, are resolved', () => {
	const { workspace, projects, entries } = collectNames({
		...PARAMETERS,
		toStates: ['Done'],
		assignedTo: ['bob'],
		ignoredUsers: ['bot'],
		filters: {
			parent: ['LNCH-1'],
			states: ['Todo'],
			labels: ['bug'],
			assignees: ['ada'],
			priority: ['high'],
		},
	});

	expect(workspace).toBe('acme');
	expect(projects).toEqual(['LNCH']);
	expect(entries.map(({ filter, texts }) => [filter, ...texts])).toEqual([
		['toStates', 'Done'],
		['assignedTo', 'bob'],
		['ignoredUsers', 'bot'],
		['states', 'Todo'],
		['labels', 'bug'],
		['assignees', 'ada'],
		['parent', 'LNCH-1'],
	]);
});
