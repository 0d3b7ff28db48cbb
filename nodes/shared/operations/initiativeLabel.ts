import { createBody, updateBody } from './body';
import { action, create, get, list, update } from './builders';
import { initiativeLabel } from './shared/locators';
import { simplifiers } from './shared/simplifiers';
import { changeableLabelFields, newLabelFields } from './shared/workspaceLabel';

export const createInitiativeLabel = create({
	resource: 'initiativeLabel',
	description: 'Create a new label that initiatives can have',
	path: 'initiatives/labels/',
	plan: 'Pro',
	body: createBody(newLabelFields),
});

export const getInitiativeLabel = get({
	resource: 'initiativeLabel',
	description: 'Retrieve one label that initiatives can have',
	path: 'initiatives/labels/{label_id}/',
	plan: 'Pro',
	locators: { label_id: initiativeLabel },
	simplifier: simplifiers.workspaceLabel,
});

export const getInitiativeLabels = list({
	resource: 'initiativeLabel',
	description: 'Retrieve a list of the labels that initiatives can have',
	path: 'initiatives/labels/',
	plan: 'Pro',
	records: 'initiative labels',
	simplifier: simplifiers.workspaceLabel,
	paging: 'optional',
});

export const updateInitiativeLabel = update({
	resource: 'initiativeLabel',
	description: 'Change a label that initiatives can have',
	path: 'initiatives/labels/{label_id}/',
	plan: 'Pro',
	// Row 481.
	forbiddenHint:
		'Some servers do not let API keys change labels of initiatives: change the label in Plane then.',
	locators: { label_id: initiativeLabel },
	body: updateBody(changeableLabelFields),
});

export const deleteInitiativeLabel = action({
	resource: 'initiativeLabel',
	description: 'Delete a label that initiatives can have',
	path: 'initiatives/labels/{label_id}/',
	plan: 'Pro',
	resultKey: 'deleted',
	locators: { label_id: initiativeLabel },
});
