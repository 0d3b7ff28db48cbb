import {
	choice,
	cycleDay,
	lasting,
	longText,
	name,
	record,
	required,
	timezone,
} from '../fields/kinds';
import { cycles, projectMembers } from '../lists/lists';
import { changes, content, operation } from './operation';
import { cards } from './shared/cards';
import { BY_EXTERNAL_ID, external } from './shared/external';
import { archivedCycle } from './shared/locators';
import { wantedFields } from './shared/paging';
import { workItemIds } from './shared/workItemIds';
import { expanded, placedFilters } from './shared/workItemList';

/** Sent alone, an end becomes the start of its day: the cycle would end a day early (row 161). */
const start = cycleDay('start_date', 'Day on which the cycle starts', { sentWith: 'end_date' });
const end = cycleDay('end_date', 'Day on which the cycle ends', {
	notBefore: 'start_date',
	sentWith: 'start_date',
});

/** A change without it makes the user of the key the owner (row 162). */
const owner = record('owned_by', 'User who owns the cycle', projectMembers, {
	displayName: 'Owner',
	isSentAlways: true,
});

const others = [
	longText('description', 'What the cycle is about'),
	lasting(owner),
	timezone('timezone', 'Time zone of the cycle'),
	...external('cycle'),
];

/** What a new cycle has besides its name: both days or none (row 31). */
const newCycleFields = [start, { ...end, together: 'start_date' }, ...others];

/** What can be changed of a cycle besides its name. */
const cycleFields = [start, end, ...others];

export const createCycle = operation({
	kind: 'create',
	resource: 'cycle',
	description: 'Create a new cycle in a project',
	path: 'projects/{project_id}/cycles/',
	natural: BY_EXTERNAL_ID,
	body: content(
		[
			required(name('name', 'Name of the cycle', { placeholder: 'e.g. Week 49' })),
			...newCycleFields,
		],
		{
			repeats: ['project_id'],
		},
	),
});

export const getCycle = operation({
	kind: 'get',
	resource: 'cycle',
	description: 'Retrieve one cycle of a project, e.g. the current one',
	path: 'projects/{project_id}/cycles/{cycle_id}/',
	simplified: cards.cycle,
});

export const getCycles = operation({
	kind: 'list',
	resource: 'cycle',
	description: 'Retrieve a list of the cycles of a project, e.g. the current one alone',
	path: 'projects/{project_id}/cycles/',
	list: {
		records: 'cycles',
		simplified: cards.cycle,
		// One view of them is a bare array.
		comes: 'either',
		filters: [
			choice(
				'cycle_view',
				['all', 'current', 'upcoming', 'completed', 'draft', 'incomplete'],
				'Which cycles to return, by their dates',
				{ displayName: 'View' },
			),
		],
		options: [wantedFields],
	},
});

export const getArchivedCycles = operation({
	kind: 'list',
	resource: 'cycle',
	description: 'Retrieve a list of the cycles of a project that are archived',
	path: 'projects/{project_id}/archived-cycles/',
	value: 'getArchived',
	name: 'Get Many Archived',
	action: 'Get many archived cycles',
	list: { records: 'cycles', simplified: cards.cycle },
});

export const getWorkItemsOfCycle = operation({
	kind: 'list',
	resource: 'cycle',
	description: 'Retrieve a list of the work items in a cycle',
	path: 'projects/{project_id}/cycles/{cycle_id}/cycle-issues/',
	value: 'getWorkItems',
	name: 'Get Work Items',
	action: 'Get work items of cycle',
	list: {
		records: 'work items',
		simplified: cards.workItem,
		ownFilters: placedFilters,
		options: [expanded, wantedFields],
	},
});

export const updateCycle = operation({
	kind: 'update',
	resource: 'cycle',
	description: 'Change the details of a cycle',
	path: 'projects/{project_id}/cycles/{cycle_id}/',
	body: changes([lasting(name('name', 'Name of the cycle')), ...cycleFields]),
});

export const deleteCycle = operation({
	kind: 'action',
	resource: 'cycle',
	description: 'Delete a cycle; its work items stay',
	path: 'projects/{project_id}/cycles/{cycle_id}/',
	done: 'deleted',
});

export const archiveCycle = operation({
	kind: 'action',
	resource: 'cycle',
	description: 'Archive a cycle that has ended',
	path: 'projects/{project_id}/cycles/{cycle_id}/archive/',
	done: 'archived',
	failsIf: 'Plane fails so if the cycle has no days: such a cycle cannot be archived.',
});

export const unarchiveCycle = operation({
	kind: 'action',
	resource: 'cycle',
	description: 'Restore a cycle that was archived',
	path: 'projects/{project_id}/archived-cycles/{cycle_id}/unarchive/',
	done: 'unarchived',
	locators: { cycle_id: archivedCycle },
});

export const addWorkItemsToCycle = operation({
	kind: 'add',
	resource: 'cycle',
	description: 'Add one or more work items of the project to a cycle; they leave any other cycle',
	path: 'projects/{project_id}/cycles/{cycle_id}/cycle-issues/',
	value: 'addWorkItems',
	name: 'Add Work Items',
	action: 'Add work items to cycle',
	addition: {
		field: workItemIds('IDs or keys of the work items to add'),
		row: 'issue',
		place: 'project',
		moves: true,
		countsAgain: true,
		targetLists: ['projects/{project_id}/cycles/', 'projects/{project_id}/archived-cycles/'],
		closed: {
			CYCLE_COMPLETED: ['has ended', 'Choose another one: a cycle that has ended takes no more.'],
		},
	},
});

export const removeWorkItemsFromCycle = operation({
	kind: 'remove',
	resource: 'cycle',
	description: 'Take one or more work items out of a cycle',
	path: 'projects/{project_id}/cycles/{cycle_id}/cycle-issues/{work_item_id}/',
	action: 'Remove work items from cycle',
	removal: {
		field: workItemIds('IDs or keys of the work items to remove'),
		placeholder: 'work_item_id',
	},
});

export const transferWorkItems = operation({
	kind: 'action',
	resource: 'cycle',
	description: 'Move the work items that are not done from a cycle that has ended to another one',
	path: 'projects/{project_id}/cycles/{cycle_id}/transfer-issues/',
	action: 'Transfer work items of cycle',
	done: 'transferred',
	// A second transfer saves the report of the ended cycle again, without what has been moved (row 89).
	isRepeatable: false,
	body: content([
		required(
			record('new_cycle_id', 'Cycle to move them to', cycles, {
				parameter: 'newCycleId',
				displayName: 'New Cycle',
			}),
		),
	]),
});
