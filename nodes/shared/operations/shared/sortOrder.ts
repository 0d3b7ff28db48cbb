import { lasting, number } from '../../fields/kinds';

/** Where a record stands among others in the web app. */
export const sortOrder = lasting(
	number('sort_order', 'Place in the order of the web app: the smallest first'),
);
