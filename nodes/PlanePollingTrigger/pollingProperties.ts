// Saved as JSON when the package is built (gulpfile.js).

import type { INodeProperties } from 'n8n-workflow';

import { detailProperties, filterProperties } from '../shared/events/eventProperties';
import { toCollection, toNodeProperty } from '../shared/fields/nodeProperty';
import { workspace } from '../shared/operations/shared/locators';
import { authenticationProperty } from '../shared/parameters/authenticationProperty';
import { pollingFields as fields } from './pollingFields';

/** The parameters in the order in which the editor shows them. */
export const pollingProperties: INodeProperties[] = [
	authenticationProperty,
	{ ...toNodeProperty(fields.events), default: ['workItemCreated'] },
	toNodeProperty(fields.projects),
	...detailProperties,
	toNodeProperty(fields.output),
	...filterProperties,
	...toCollection('options', [fields.ignoredUsers, fields.ignoreOwnChanges]),
	toNodeProperty(workspace),
	{
		displayName:
			'If you rename this node once it is published, it starts over: n8n remembers by its name what it has seen.',
		name: 'notice',
		type: 'notice',
		default: '',
	},
];
