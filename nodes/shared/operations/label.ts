import { color, lasting, longText, name, record, required } from '../fields/kinds';
import { labels } from '../lists/lists';
import { changes, content, operation } from './operation';
import { cards } from './shared/cards';
import { BY_NAME, external } from './shared/external';
import { wantedFields } from './shared/paging';
import { sortOrder } from './shared/sortOrder';

/** What a label has besides its name. */
const labelFields = [
	color('color', 'Color of the label as #rrggbb'),
	longText('description', 'What the label means'),
	record('parent', 'Parent label', labels),
	sortOrder,
	...external('label'),
];

export const createLabel = operation({
	kind: 'create',
	resource: 'label',
	description: 'Create a new label in a project',
	path: 'projects/{project_id}/labels/',
	natural: BY_NAME,
	body: content([
		required(name('name', 'Name of the label', { placeholder: 'e.g. bug', isIdentity: true })),
		...labelFields,
	]),
});

export const getLabel = operation({
	kind: 'get',
	resource: 'label',
	description: 'Retrieve one label of a project',
	path: 'projects/{project_id}/labels/{label_id}/',
	simplified: cards.label,
});

export const getLabels = operation({
	kind: 'list',
	resource: 'label',
	description: 'Retrieve a list of the labels of a project',
	path: 'projects/{project_id}/labels/',
	list: { records: 'labels', simplified: cards.label, options: [wantedFields] },
});

export const updateLabel = operation({
	kind: 'update',
	resource: 'label',
	description: 'Change the details of a label',
	path: 'projects/{project_id}/labels/{label_id}/',
	body: changes([lasting(name('name', 'Name of the label', { isIdentity: true })), ...labelFields]),
});

export const deleteLabel = operation({
	kind: 'action',
	resource: 'label',
	description: 'Delete a label of a project, and take it off all work items that have it',
	path: 'projects/{project_id}/labels/{label_id}/',
	done: 'deleted',
});
