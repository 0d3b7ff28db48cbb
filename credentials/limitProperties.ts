// Saved as JSON when the package is built (gulpfile.js).

import type { INodeProperties } from 'n8n-workflow';

import { toNodeProperty } from '../nodes/shared/fields/nodeProperty';
import { LIMIT_FIELDS } from '../nodes/shared/transport/limits';

/** The switch, and the fields that it shows: how a server wants to be asked. */
export const limitProperties: readonly INodeProperties[] = [
	{
		displayName: 'Limits',
		name: 'limits',
		type: 'boolean',
		default: false,
		description:
			'Whether to change how many requests are sent, and how long the nodes wait for the server. The limits apply to each execution separately.',
	},
	...LIMIT_FIELDS.map((field) => toNodeProperty(field, { limits: [true] })),
];
