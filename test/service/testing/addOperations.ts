import { stableId, type Project, type ServiceState } from '../state';

/**
 * Adds a third project, Operations, to Launch and Website. It has nothing in it.
 *
 * @returns all three
 */
export function addOperations(state: ServiceState) {
	const [launch, website] = state.projects;
	if (launch === undefined || website === undefined) throw new Error('The service has no projects');

	const operations: Project = {
		...launch,
		id: stableId('project', 7),
		name: 'Operations',
		identifier: 'OPS',
	};

	state.projects.push(operations);

	return { launch, website, operations };
}
