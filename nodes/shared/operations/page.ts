import { html, text } from '../fields/kinds';
import { flatBody } from './body';
import { create } from './builders';

export const createPage = create({
	resource: 'page',
	action: 'Create project page',
	description: 'Create a new page in a project',
	path: 'projects/{project_id}/pages/',
	edition: 'commercial',
	body: flatBody(
		text('name', 'Name of the page', { placeholder: 'e.g. Release notes' }),
		html('description_html', 'Content of the page', {
			placeholder: 'e.g. # Version 2',
			notComparedReason: 'Servers sanitize HTML before they store it.',
		}),
	),
});
