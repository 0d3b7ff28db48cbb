import type { INodeParameters } from 'n8n-workflow';

/** An operation with what makes the node do more than one request for it. */
export interface Situation {
	/** `resource.operation` */
	readonly operation: string;
	/** The fields of its collections that it mostly has. */
	readonly members?: readonly string[];
	/** Parameters that are always the same. */
	readonly fixed?: INodeParameters;
}

const ofAll: INodeParameters = { projectScope: 'all' };
const ofSeveral: INodeParameters = { projectScope: 'several' };
const withProperties: INodeParameters = { setCustomProperties: true };

/** Records that can exist already. */
const once: readonly Situation[] = [
	'cycle.create',
	'customerProperty.create',
	'epic.create',
	'estimate.create',
	'estimatePoint.create',
	'label.create',
	'milestone.create',
	'module.create',
	'page.create',
	'project.create',
	'state.create',
	'wikiPage.create',
	'workItemComment.create',
	'workItemLink.create',
	'workItemProperty.create',
	'workItemPropertyOption.create',
	'workItemType.create',
].map((operation) => ({ operation, members: ['ifItAlreadyExists', 'externalId'] }));

const additions: readonly Situation[] = [
	'cycle.addWorkItems',
	'module.addWorkItems',
	'cycle.addWorkItems',
	'module.addWorkItems',
	'milestone.addWorkItems',
	'epic.addWorkItems',
	'customer.addWorkItems',
	'initiative.addWorkItems',
	'initiative.addEpics',
	'initiative.addLabels',
	'teamspace.addProjects',
	'cycle.removeWorkItems',
	'module.removeWorkItems',
].map((operation) => ({ operation }));

const lists: readonly Situation[] = [
	{ operation: 'workItem.getAll', members: ['state', 'labels', 'orderBy'], fixed: ofAll },
	{ operation: 'workItem.getAll', members: ['cycle', 'module', 'assignees'], fixed: ofAll },
	{ operation: 'workItem.getAll', members: ['withoutCycle', 'offset'], fixed: ofAll },
	{ operation: 'workItem.getAll', members: ['nameContains', 'expand'], fixed: ofAll },
	{ operation: 'workItem.getAll', members: ['state', 'orderBy', 'offset'], fixed: ofSeveral },
	{ operation: 'workItem.getAll', members: ['cycle', 'labels', 'fields'], fixed: ofSeveral },
	{ operation: 'workItem.getAll', members: ['includeCustomProperties', 'types'] },
	{ operation: 'workItem.getAll', members: ['cycle', 'module', 'orderBy'] },
	{ operation: 'workItem.searchAdvanced', members: ['state', 'labels', 'assignees'] },
	{ operation: 'workItem.searchAdvanced', members: ['cycle'], fixed: ofSeveral },
	{ operation: 'workItem.search' },
	{ operation: 'workItem.get', members: ['includeCustomProperties', 'expand'] },
];

/** The situations that the code between parameters and requests has most to do with. */
export const SITUATIONS: readonly Situation[] = [
	{ operation: 'workItem.create', members: ['labels', 'createMissingLabels', 'cycle', 'modules'] },
	{ operation: 'workItem.create', members: ['externalId', 'ifItAlreadyExists', 'labels', 'cycle'] },
	{ operation: 'workItem.create', members: ['externalId', 'ifItAlreadyExists', 'createdAt'] },
	{ operation: 'workItem.create', members: ['typeId'], fixed: withProperties },
	{
		operation: 'workItem.create',
		members: ['typeId', 'externalId', 'ifItAlreadyExists'],
		fixed: withProperties,
	},
	{ operation: 'workItem.update', members: ['cycle', 'modules'] },
	{ operation: 'workItem.update', members: ['assignees', 'assigneesAction', 'state'] },
	{ operation: 'workItem.update', members: ['labels', 'labelsAction', 'createMissingLabels'] },
	{ operation: 'workItem.update', members: ['parent', 'estimatePoint', 'description'] },
	{ operation: 'workItem.update', fixed: withProperties },
	{ operation: 'workItem.update', members: ['typeId'], fixed: withProperties },
	{ operation: 'workItem.upsert' },
	{ operation: 'workItem.create', members: ['externalId', 'parent', 'state'] },
	{ operation: 'workItem.upsert', members: ['clearEmptyFields'] },
	{ operation: 'workItem.upsert', fixed: { createMissingLabels: true } },
	{ operation: 'state.create', members: ['default', 'ifItAlreadyExists'] },
	{ operation: 'state.update', members: ['default'] },
	{ operation: 'intakeItem.accept', members: ['state', 'labels', 'createMissingLabels'] },
	{ operation: 'intakeItem.accept', members: ['assignees', 'targetDate', 'priority'] },
	{ operation: 'intakeItem.update' },
	{ operation: 'epic.create', members: ['externalId', 'labels'] },
	{ operation: 'workItemPropertyValue.set' },
	{ operation: 'workItemPropertyValue.delete' },
	{ operation: 'customerPropertyValue.setMany' },
	{ operation: 'customer.create' },
	...once,
	...additions,
	...lists,
	...lists,
];

/** Situations whose requests are combined by API v2. */
export const COMBINED: readonly Situation[] = [
	{ operation: 'workItem.create', members: ['externalId', 'ifItAlreadyExists'] },
	{ operation: 'workItem.create', members: ['labels', 'createMissingLabels', 'modules'] },
	{ operation: 'workItem.create', members: ['state', 'assignees'] },
	{ operation: 'workItem.update', members: ['state', 'priority'] },
	{ operation: 'workItem.update', members: ['labels', 'labelsAction', 'cycle'] },
	{ operation: 'workItem.update', members: ['assignees', 'externalId'] },
	{ operation: 'workItem.upsert' },
	{ operation: 'workItem.delete' },
	{ operation: 'label.update' },
	{ operation: 'label.create', members: ['ifItAlreadyExists', 'externalId'] },
	{ operation: 'state.create', members: ['ifItAlreadyExists'] },
	{ operation: 'module.addWorkItems' },
	{ operation: 'cycle.addWorkItems' },
];
