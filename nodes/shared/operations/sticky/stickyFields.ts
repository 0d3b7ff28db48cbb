import { color, html, object, text } from '../../fields/kinds';
import { sortOrder } from '../shared/sortOrder';

export const stickyFields = [
	text('name', 'Title of the sticky'),
	html('description_html', 'What the sticky says'),
	color('color', 'Color of the text as #rrggbb'),
	color('background_color', 'Color of the sticky as #rrggbb'),
	object('logo_props', 'Icon of the sticky as a JSON object'),
	sortOrder,
];
