import { notClearable, number } from '../../fields/kinds';

/**
 * The position of a record in the web app. Servers put a new work item or label last, whatever was sent
 * (row 163).
 */
export const sortOrder = notClearable(
	number('sort_order', 'Lower numbers come first', {
		resendAfterCreate: 'any',
	}),
);
