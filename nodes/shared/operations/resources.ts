/**
 * The resources in the order of the menus: work items and what belongs to them first, then what people use
 * every day, and last what only the commercial editions have. Each with what it is, for people and for models, who
 * may know it by another name.
 */
export const RESOURCE_DESCRIPTIONS: Readonly<Record<string, string>> = {
	workItem: 'Tasks, bugs and stories',
	workItemComment: 'Comments on a work item',
	workItemAttachment: 'Files of a work item',
	workItemLink: 'Links of a work item',
	workItemRelation: 'Blocked by, duplicate of …',
	workItemActivity: 'Changes of a work item',
	project: 'What contains all work items',
	cycle: 'Sprints of a project',
	module: 'Parts or goals of a project',
	state: 'Todo, In Progress, Done …',
	label: 'Tags of work items',
	intakeItem: 'Requests to accept',
	projectMember: 'People in a project',
	member: 'People in the workspace',
	user: 'Owner of the credential',
	invitation: 'People who were invited',
	sticky: 'Notes of the user',
	epic: 'Goals with many work items',
	milestone: 'Dates to meet',
	workItemType: 'Kinds of work items',
	workItemProperty: 'Custom fields of a type',
	workItemPropertyOption: 'Choices of a custom field',
	workItemPropertyValue: 'Custom fields of a work item',
	worklog: 'Time spent on a work item',
	estimate: 'How work is estimated',
	estimatePoint: 'Sizes that an estimate allows',
	page: 'Documents of a project',
	wikiPage: 'Documents of the workspace',
	workItemPage: 'Documents of a work item',
	initiative: 'Goals of several projects',
	initiativeLabel: 'Tags of initiatives',
	customer: 'Whom the work is for',
	customerRequest: 'What customers ask for',
	customerProperty: 'Custom fields of customers',
	customerPropertyValue: 'Custom fields of a customer',
	teamspace: 'Teams with their projects',
	teamspaceMember: 'People in a teamspace',
	projectLabel: 'Tags of projects',
	workspace: 'Features of the workspace',
};

export const RESOURCES: readonly string[] = Object.keys(RESOURCE_DESCRIPTIONS);
