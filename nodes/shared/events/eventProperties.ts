import type { INodeProperties } from 'n8n-workflow';

import { toCollection, toNodeProperty } from '../fields/nodeProperty';
import { changedFields } from './changedFields';
import { assignedTo, eventFilters, toStates } from './filters';
import type { WorkItemEvent } from './matchChange';

/** The values that the parameter Events must have for a parameter to be shown. */
const whenChosen = (event: WorkItemEvent) => ({ events: [event] });

/** The parameters of single events, in the order of the panel. */
export const detailProperties: readonly INodeProperties[] = [
	toNodeProperty(toStates, whenChosen('workItemStateChanged')),
	toNodeProperty(assignedTo, whenChosen('workItemAssigned')),
	toNodeProperty(changedFields, whenChosen('fieldChanged')),
];

/** The collection of the filters. */
export const filterProperties: readonly INodeProperties[] = toCollection(
	'filters',
	eventFilters.map(({ field }) => field),
);
