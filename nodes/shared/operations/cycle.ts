import {
	choice,
	cycleDay,
	notClearable,
	longText,
	name,
	record,
	required,
	timezone,
} from '../fields/kinds';
import { cycles, projectMembers } from '../lists/lists';
import { updateBody, createBody } from './body';
import type { BodyRule } from './bodyRules';
import { action, add, list, remove, resource } from './builders';
import { bulkWrites } from './shared/bulkWrites';
import { type Refusal, turnedOff } from './shared/refusals';
import { sortBy } from './shared/paging';
import { simplified, simplifiedInTools } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';
import { BY_EXTERNAL_ID, external } from './shared/external';
import { archivedCycle } from './shared/locators';
import { workItemIds } from './shared/workItemIds';
import { expandFields, containedWorkItemFilters } from './shared/workItemList';

/** Row 31. */
const CYCLES_TURNED_OFF = turnedOff('Cycles', /cycles are not enabled/i);

const CYCLE_ENDED: Refusal = {
	when: {
		message:
			/cycle has already been completed|cycle.*completed.*(cannot|can't) be (edited|updated)/i,
	},
	subject: 'record',
	says: 'has ended, and only the sort order of a cycle that has ended can be changed',
	remedy: 'Choose another cycle, or give this one a later end in Plane.',
};

const rules: readonly BodyRule[] = [
	// If the end is sent alone, the server stores the start of that day: the cycle would end a day early (row 161).
	{ kind: 'together', fields: ['start_date', 'end_date'] },
	// A change without it makes the user of the credential the owner (row 162).
	{ kind: 'alwaysSent', field: 'owned_by' },
];

/** The fields of a cycle in addition to its name. */
const sharedFields = [
	cycleDay('start_date', 'Its first day'),
	cycleDay('end_date', 'Its last day', { notBefore: 'start_date' }),
	longText('description', 'What it is about'),
	notClearable(record('owned_by', 'Who owns it', projectMembers, { displayName: 'Owner' })),
	timezone('timezone', 'Time zone'),
	...external,
];

const operations = resource({
	resource: 'cycle',
	records: 'cycles',
	path: 'projects/{project_id}/cycles/',
	recordPath: 'projects/{project_id}/cycles/{cycle_id}/',
	output: simplified(simplifiers.cycle),
});

export const createCycle = operations.create({
	description: 'Create a cycle in a project',
	bulk: bulkWrites.cycle,
	refusals: [CYCLES_TURNED_OFF],
	naturalKey: BY_EXTERNAL_ID,
	output: simplifiedInTools(simplifiers.cycle),
	body: createBody([required(name('name', 'Its name')), ...sharedFields], {
		rules: [...rules, { kind: 'repeatsPath', placeholder: 'project_id' }],
	}),
});

export const getCycle = operations.get({
	description: 'Get one cycle of a project, e.g. the current one',
});

export const getCycles = operations.list({
	description: 'List the cycles of a project, e.g. only the current one',
	// One of the views is a bare array.
	paging: 'optional',
	serverFilters: [
		choice(
			'cycle_view',
			['all', 'current', 'upcoming', 'completed', 'draft', 'incomplete'],
			'Which cycles, by their dates',
			{ displayName: 'View' },
		),
	],
});

export const getArchivedCycles = list({
	resource: 'cycle',
	description: 'List the archived cycles of a project',
	path: 'projects/{project_id}/archived-cycles/',
	value: 'getArchived',
	name: 'Get Many Archived',
	action: 'Get many archived cycles',
	records: 'cycles',
	output: simplified(simplifiers.cycle),
});

export const getWorkItemsOfCycle = list({
	resource: 'cycle',
	description: 'List the work items in a cycle',
	path: 'projects/{project_id}/cycles/{cycle_id}/cycle-issues/',
	value: 'getWorkItems',
	name: 'Get Work Items',
	action: 'Get work items of cycle',
	records: 'work items',
	output: simplified(simplifiers.workItem),
	clientFilters: containedWorkItemFilters,
	options: [sortBy(), expandFields],
});

export const updateCycle = operations.update({
	description: 'Change a cycle',
	refusals: [CYCLE_ENDED, CYCLES_TURNED_OFF],
	output: simplifiedInTools(simplifiers.cycle),
	body: updateBody([notClearable(name('name', 'Its name')), ...sharedFields], { rules }),
});

export const deleteCycle = operations.delete({
	description: 'Delete a cycle; its work items stay',
	bulk: bulkWrites.cycle,
});

export const archiveCycle = action({
	resource: 'cycle',
	description: 'Archive a cycle that has ended',
	path: 'projects/{project_id}/cycles/{cycle_id}/archive/',
	resultKey: 'archived',
	refusals: [
		{
			when: { message: /only completed cycles can be archived/i },
			subject: 'record',
			says: 'has not ended, and only a cycle that has ended can be archived',
			remedy:
				'Wait until its last day is over. Give it an earlier end only if it is really over: a cycle that has ended takes no more work items, and only its sort order can be changed.',
		},
		{
			when: { status: 500 },
			remedy: 'A likely cause is that the cycle has no days: such a cycle cannot be archived.',
		},
	],
});

export const unarchiveCycle = action({
	resource: 'cycle',
	description: 'Restore an archived cycle',
	path: 'projects/{project_id}/archived-cycles/{cycle_id}/unarchive/',
	resultKey: 'unarchived',
	locators: { cycle_id: archivedCycle },
});

export const addWorkItemsToCycle = add({
	resource: 'cycle',
	description: 'Add work items to a cycle; they leave any other cycle',
	path: 'projects/{project_id}/cycles/{cycle_id}/cycle-issues/',
	value: 'addWorkItems',
	name: 'Add Work Items',
	action: 'Add work items to cycle',
	idsField: workItemIds(),
	responseIdField: 'issue',
	scope: 'project',
	targetsPerRecord: 'one',
	// Adding a work item to the cycle that it is in counts as a change (row 81).
	repetition: 'changesAgain',
	refusals: [
		{
			when: { code: 'CYCLE_COMPLETED' },
			subject: 'record',
			says: 'has ended',
			remedy: 'Choose another one: a cycle that has ended takes no more.',
		},
		CYCLE_ENDED,
		CYCLES_TURNED_OFF,
	],
});

export const removeWorkItemsFromCycle = remove({
	resource: 'cycle',
	description: 'Remove work items from a cycle',
	path: 'projects/{project_id}/cycles/{cycle_id}/cycle-issues/{work_item_id}/',
	action: 'Remove work items from cycle',
	idsField: workItemIds(),
	idPlaceholder: 'work_item_id',
});

export const transferWorkItems = action({
	resource: 'cycle',
	description: 'Move the unfinished work items of an ended cycle to another',
	path: 'projects/{project_id}/cycles/{cycle_id}/transfer-issues/',
	action: 'Transfer work items of cycle',
	resultKey: 'transferred',
	// A second transfer overwrites the report of the ended cycle, without the work items that were moved (row 89).
	repetition: 'changesAgain',
	refusals: [
		{
			when: { message: /old cycle is not completed/i },
			subject: 'record',
			says: 'has not ended, and work items can be transferred only from a cycle that has ended',
			remedy:
				'Add those of its work items that are not done to the other cycle instead: that moves them. Those that are done would leave their cycle, too.',
		},
	],
	body: createBody([
		required(
			record('new_cycle_id', 'Cycle to move them to', cycles, {
				parameter: 'newCycleId',
				displayName: 'New Cycle',
			}),
		),
	]),
});
