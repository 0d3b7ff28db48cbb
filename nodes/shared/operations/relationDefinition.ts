import { list } from './builders';

/** What work items can be related by in addition to the built-in kinds (row 478). */
export const getRelationDefinitions = list({
	resource: 'relationDefinition',
	description: 'List the relation definitions of the workspace, with their labels',
	path: 'work-item-relation-definitions/',
	plan: 'any',
	isRecent: true,
	records: 'relation definitions',
	paging: 'optional',
});
