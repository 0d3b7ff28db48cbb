import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import type { ServiceState } from '../service/state';

/** Valid parameters of the commercial operations, and of others that several tests use. */
export function samples(state: ServiceState): Record<string, INodeParameters> {
	const projectId = locateFirst(state.projects);
	const customerId = locateFirst(state.customers);
	const propertyId = locateFirst(state.customerProperties);
	const teamspaceId = locateFirst(state.teamspaces);
	const workItemId = locateFirst(state.workItems);
	const users = state.users.map(({ id }) => id);
	const inProject = ({ project }: { readonly project: string }) => project === projectId.value;
	const workItems = state.workItems.filter(inProject).map(({ id }) => id);

	return {
		'customer.create': { name: 'Analytical Engines', email: 'ada@example.com' },
		'customerProperty.update': {
			propertyId,
			updateFields: { displayName: 'Plan', isRequired: true, defaultValue: 'Gold, Silver' },
		},
		'customerPropertyValue.update': { customerId, propertyId, values: '["Gold"]' },
		'customerRequest.getAll': { customerId, limit: 5 },
		'cycle.addWorkItems': {
			projectId,
			cycleId: locateFirst(state.cycles),
			workItemIds: workItems.slice(-2).join(', '),
		},
		'initiative.update': {
			initiativeId: locateFirst(state.initiatives),
			name: 'Launch in spring',
			updateFields: { state: 'ACTIVE', startDate: '2026-03-01', endDate: '2026-05-31' },
		},
		'label.create': { projectId, name: 'from n8n' },
		'label.delete': { projectId, labelId: locateFirst(state.labels) },
		'label.get': { projectId, labelId: locateFirst(state.labels) },
		'label.getAll': { projectId, returnAll: true },
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
		'page.create': { projectId, name: 'Release notes', description: '# Version 2' },
		'state.create': { projectId, name: 'In review by n8n', color: '#3f76ff' },
		'teamspaceMember.add': { teamspaceId, memberIds: users.slice(-1) },
		'teamspaceMember.getAll': { teamspaceId, returnAll: true },
		'workItem.getAll': { projectId, returnAll: true },
		'workItemAttachment.attach': { projectId, workItemId, binaryPropertyName: 'data' },
		'workItemAttachment.getAll': { projectId, workItemId, returnAll: true },
		'workItemAttachment.upload': {
			credentialSource: 'json',
			uploadData: '={{ $json.credentials }}',
			binaryPropertyName: 'data',
		},
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

/** Creates a resource locator that chooses a record by its address in the web app. */
export const byUrl = (value: string): INodeParameters => ({ __rl: true, mode: 'url', value });

/** The collection Request Options: the name of its parameter, and the name that the panel shows. */
export const requestOptions = { name: 'requestOptions', displayName: 'Request Options' };

/** Adds Request Options such as Concurrent Requests, Max Wait and Retries to parameters. */
export const withRequestOptions = (
	options: INodeParameters,
	parameters: INodeParameters = {},
): INodeParameters =>
	Object.entries(options).reduce(
		(all, [name, value]) => withValue(all, `${requestOptions.name}.${name}`, value),
		parameters,
	);

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
