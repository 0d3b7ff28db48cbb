import { color, html, object, text } from '../fields/kinds';
import { updateBody, createBody } from './body';
import { resource } from './builders';
import { simplified, simplifiedInTools } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';
import { sortOrder } from './shared/sortOrder';

const fields = [
	text('name', 'Title of the sticky'),
	html('description_html', 'What it says'),
	color('color', 'Color of the text'),
	color('background_color', 'Color of the sticky'),
	object('logo_props', 'Icon of the sticky'),
	sortOrder,
];

const operations = resource({
	resource: 'sticky',
	records: 'stickies',
	path: 'stickies/',
	recordPath: 'stickies/{sticky_id}/',
	output: simplified(simplifiers.sticky),
});

export const createSticky = operations.create({
	description: "Create a sticky of the credential's user",
	output: simplifiedInTools(simplifiers.sticky),
	body: createBody(fields),
});

export const getSticky = operations.get({
	description: 'Get one sticky',
});

export const getStickies = operations.list({
	description: "List the stickies of the credential's user",
});

export const updateSticky = operations.update({
	description: 'Change a sticky',
	output: simplifiedInTools(simplifiers.sticky),
	body: updateBody(fields),
});

export const deleteSticky = operations.delete({
	description: 'Delete a sticky',
});
