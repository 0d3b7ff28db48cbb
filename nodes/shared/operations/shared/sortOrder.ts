import { lasting, number } from '../../fields/kinds';

/** Where a record stands among others in the web app. */
export const sortOrder = lasting(
	number('sort_order', 'Position in the web app: lower numbers come first'),
);
