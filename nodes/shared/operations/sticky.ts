import { color, html, object, text } from '../fields/kinds';
import { changes, content, operation } from './operation';
import { cards } from './shared/cards';
import { sortOrder } from './shared/sortOrder';

const stickyFields = [
	text('name', 'Title of the sticky'),
	html('description_html', 'What the sticky says'),
	color('color', 'Color of the text as #rrggbb'),
	color('background_color', 'Color of the sticky as #rrggbb'),
	object('logo_props', 'Icon of the sticky as a JSON object'),
	sortOrder,
];

export const createSticky = operation({
	kind: 'create',
	resource: 'sticky',
	description: "Create a new sticky of the API key's user",
	path: 'stickies/',
	body: content(stickyFields),
});

export const getSticky = operation({
	kind: 'get',
	resource: 'sticky',
	description: 'Retrieve one sticky',
	path: 'stickies/{sticky_id}/',
	simplified: cards.sticky,
});

export const getStickies = operation({
	kind: 'list',
	resource: 'sticky',
	description: "Retrieve a list of the stickies of the API key's user",
	path: 'stickies/',
	list: { records: 'stickies', simplified: cards.sticky },
});

export const updateSticky = operation({
	kind: 'update',
	resource: 'sticky',
	description: 'Change a sticky',
	path: 'stickies/{sticky_id}/',
	body: changes(stickyFields),
});

export const deleteSticky = operation({
	kind: 'action',
	resource: 'sticky',
	description: 'Delete a sticky',
	path: 'stickies/{sticky_id}/',
	done: 'deleted',
});
