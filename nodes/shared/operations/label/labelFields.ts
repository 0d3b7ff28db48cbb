import { color, longText, record } from '../../fields/kinds';
import { labels } from '../../lists/lists';
import { external } from '../shared/external';
import { sortOrder } from '../shared/sortOrder';

/** What a label has besides its name. */
export const labelFields = [
	color('color', 'Color of the label as #rrggbb'),
	longText('description', 'What the label means'),
	record('parent', 'Parent label', labels),
	sortOrder,
	...external('label'),
];
