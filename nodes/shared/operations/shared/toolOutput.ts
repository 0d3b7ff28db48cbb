import { field } from '../../fields/field';
import { textsKind } from '../../fields/list';

/**
 * The fields that a model reads of each record: only in tools, where each field costs tokens. The node selects them,
 * because not every server does (row 30). Every operation that returns records has it, so that its description is short.
 */
export const fieldsToReturn = field(textsKind, 'fields_to_return', 'Only these fields', {
	displayName: 'Fields to Return',
	placeholder: 'e.g. key, name, state',
});
