import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import type { ServiceState } from '../service/state';

/** Valid parameters of the commercial operations, and of others that several tests use. */
export function samples(state: ServiceState): Record<string, INodeParameters> {
	const projectId = locateFirst(state.projects);
	const customerId = locateFirst(state.customers);
	const propertyId = locateFirst(state.customerProperties);
	const requests = state.customerRequests.filter(({ customer }) => customer === customerId.value);
	const requestId = locateFirst(requests);
	const initiativeId = locateFirst(state.initiatives);
	const labelIds = state.initiativeLabels.slice(0, 1).map(({ id }) => id);
	const epicId = locateFirst(state.epics);
	const estimateId = locateFirst(state.estimates);
	const projectPages = state.pages.filter(({ project }) => project !== null);
	const wikiPages = state.pages.filter(({ project }) => project === null);
	const pageId = locateFirst(projectPages);
	const typeId = locateFirst(state.types);
	const severityId = locateFirst(state.workItemProperties);
	const severityType = byId(state.workItemProperties[0]?.issue_type);
	const optionId = locateFirst(state.workItemPropertyOptions);
	const milestoneId = locateFirst(state.milestones);
	const teamspaceId = locateFirst(state.teamspaces);
	const workItemId = locateFirst(state.workItems);
	const [definition] = state.relationDefinitions;
	const users = state.users.map(({ id }) => id);
	const inProject = ({ project }: { readonly project: string }) => project === projectId.value;
	const workItems = state.workItems.filter(inProject).map(({ id }) => id);

	return {
		'customRelation.create': {
			projectId,
			workItemId,
			definitionId: byId(definition?.id),
			label: definition?.inward ?? '',
			workItemIds: workItems.at(-1) ?? '',
		},
		'customRelation.getAll': { projectId, workItemId },
		'customRelation.remove': {
			projectId,
			workItemId,
			workItemIds: workItems[1] ?? '',
			options: { ifNotFound: 'continue' },
		},
		'dependency.create': {
			projectId,
			workItemId,
			relationType: 'start_after',
			workItemIds: workItems.at(-1) ?? '',
		},
		'dependency.getAll': { projectId, workItemId },
		// Another one than that of workItemRelation.delete: a dependency is a relation, too.
		'dependency.remove': {
			projectId,
			workItemId,
			workItemIds: workItems.at(-1) ?? '',
			options: { ifNotFound: 'continue' },
		},
		'customer.addWorkItems': { customerId, workItemIds: workItems.slice(-2).join(', ') },
		'customer.create': {
			name: 'Analytical Engines',
			additionalFields: { email: 'ada@example.com', industry: 'Computing', employees: 12 },
		},
		'customer.delete': { customerId: locateFirst(state.customers.slice(1)) },
		'customer.get': { customerId },
		'customer.getAll': { returnAll: true, filters: { query: 'a' } },
		'customer.getWorkItems': { customerId },
		'customer.removeWorkItems': { customerId, workItemIds: workItems.at(-1) ?? '' },
		'customer.update': { customerId, updateFields: { stage: 'Closed Won', employees: 40 } },
		'customerProperty.create': {
			displayName: 'Region',
			propertyType: 'OPTION',
			additionalFields: { options: 'North, South' },
		},
		'customerProperty.delete': { propertyId: locateFirst(state.customerProperties.slice(1)) },
		'customerProperty.get': { propertyId },
		'customerProperty.getAll': { returnAll: true },
		'customerProperty.update': {
			propertyId,
			updateFields: { displayName: 'Plan', isRequired: true, defaultValue: 'Gold, Silver' },
		},
		'customerPropertyValue.get': { customerId, propertyId },
		'customerPropertyValue.getAll': { customerId },
		'customerPropertyValue.setMany': {
			customerId,
			properties: {
				mappingMode: 'defineBelow',
				value: Object.fromEntries(
					[propertyId.value, state.customerProperties[2]?.id].map((id, index) => [
						id,
						['gold', state.users[1]?.email][index],
					]),
				) as INodeParameters,
			},
		},
		'customerPropertyValue.update': { customerId, propertyId, values: '["Gold"]' },
		'customerRequest.create': {
			customerId,
			name: 'Print on both sides',
			additionalFields: {
				link: 'https://support.example.com/tickets/12',
				workItemIds: workItems.slice(-2).join(', '),
			},
		},
		'customerRequest.delete': { customerId, requestId: locateFirst(requests.slice(1)) },
		'customerRequest.get': { customerId, requestId },
		'customerRequest.getAll': { customerId, limit: 5 },
		'customerRequest.update': { customerId, requestId, updateFields: { name: 'Both sides' } },
		'cycle.addWorkItems': {
			projectId,
			cycleId: locateFirst(state.cycles),
			workItemIds: workItems.slice(-2).join(', '),
		},
		'epic.addWorkItems': { projectId, epicId, workItemIds: workItems.slice(-2).join(', ') },
		'epic.create': {
			projectId,
			name: 'New checkout',
			additionalFields: { state: byName('Backlog'), assignees: users.slice(1, 3) },
		},
		'epic.delete': { projectId, epicId: locateFirst(state.epics.slice(1)) },
		'epic.get': { projectId, epicId },
		'epic.getAll': { projectId, returnAll: true },
		'epic.getWorkItems': { projectId, epicId },
		'epic.update': { projectId, epicId, updateFields: { priority: 'high' } },
		'estimate.create': {
			projectId: locateFirst(state.projects.slice(1)),
			name: 'Points',
			additionalFields: { type: 'Points' },
		},
		'estimate.get': { projectId },
		'estimate.update': { projectId, updateFields: { name: 'Effort' } },
		'estimatePoint.create': { projectId, estimateId, values: '8, 13' },
		'estimatePoint.delete': {
			projectId,
			estimateId,
			estimatePointId: locateFirst(state.estimatePoints.slice(1)),
		},
		'estimatePoint.getAll': { projectId, estimateId },
		'estimatePoint.update': {
			projectId,
			estimateId,
			estimatePointId: locateFirst(state.estimatePoints),
			updateFields: { description: 'An hour' },
		},
		'estimate.delete': { projectId },
		'initiative.addEpics': { initiativeId, epicIds: epicId.value },
		'initiative.addLabels': { initiativeId, labelIds: labelIds },
		'initiative.addProjects': { initiativeId, projectIds: projectId.value },
		'initiative.addWorkItems': { initiativeId, workItemIds: workItems.slice(-2).join(', ') },
		'initiative.create': { name: 'Launch in spring', additionalFields: { state: 'Planned' } },
		'initiative.delete': { initiativeId: locateFirst(state.initiatives.slice(1)) },
		'initiative.get': { initiativeId },
		'initiative.getAll': { returnAll: true },
		'initiative.getEpics': { initiativeId },
		'initiative.getLabels': { initiativeId },
		'initiative.getProjects': { initiativeId },
		'initiative.getWorkItems': { initiativeId },
		'initiative.removeEpics': { initiativeId, epicIds: epicId.value },
		'initiative.removeLabels': { initiativeId, labelIds: labelIds },
		'initiative.removeProjects': { initiativeId, projectIds: projectId.value },
		'initiative.removeWorkItems': { initiativeId, workItemIds: workItems.slice(-1).join() },
		'initiativeLabel.create': { name: 'Strategy', additionalFields: { color: '#3f76ff' } },
		'initiativeLabel.delete': { labelId: locateFirst(state.initiativeLabels.slice(1)) },
		'initiativeLabel.get': { labelId: locateFirst(state.initiativeLabels) },
		'initiativeLabel.getAll': { returnAll: true },
		'initiativeLabel.update': {
			labelId: locateFirst(state.initiativeLabels),
			updateFields: { name: 'Expansion' },
		},
		'initiative.update': {
			initiativeId,
			updateFields: { state: 'ACTIVE', startDate: '2026-03-01', endDate: '2026-05-31' },
		},
		'label.create': { projectId, name: 'from n8n' },
		'label.delete': { projectId, labelId: locateFirst(state.labels) },
		'label.get': { projectId, labelId: locateFirst(state.labels) },
		'label.getAll': { projectId, returnAll: true },
		'member.remove': { email: state.users.at(-2)?.email ?? '' },
		'milestone.addWorkItems': { projectId, milestoneId, workItemIds: workItems.slice(-2).join() },
		'milestone.create': {
			projectId,
			title: 'First release',
			additionalFields: { targetDate: '2026-06-30' },
		},
		'milestone.delete': { projectId, milestoneId: locateFirst(state.milestones.slice(1)) },
		'milestone.get': { projectId, milestoneId },
		'milestone.getAll': { projectId, returnAll: true },
		'milestone.getWorkItems': { projectId, milestoneId },
		'milestone.removeWorkItems': {
			projectId,
			milestoneId,
			workItemIds: workItems.slice(-1).join(),
		},
		'milestone.update': { projectId, milestoneId, updateFields: { title: 'Second release' } },
		'module.addWorkItems': {
			projectId,
			moduleId: locateFirst(state.modules),
			workItemIds: workItems.slice(-3).join('\n'),
		},
		'module.update': {
			projectId,
			moduleId: locateFirst(state.modules),
			updateFields: { status: 'paused', lead: users[1] ?? '', targetDate: '2026-03-31' },
		},
		'page.create': {
			projectId,
			name: 'Release notes',
			additionalFields: { description: '# Version 2' },
		},
		'page.get': { projectId, pageId },
		'page.getAll': { projectId, returnAll: true },
		'page.update': { projectId, pageId, updateFields: { name: 'Guide' } },
		'page.archive': { projectId, pageId },
		'page.unarchive': { projectId, pageId },
		'page.delete': { projectId, pageId: locateFirst(projectPages.slice(1)) },
		'project.getFeatures': { projectId },
		'project.updateFeatures': { projectId, updateFields: { epics: true } },
		'project.createFromTemplate': {
			templateId: locateFirst(state.projectTemplates),
			name: 'Spring fair',
			identifier: 'SPRING',
			additionalFields: { network: 0 },
		},
		'projectLabel.create': { name: 'Pilot', additionalFields: { color: '#3f76ff' } },
		'projectLabel.delete': { labelId: locateFirst(state.projectLabels.slice(1)) },
		'projectLabel.get': { labelId: locateFirst(state.projectLabels) },
		'projectLabel.getAll': { returnAll: true },
		'projectLabel.update': {
			labelId: locateFirst(state.projectLabels),
			updateFields: { name: 'Company' },
		},
		'relationDefinition.getAll': { returnAll: true },
		'state.create': { projectId, name: 'In review by n8n', color: '#3f76ff' },
		'teamspace.addProjects': { teamspaceId, projectIds: projectId.value },
		'teamspace.create': { name: 'Field work', additionalFields: { lead: byId(users[1]) } },
		'teamspace.delete': { teamspaceId: locateFirst(state.teamspaces.slice(1)) },
		'teamspace.get': { teamspaceId },
		'teamspace.getAll': { returnAll: true },
		'teamspace.getProjects': { teamspaceId },
		'teamspace.removeProjects': { teamspaceId, projectIds: projectId.value },
		'teamspace.update': { teamspaceId, updateFields: { name: 'Research' } },
		'teamspaceMember.add': { teamspaceId, memberIds: users.slice(-1) },
		'teamspaceMember.getAll': { teamspaceId, returnAll: true },
		'teamspaceMember.remove': { teamspaceId, memberIds: users.slice(-1) },
		'wikiPage.create': { name: 'House rules' },
		'wikiPage.get': { pageId: locateFirst(wikiPages) },
		'wikiPage.getAll': { returnAll: true },
		'wikiPage.update': {
			pageId: locateFirst(wikiPages),
			updateFields: { description: 'Be kind.' },
		},
		'wikiPage.archive': { pageId: locateFirst(wikiPages) },
		'wikiPage.unarchive': { pageId: locateFirst(wikiPages) },
		'wikiPage.delete': { pageId: locateFirst(wikiPages.slice(1)) },
		'workItem.getAll': { projectId, returnAll: true },
		'workItem.getArchivedWorkItems': { projectId, returnAll: true },
		'workItem.searchByQuery': { pql: 'priority = "high"', limit: 5 },
		'workItem.searchAdvanced': {
			projectScope: 'one',
			projectId,
			limit: 5,
			filters: {
				priority: ['urgent', 'high', 'medium', 'low', 'none'],
				createdAfter: '2020-01-01',
			},
		},
		'workItemAttachment.attach': { projectId, workItemId, binaryPropertyName: 'data' },
		'workItemAttachment.getAll': { projectId, workItemId, returnAll: true },
		'workItemAttachment.upload': {
			credentialSource: 'json',
			uploadData: '={{ $json.credentials }}',
			binaryPropertyName: 'data',
		},
		'workItemPage.add': { projectId, workItemId, pageId },
		'workItemPage.get': { projectId, workItemId, pageId: locateFirst(state.workItemPages) },
		'workItemPage.getAll': { projectId, workItemId },
		'workItemPage.remove': { projectId, workItemId, pageId: locateFirst(state.workItemPages) },
		'workItemProperty.create': {
			projectId,
			typeId,
			displayName: 'Browser',
			propertyType: 'OPTION',
			additionalFields: { options: 'Firefox, Chromium' },
		},
		'workItemProperty.get': { projectId, typeId, propertyId: severityId },
		'workItemProperty.getAll': { projectId, typeId },
		'workItemProperty.update': {
			projectId,
			typeId,
			propertyId: severityId,
			updateFields: { displayName: 'Gravity' },
		},
		'workItemProperty.delete': {
			projectId,
			typeId,
			propertyId: locateFirst(state.workItemProperties.slice(1)),
		},
		'workItemPropertyOption.create': { projectId, propertyId: severityId, name: 'Medium' },
		'workItemPropertyOption.get': { projectId, propertyId: severityId, optionId },
		'workItemPropertyOption.getAll': { projectId, propertyId: severityId },
		'workItemPropertyOption.update': {
			projectId,
			propertyId: severityId,
			optionId,
			updateFields: { name: 'Highest' },
		},
		'workItemPropertyOption.delete': { projectId, propertyId: severityId, optionId },
		'workItemPropertyValue.get': {
			projectId,
			workItemId,
			typeId: severityType,
			propertyId: severityId,
		},
		'workItemPropertyValue.set': {
			projectId,
			workItemId,
			typeId: severityType,
			propertyId: severityId,
			value: 'Low',
		},
		'workItemPropertyValue.update': {
			projectId,
			workItemId,
			typeId: severityType,
			propertyId: severityId,
			value: 'Medium',
		},
		'workItemPropertyValue.delete': {
			projectId,
			workItemId,
			typeId: severityType,
			propertyId: severityId,
		},
		'workItemRelation.delete': { projectId, workItemId, relatedWorkItem: byId(workItems[1]) },
		'workItemType.create': { projectId, name: 'Chore' },
		'workItemType.get': { projectId, typeId },
		'workItemType.getAll': { projectId },
		'workItemType.update': { projectId, typeId, updateFields: { description: 'A task' } },
		'workItemType.delete': { projectId, typeId: locateFirst(state.types.slice(1)) },
		'worklog.create': { projectId, workItemId, duration: '1h 30m' },
		'worklog.getAll': { projectId, workItemId },
		'worklog.getTotals': { projectId },
		'worklog.update': {
			projectId,
			workItemId,
			worklogId: locateFirst(state.worklogs),
			updateFields: { duration: '0:45' },
		},
		'worklog.delete': { projectId, workItemId, worklogId: locateFirst(state.worklogs.slice(1)) },
		'workspace.getFeatures': {},
		'workspace.updateFeatures': { updateFields: { wiki: true } },
		'workItemLink.update': {
			projectId,
			workItemId,
			linkId: locateFirst(state.links),
			updateFields: { name: 'Design', url: 'https://example.com/design' },
		},
	};
}

