import { updateBody } from './body';
import { get, update } from './builders';
import { featureField } from './shared/featureField';

export const getWorkspaceFeatures = get({
	resource: 'workspace',
	description: 'Get which features are turned on in the workspace',
	path: 'features/',
	plan: 'any',
	value: 'getFeatures',
	name: 'Get Features',
	action: 'Get features of workspace',
});

export const updateWorkspaceFeatures = update({
	resource: 'workspace',
	description: 'Turn features of the workspace on or off, e.g. customers',
	path: 'features/',
	plan: 'any',
	value: 'updateFeatures',
	name: 'Update Features',
	action: 'Update features of workspace',
	body: updateBody([
		featureField('customers'),
		featureField('initiatives'),
		featureField('pi', { feature: 'Plane AI' }),
		featureField('project_grouping', { feature: 'the grouping of projects' }),
		featureField('releases'),
		featureField('states_owned_by_workspace', {
			feature: 'states of the workspace',
		}),
		featureField('teams', { feature: 'teamspaces', note: 'They cannot be turned off again.' }),
		featureField('wiki', { feature: 'the wiki' }),
		featureField('work_item_types', { feature: 'types of the workspace' }),
	]),
});
