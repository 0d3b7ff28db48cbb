import { choice } from '../../fields/kinds';
import { PRIORITIES } from '../../values/priorities';

const priorityChoice = choice('priority', PRIORITIES, 'How urgent it is');

/** The priority of a work item. The API refuses `null`: one without a priority has `none` (row 25). */
export const priority = {
	...priorityChoice,
	default: 'none',
	kind: { ...priorityChoice.kind, emptyValue: 'none' },
};
