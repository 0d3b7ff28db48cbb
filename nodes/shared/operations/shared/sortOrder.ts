import { lasting, number } from '../../fields/kinds';

/**
 * Where a record stands among others in the web app. A new work item or label goes behind the last one,
 * whatever was sent (row 163).
 */
export const sortOrder = lasting(
	number('sort_order', 'Position in the web app: lower numbers come first', {
		resendAfterCreate: 'any',
	}),
);
