import { color, notClearable, longText, name, record, required } from '../fields/kinds';
import { labels } from '../lists/lists';
import { updateBody, createBody } from './body';
import { resource } from './builders';
import { bulkWrites } from './shared/bulkWrites';
import { simplified, simplifiedInTools } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';
import { BY_NAME, external } from './shared/external';
import { sortOrder } from './shared/sortOrder';

/** The fields of a label in addition to its name. */
const sharedFields = [
	color('color', 'Its color'),
	longText('description', 'What it means'),
	record('parent', 'Parent label', labels),
	sortOrder,
	...external,
];

const operations = resource({
	resource: 'label',
	records: 'labels',
	path: 'projects/{project_id}/labels/',
	recordPath: 'projects/{project_id}/labels/{label_id}/',
	bulk: bulkWrites.label,
	output: simplified(simplifiers.label),
});

export const createLabel = operations.create({
	description: 'Create a label in a project',
	naturalKey: BY_NAME,
	output: simplifiedInTools(simplifiers.label),
	body: createBody([
		required(name('name', 'Its name', { identifiesRecord: true })),
		...sharedFields,
	]),
});

export const getLabel = operations.get({
	description: 'Get one label of a project',
});

export const getLabels = operations.list({
	description: 'List the labels of a project',
});

export const updateLabel = operations.update({
	description: 'Change a label',
	output: simplifiedInTools(simplifiers.label),
	body: updateBody([
		notClearable(name('name', 'Its name', { identifiesRecord: true })),
		...sharedFields,
	]),
});

export const deleteLabel = operations.delete({
	description: 'Delete a label, and remove it from all work items',
});
