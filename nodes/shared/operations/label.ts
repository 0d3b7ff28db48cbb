import { color, notClearable, longText, name, record, required } from '../fields/kinds';
import { labels } from '../lists/lists';
import { updateBody, createBody } from './body';
import { action, create, get, list, update } from './builders';
import { bulkWrites } from './shared/bulkWrites';
import { simplifiers } from './shared/simplifiers';
import { BY_NAME, external } from './shared/external';
import { fieldSelection } from './shared/paging';
import { sortOrder } from './shared/sortOrder';

/** The fields of a label in addition to its name. */
const sharedFields = [
	color('color', 'Color of the label'),
	longText('description', 'What the label means'),
	record('parent', 'Parent label', labels),
	sortOrder,
	...external('label'),
];

export const createLabel = create({
	resource: 'label',
	description: 'Create a new label in a project',
	path: 'projects/{project_id}/labels/',
	bulk: bulkWrites.label,
	naturalKey: BY_NAME,
	toolSimplifier: simplifiers.label,
	body: createBody([
		required(
			name('name', 'Name of the label', { placeholder: 'e.g. bug', identifiesRecord: true }),
		),
		...sharedFields,
	]),
});

export const getLabel = get({
	resource: 'label',
	description: 'Retrieve one label of a project',
	path: 'projects/{project_id}/labels/{label_id}/',
	simplifier: simplifiers.label,
});

export const getLabels = list({
	resource: 'label',
	description: 'Retrieve a list of the labels of a project',
	path: 'projects/{project_id}/labels/',
	records: 'labels',
	simplifier: simplifiers.label,
	options: [fieldSelection],
});

export const updateLabel = update({
	resource: 'label',
	description: 'Change the details of a label',
	path: 'projects/{project_id}/labels/{label_id}/',
	bulk: bulkWrites.label,
	toolSimplifier: simplifiers.label,
	body: updateBody([
		notClearable(name('name', 'Name of the label', { identifiesRecord: true })),
		...sharedFields,
	]),
});

export const deleteLabel = action({
	resource: 'label',
	description: 'Delete a label of a project, and remove it from all work items',
	path: 'projects/{project_id}/labels/{label_id}/',
	bulk: bulkWrites.label,
	resultKey: 'deleted',
});
