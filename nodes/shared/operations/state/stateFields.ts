import { boolean, choice, lasting, longText } from '../../fields/kinds';
import { external } from '../shared/external';

/** What a state has besides its name and its color. */
export const stateFields = [
	longText('description', 'What the state means'),
	lasting(
		choice(
			'group',
			['backlog', 'unstarted', 'started', 'completed', 'cancelled'],
			'Group that the state belongs to: it decides what counts as done',
		),
	),
	boolean(
		'default',
		'Whether new work items begin in this state. Turning it on turns it off for the state that had it.',
		{ isOnlyInOne: true },
	),
	...external('state'),
];
