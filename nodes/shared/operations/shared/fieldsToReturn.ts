import { field } from '../../fields/field';
import { textsKind } from '../../fields/list';

/**
 * The option that selects fields of each record. The node selects them, because not every server does (row 30), and
 * because records get fields of the node's own. Every operation that returns records has it, so that its description
 * is short.
 */
export const fieldsToReturn = field(
	{ ...textsKind, panel: { type: 'string', default: '' } },
	'fields_to_return',
	'Such as key, state',
	{ displayName: 'Fields to Return' },
);
