import {
	choice,
	date,
	notClearable,
	longText,
	name,
	record,
	records,
	required,
} from '../fields/kinds';
import { hasAllEntries, hasSameEntriesOnce } from '../values/sameValue';
import { projectMembers } from '../lists/lists';
import { updateBody, createBody } from './body';
import { action, add, list, remove, resource } from './builders';
import { bulkWrites } from './shared/bulkWrites';
import { turnedOff } from './shared/refusals';
import { simplified, simplifiedInTools } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';
import { BY_NAME, external } from './shared/external';
import { archivedModule } from './shared/locators';
import { sortBy } from './shared/paging';
import { workItemIds } from './shared/workItemIds';
import { expandFields, containedWorkItemFilters } from './shared/workItemList';

const MODULES_TURNED_OFF = turnedOff('Modules', /modules are not enabled/i);

const memberList = records('members', 'All who work on it', projectMembers, {
	mustBeListed: true,
});

/**
 * A module lists members once for each time that they were set, and still lists removed members (row 54).
 * An update can be skipped only if the module lists exactly these members, each of them once.
 */
const members = {
	...memberList,
	kind: {
		...memberList.kind,
		isUnchanged: hasSameEntriesOnce,
		isAccepted: hasAllEntries,
	},
};

/** The fields of a module in addition to its name. */
const sharedFields = [
	longText('description', 'What it is about'),
	date('start_date', 'When it starts'),
	date('target_date', 'When it is due', { notBefore: 'start_date' }),
	choice(
		'status',
		['backlog', 'planned', 'in-progress', 'paused', 'completed', 'cancelled'],
		'Which status',
	),
	record('lead', 'Who leads it', projectMembers, { mustBeListed: true }),
	members,
	...external,
];

const operations = resource({
	resource: 'module',
	records: 'modules',
	path: 'projects/{project_id}/modules/',
	recordPath: 'projects/{project_id}/modules/{module_id}/',
	bulk: bulkWrites.module,
	output: simplified(simplifiers.module),
});

export const createModule = operations.create({
	description: 'Create a module in a project',
	refusals: [MODULES_TURNED_OFF],
	naturalKey: BY_NAME,
	output: simplifiedInTools(simplifiers.module),
	body: createBody([
		required(name('name', 'Its name', { identifiesRecord: true })),
		...sharedFields,
	]),
});

export const getModule = operations.get({
	description: 'Get one module of a project',
});

export const getModules = operations.list({
	description: 'List the modules of a project',
});

export const getArchivedModules = list({
	resource: 'module',
	description: 'List the archived modules of a project',
	path: 'projects/{project_id}/archived-modules/',
	value: 'getArchived',
	name: 'Get Many Archived',
	action: 'Get many archived modules',
	records: 'modules',
	output: simplified(simplifiers.module),
});

export const getWorkItemsOfModule = list({
	resource: 'module',
	description: 'List the work items in a module',
	path: 'projects/{project_id}/modules/{module_id}/module-issues/',
	value: 'getWorkItems',
	name: 'Get Work Items',
	action: 'Get work items of module',
	records: 'work items',
	output: simplified(simplifiers.workItem),
	clientFilters: containedWorkItemFilters,
	options: [sortBy(), expandFields],
});

export const updateModule = operations.update({
	description: 'Change a module',
	refusals: [MODULES_TURNED_OFF],
	output: simplifiedInTools(simplifiers.module),
	body: updateBody([
		notClearable(name('name', 'Its name', { identifiesRecord: true })),
		...sharedFields,
	]),
});

export const deleteModule = operations.delete({
	description: 'Delete a module; its work items stay',
});

export const archiveModule = action({
	resource: 'module',
	description: 'Archive a module that is completed or cancelled',
	path: 'projects/{project_id}/modules/{module_id}/archive/',
	resultKey: 'archived',
	refusals: [
		{
			when: { message: /only completed or cancelled modules can be archived/i },
			subject: 'record',
			says: 'is neither completed nor cancelled, and only such a module can be archived',
			remedy: 'If the work is over, change its status first with Module → Update.',
		},
	],
});

export const unarchiveModule = action({
	resource: 'module',
	description: 'Restore an archived module',
	path: 'projects/{project_id}/archived-modules/{module_id}/unarchive/',
	resultKey: 'unarchived',
	locators: { module_id: archivedModule },
});

export const addWorkItemsToModule = add({
	resource: 'module',
	description: 'Add work items to a module',
	path: 'projects/{project_id}/modules/{module_id}/module-issues/',
	value: 'addWorkItems',
	name: 'Add Work Items',
	action: 'Add work items to module',
	idsField: workItemIds(),
	responseIdField: 'issue',
	scope: 'project',
	targetsPerRecord: 'several',
	refusals: [MODULES_TURNED_OFF],
});

export const removeWorkItemsFromModule = remove({
	resource: 'module',
	description: 'Remove work items from a module',
	path: 'projects/{project_id}/modules/{module_id}/module-issues/{work_item_id}/',
	action: 'Remove work items from module',
	idsField: workItemIds(),
	idPlaceholder: 'work_item_id',
});
