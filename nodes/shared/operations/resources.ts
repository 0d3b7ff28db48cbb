/**
 * The resources in the order of the menus: work items and what belongs to them first, then what people use
 * every day, and last what only the commercial editions have.
 */
export const RESOURCES: readonly string[] = [
	'workItem',
	'workItemComment',
	'workItemAttachment',
	'workItemLink',
	'workItemRelation',
	'workItemActivity',
	'project',
	'cycle',
	'module',
	'state',
	'label',
	'intakeItem',
	'projectMember',
	'member',
	'user',
	'invitation',
	'sticky',
	'page',
	'initiative',
	'customer',
	'customerRequest',
	'customerProperty',
	'customerPropertyValue',
	'teamspaceMember',
];
