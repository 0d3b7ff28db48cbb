import { choice, longText, name, notClearable, required } from '../fields/kinds';
import { createBody, updateBody } from './body';
import { action, create, get, update } from './builders';
import { external } from './shared/external';

const estimateName = name('name', 'Its name');
const description = longText('description', 'What it is for');

export const createEstimate = create({
	resource: 'estimate',
	description: 'Create the only estimate of a project; Project → Update puts it to use',
	path: 'projects/{project_id}/estimates/',
	plan: 'Free',
	// A second one is refused (row 467).
	naturalKey: { uniqueFields: [], lookup: { kind: 'onlyOne', place: 'Project' } },
	recordRequest: { path: 'projects/{project_id}/estimates/' },
	body: createBody([
		required(estimateName),
		description,
		notClearable(
			choice(
				'type',
				['categories', 'points', 'time'],
				'Kind of values; cannot be changed later. Time requires the Pro plan.',
				{ displayName: 'Kind', createOnly: 'refuseOther' },
			),
		),
		// An estimate made by hand may have none, and still is the one that the item is about.
		...external.map((field) => ({ ...field, createOnly: 'keepOther' as const })),
	]),
});

export const getEstimate = get({
	resource: 'estimate',
	description: 'Get the estimate of a project',
	path: 'projects/{project_id}/estimates/',
	plan: 'Free',
	refusals: [{ when: { status: 404 }, remedy: 'The project may have no estimate.' }],
});

export const updateEstimate = update({
	resource: 'estimate',
	description: 'Change the estimate of a project',
	path: 'projects/{project_id}/estimates/',
	plan: 'Free',
	body: updateBody([notClearable(estimateName), description]),
});

export const deleteEstimate = action({
	resource: 'estimate',
	description: 'Delete the estimate of a project with all its points',
	path: 'projects/{project_id}/estimates/',
	plan: 'Free',
	resultKey: 'deleted',
	identifiedBy: 'project_id',
});
