/**
 * The names that saved workflows hold, from the table in design.md ("The public interface"), in its
 * order. Once released they never change: a test that fails here protects somebody's workflow.
 */
export const publicInterface: readonly {
	readonly number: number;
	readonly resource: string;
	readonly operation: string;
	/** The parameters with a place of their own, besides `workspaceSlug`. */
	readonly parameters: readonly string[];
	/** Those of them that the panel marks as required: the path, and what the specification says. */
	readonly required: readonly string[];
}[] = [
	{
		number: 1,
		resource: 'customerProperty',
		operation: 'update',
		parameters: ['propertyId', 'updateFields', 'options'],
		required: ['propertyId'],
	},
	{
		number: 2,
		resource: 'initiative',
		operation: 'update',
		parameters: ['initiativeId', 'name', 'updateFields', 'options'],
		required: ['initiativeId', 'name'],
	},
	{
		number: 3,
		resource: 'workItemLink',
		operation: 'update',
		parameters: ['projectId', 'workItemId', 'linkId', 'updateFields', 'options'],
		required: ['projectId', 'workItemId', 'linkId'],
	},
	{
		number: 4,
		resource: 'page',
		operation: 'create',
		parameters: ['projectId', 'name', 'descriptionHtml', 'options'],
		required: ['projectId'],
	},
	{
		number: 5,
		resource: 'state',
		operation: 'create',
		parameters: ['projectId', 'name', 'color', 'options'],
		required: ['projectId', 'name', 'color'],
	},
	{
		number: 6,
		resource: 'workItemAttachment',
		operation: 'upload',
		parameters: [
			'credentialSource',
			'uploadData',
			'uploadUrl',
			'contentType',
			'key',
			'algorithm',
			'credential',
			'date',
			'policy',
			'signature',
			'binaryPropertyName',
			'options',
		],
		required: [
			'uploadData',
			'uploadUrl',
			'contentType',
			'key',
			'algorithm',
			'credential',
			'date',
			'policy',
			'signature',
			'binaryPropertyName',
		],
	},
	{
		number: 7,
		resource: 'module',
		operation: 'addWorkItems',
		parameters: ['projectId', 'moduleId', 'workItemIds', 'options'],
		required: ['projectId', 'moduleId', 'workItemIds'],
	},
	{
		number: 8,
		resource: 'cycle',
		operation: 'addWorkItems',
		parameters: ['projectId', 'cycleId', 'workItemIds', 'options'],
		required: ['projectId', 'cycleId', 'workItemIds'],
	},
	{
		number: 9,
		resource: 'label',
		operation: 'create',
		parameters: ['projectId', 'name', 'options'],
		required: ['projectId', 'name'],
	},
	{
		number: 10,
		resource: 'module',
		operation: 'update',
		parameters: ['projectId', 'moduleId', 'updateFields', 'options'],
		required: ['projectId', 'moduleId'],
	},
	{
		number: 11,
		resource: 'customer',
		operation: 'create',
		parameters: ['name', 'email', 'options'],
		required: [],
	},
	{
		number: 12,
		resource: 'workItemAttachment',
		operation: 'getAll',
		parameters: ['projectId', 'workItemId', 'returnAll', 'limit', 'filters', 'options'],
		required: ['projectId', 'workItemId'],
	},
	{
		number: 13,
		resource: 'workItem',
		operation: 'getAll',
		parameters: ['projectId', 'returnAll', 'limit', 'simple', 'filters', 'options'],
		required: ['projectId'],
	},
	{
		number: 14,
		resource: 'customerPropertyValue',
		operation: 'update',
		parameters: ['customerId', 'propertyId', 'values', 'options'],
		required: ['customerId', 'propertyId', 'values'],
	},
	{
		number: 15,
		resource: 'teamspaceMember',
		operation: 'add',
		parameters: ['teamspaceId', 'memberIds', 'options'],
		required: ['teamspaceId', 'memberIds'],
	},
	{
		number: 16,
		resource: 'customerRequest',
		operation: 'getAll',
		parameters: ['customerId', 'returnAll', 'limit', 'filters', 'options'],
		required: ['customerId'],
	},
	{
		number: 17,
		resource: 'teamspaceMember',
		operation: 'getAll',
		parameters: ['teamspaceId', 'returnAll', 'limit', 'filters', 'options'],
		required: ['teamspaceId'],
	},
	{
		// Of the three steps around operation 6.
		number: 18,
		resource: 'workItemAttachment',
		operation: 'attach',
		parameters: ['projectId', 'workItemId', 'allBinaryFields', 'binaryPropertyName', 'options'],
		required: ['projectId', 'workItemId', 'binaryPropertyName'],
	},
];

/** What every operation has among its options. */
export const optionsOfAll = [
	'concurrentRequests',
	'maxWait',
	'requestsPerMinute',
	'retries',
	'timeout',
];

/** The other names inside the collections of the operations that have any. */
export const collections: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
	'customerProperty.update': {
		updateFields: [
			'name',
			'displayName',
			'description',
			'propertyType',
			'relationType',
			'isRequired',
			'isMulti',
			'isActive',
			'sortOrder',
			'defaultValue',
			'settings',
			'validationRules',
			'logoProps',
			'externalSource',
			'externalId',
		],
	},
	'initiative.update': {
		updateFields: [
			'description',
			'descriptionHtml',
			'descriptionStripped',
			'descriptionBinary',
			'lead',
			'startDate',
			'endDate',
			'logoProps',
			'state',
		],
	},
	'workItemLink.update': { updateFields: ['name', 'url'] },
	'label.create': { options: ['ifItAlreadyExists'] },
	'state.create': { options: ['ifItAlreadyExists'] },
	'workItemAttachment.upload': { options: ['fieldPrefix'] },
	'module.update': {
		updateFields: [
			'name',
			'description',
			'startDate',
			'targetDate',
			'status',
			'lead',
			'members',
			'externalSource',
			'externalId',
		],
	},
	'workItemAttachment.getAll': {
		filters: ['issue', 'project', 'workspace', 'createdAfter', 'createdBefore'],
		options: ['offset', 'downloadFiles', 'putOutputFileInField'],
	},
	'workItem.getAll': {
		filters: ['project', 'state', 'assignee', 'createdAfter', 'createdBefore'],
		options: ['offset', 'expand'],
	},
	'customerRequest.getAll': {
		filters: ['customer', 'workspace', 'createdAfter', 'createdBefore'],
		options: ['offset'],
	},
	'teamspaceMember.getAll': { filters: ['createdAfter', 'createdBefore'], options: ['offset'] },
};
