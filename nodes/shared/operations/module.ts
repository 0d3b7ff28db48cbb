import { choice, date, lasting, longText, name, record, records, required } from '../fields/kinds';
import { hasAllEntries, isSameOnce } from '../fields/sameValue';
import { projectMembers } from '../lists/lists';
import { changes, content, operation } from './operation';
import { cards } from './shared/cards';
import { BY_NAME, external } from './shared/external';
import { archivedModule } from './shared/locators';
import { sortBy, wantedFields } from './shared/paging';
import { workItemIds } from './shared/workItemIds';
import { expanded, placedFilters } from './shared/workItemList';

const listed = records('members', 'All users who work on the module', projectMembers, {
	isChecked: true,
});

/**
 * A module lists a member once for each time that the person was set, and still lists those who were
 * removed (row 54). So it has exactly these members only if it lists each of them once, and no others.
 */
const members = {
	...listed,
	kind: {
		...listed.kind,
		isStored: isSameOnce,
		isTaken: hasAllEntries,
	},
};

/** What a module has besides its name. */
const moduleFields = [
	longText('description', 'What the module is about'),
	date('start_date', 'Day on which the module starts'),
	date('target_date', 'Day by which the module is due', { notBefore: 'start_date' }),
	choice(
		'status',
		['backlog', 'planned', 'in-progress', 'paused', 'completed', 'cancelled'],
		'Status of the module',
	),
	record('lead', 'User who leads the module', projectMembers, { isChecked: true }),
	members,
	...external('module'),
];

export const createModule = operation({
	kind: 'create',
	resource: 'module',
	description: 'Create a new module in a project',
	path: 'projects/{project_id}/modules/',
	natural: BY_NAME,
	body: content([
		required(
			name('name', 'Name of the module', { placeholder: 'e.g. Printing', isIdentity: true }),
		),
		...moduleFields,
	]),
});

export const getModule = operation({
	kind: 'get',
	resource: 'module',
	description: 'Retrieve one module of a project',
	path: 'projects/{project_id}/modules/{module_id}/',
	simplified: cards.module,
});

export const getModules = operation({
	kind: 'list',
	resource: 'module',
	description: 'Retrieve a list of the modules of a project',
	path: 'projects/{project_id}/modules/',
	list: { records: 'modules', simplified: cards.module, options: [wantedFields] },
});

export const getArchivedModules = operation({
	kind: 'list',
	resource: 'module',
	description: 'Retrieve a list of the modules of a project that are archived',
	path: 'projects/{project_id}/archived-modules/',
	value: 'getArchived',
	name: 'Get Many Archived',
	action: 'Get many archived modules',
	list: { records: 'modules', simplified: cards.module, options: [wantedFields] },
});

export const getWorkItemsOfModule = operation({
	kind: 'list',
	resource: 'module',
	description: 'Retrieve a list of the work items in a module',
	path: 'projects/{project_id}/modules/{module_id}/module-issues/',
	value: 'getWorkItems',
	name: 'Get Work Items',
	action: 'Get work items of module',
	list: {
		records: 'work items',
		simplified: cards.workItem,
		ownFilters: placedFilters,
		options: [sortBy(), expanded, wantedFields],
	},
});

export const updateModule = operation({
	kind: 'update',
	resource: 'module',
	description: 'Change the details of a module',
	path: 'projects/{project_id}/modules/{module_id}/',
	body: changes([
		lasting(name('name', 'Name of the module', { isIdentity: true })),
		...moduleFields,
	]),
});

export const deleteModule = operation({
	kind: 'action',
	resource: 'module',
	description: 'Delete a module; its work items stay',
	path: 'projects/{project_id}/modules/{module_id}/',
	done: 'deleted',
});

export const archiveModule = operation({
	kind: 'action',
	resource: 'module',
	description: 'Archive a module that is completed or cancelled',
	path: 'projects/{project_id}/modules/{module_id}/archive/',
	done: 'archived',
});

export const unarchiveModule = operation({
	kind: 'action',
	resource: 'module',
	description: 'Restore a module that was archived',
	path: 'projects/{project_id}/archived-modules/{module_id}/unarchive/',
	done: 'unarchived',
	locators: { module_id: archivedModule },
});

export const addWorkItemsToModule = operation({
	kind: 'add',
	resource: 'module',
	description: 'Add one or more work items of the project to a module',
	path: 'projects/{project_id}/modules/{module_id}/module-issues/',
	value: 'addWorkItems',
	name: 'Add Work Items',
	action: 'Add work items to module',
	addition: {
		field: workItemIds('IDs or keys of the work items to add'),
		row: 'issue',
		place: 'project',
	},
});

export const removeWorkItemsFromModule = operation({
	kind: 'remove',
	resource: 'module',
	description: 'Take one or more work items out of a module',
	path: 'projects/{project_id}/modules/{module_id}/module-issues/{work_item_id}/',
	action: 'Remove work items from module',
	removal: {
		field: workItemIds('IDs or keys of the work items to remove'),
		placeholder: 'work_item_id',
	},
});