/** The parameters of a node that carries out the operation `resource.operation`. */
export function parametersFor(key: string, parameters: INodeParameters = {}): INodeParameters {
	const [resource = '', operation = ''] = key.split('.');

	return { resource, operation, ...parameters };
}

/** Creates a resource locator that chooses the first of these records by its ID. */
export function locateFirst(records: readonly { readonly id: string }[]): INodeParameters {
	const [first] = records;
	if (first === undefined) throw new Error('The service has no such record');

	return byId(first.id);
}

/** Creates a resource locator that chooses a record by its ID, or by an expression. */
export const byId = (value: unknown): INodeParameters => ({
	__rl: true,
	mode: 'id',
	value: String(value),
});

/** Creates a resource locator that chooses a record by its name. */
const byName = (value: string): INodeParameters => ({ __rl: true, mode: 'name', value });

/** Creates a resource locator that chooses a record by its address in the web app. */
export const byUrl = (value: string): INodeParameters => ({ __rl: true, mode: 'url', value });

/** The columns of an upsert that finds work items by their titles. */
export const matchByTitle: INodeParameters = {
	mappingMode: 'autoMapInputData',
	value: null,
	matchingColumns: ['name'],
	schema: [],
};

/** Copies parameters with another value at a path such as `updateFields.name`. */
export function withValue(
	parameters: INodeParameters,
	place: string,
	value: NodeParameterValueType,
): INodeParameters {
	const [name = '', inner] = place.split('.');
	if (inner === undefined) return { ...parameters, [name]: value };

	const group = parameters[name];
	const others = typeof group === 'object' && !Array.isArray(group) ? group : {};

	return { ...parameters, [name]: { ...others, [inner]: value } };
}
