import { color, html, object, text } from '../fields/kinds';
import { updateBody, createBody } from './body';
import { action, create, get, list, update } from './builders';
import { simplifiers } from './shared/simplifiers';
import { sortOrder } from './shared/sortOrder';

const fields = [
	text('name', 'Title of the sticky'),
	html('description_html', 'What the sticky says'),
	color('color', 'Color of the text'),
	color('background_color', 'Color of the sticky'),
	object('logo_props', 'Icon of the sticky'),
	sortOrder,
];

export const createSticky = create({
	resource: 'sticky',
	description: "Create a new sticky of the credential's user",
	path: 'stickies/',
	toolSimplifier: simplifiers.sticky,
	body: createBody(fields),
});

export const getSticky = get({
	resource: 'sticky',
	description: 'Retrieve one sticky',
	path: 'stickies/{sticky_id}/',
	simplifier: simplifiers.sticky,
});

export const getStickies = list({
	resource: 'sticky',
	description: "Retrieve a list of the stickies of the credential's user",
	path: 'stickies/',
	records: 'stickies',
	simplifier: simplifiers.sticky,
});

export const updateSticky = update({
	resource: 'sticky',
	description: 'Change a sticky',
	path: 'stickies/{sticky_id}/',
	toolSimplifier: simplifiers.sticky,
	body: updateBody(fields),
});

export const deleteSticky = action({
	resource: 'sticky',
	description: 'Delete a sticky',
	path: 'stickies/{sticky_id}/',
	resultKey: 'deleted',
});
