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
	longText('description', 'What it means'),
	notClearable(
		choice(
			'group',
			['backlog', 'unstarted', 'started', 'completed', 'cancelled'],
			'Decides whether its work items count as done',
		),
	),
	boolean('default', 'Whether new work items get it, instead of the previous default'),
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
	description: 'Create a workflow state in a project',
	naturalKey: BY_NAME,
	output: simplifiedInTools(simplifiers.state),
	body: createBody(
		[
			required(
				name('name', 'Its name', {
					identifiesRecord: true,
				}),
			),
			required(color('color', 'Its color')),
			...sharedFields,
		],
		{ rules },
	),
});

export const getState = operations.get({
	description: 'Get one workflow state of a project',
});

export const getStates = operations.list({
	description: 'List the workflow states of a project',
});

export const updateState = operations.update({
	description: 'Change a workflow state',
	output: simplifiedInTools(simplifiers.state),
	body: updateBody(
		[
			notClearable(name('name', 'Its name', { identifiesRecord: true })),
			notClearable(color('color', 'Its color')),
			notClearable(number('sequence', 'Lower numbers come first in its group')),
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
