import {
	boolean,
	choice,
	color,
	notClearable,
	longText,
	name,
	number,
	required,
} from '../fields/kinds';
import { updateBody, createBody } from './body';
import type { BodyRule } from './bodyRules';
import { resource } from './builders';
import { bulkWrites } from './shared/bulkWrites';
import { simplified, simplifiedInTools } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';
import { BY_NAME, external } from './shared/external';

const rules: readonly BodyRule[] = [{ kind: 'onlyOneOn', field: 'default' }];

/** The fields of a state in addition to its name and its color. */
const sharedFields = [
	longText('description', 'What the state means'),
	notClearable(
		choice(
			'group',
			['backlog', 'unstarted', 'started', 'completed', 'cancelled'],
			'Group of the state, which decides whether its work items count as done',
		),
	),
	boolean(
		'default',
		'Whether new work items get this state. Turning it on turns it off for the previous default state.',
	),
	...external,
];

const operations = resource({
	resource: 'state',
	records: 'states',
	path: 'projects/{project_id}/states/',
	recordPath: 'projects/{project_id}/states/{state_id}/',
	bulk: bulkWrites.state,
	output: simplified(simplifiers.state),
});

export const createState = operations.create({
	description: 'Create a new workflow state in a project',
	naturalKey: BY_NAME,
	output: simplifiedInTools(simplifiers.state),
	body: createBody(
		[
			required(
				name('name', 'Name of the state', {
					placeholder: 'e.g. In Review',
					identifiesRecord: true,
				}),
			),
			required(color('color', 'Color of the state')),
			...sharedFields,
		],
		{ rules },
	),
});

export const getState = operations.get({
	description: 'Retrieve one workflow state of a project',
});

export const getStates = operations.list({
	description: 'Retrieve a list of the workflow states of a project',
});

export const updateState = operations.update({
	description: 'Change the details of a workflow state',
	output: simplifiedInTools(simplifiers.state),
	body: updateBody(
		[
			notClearable(name('name', 'Name of the state', { identifiesRecord: true })),
			notClearable(color('color', 'Color of the state')),
			notClearable(
				number('sequence', 'Position among the states of its group: lower numbers come first'),
			),
			...sharedFields,
		],
		{ rules },
	),
});

export const deleteState = operations.delete({
	description: 'Delete a workflow state that has no work items and is not the default state',
	// Row 36.
	refusals: [
		{
			when: { message: /default state cannot be deleted/i },
			subject: 'record',
			says: 'is the default state, which cannot be deleted',
			remedy:
				'Make another state the default one with State → Update: that turns Default off for this one. If another one is a default state already, turn Default off for this one.',
		},
		{
			when: { message: /state is not empty|only empty states/i },
			subject: 'record',
			says: 'is in use: work items are in it',
			remedy: 'If they may have another state, move them there first with Work Item → Update.',
		},
	],
});
