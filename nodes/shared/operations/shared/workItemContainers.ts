import { archivedCycles, archivedModules, cycles, modules } from '../../lists/lists';
import { getWorkItemsOfCycle } from '../cycle';
import { getWorkItemsOfModule } from '../module';
import type { Containers } from '../operation';

/** What a work item is in: one cycle at most, and any number of modules. */
export const workItemContainers = {
	cycle: {
		containers: [cycles, archivedCycles],
		path: getWorkItemsOfCycle.request.path,
		placeholder: 'cycle_id',
	},
	modules: {
		containers: [modules, archivedModules],
		path: getWorkItemsOfModule.request.path,
		placeholder: 'module_id',
	},
} satisfies Record<string, Containers>;

/** The field of a work item that shows what it is in. */
export type ContainerField = keyof typeof workItemContainers;

/** Whether a field of a work item shows what it is in. */
export const isContainerField = (field: string): field is ContainerField =>
	Object.hasOwn(workItemContainers, field);
