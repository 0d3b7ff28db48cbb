import { htmlText, text } from '../fields/kinds';
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
		htmlText('description_html', 'Content of the page as HTML', {
			placeholder: 'e.g. <h1>Version 2</h1><p>What is new</p>',
			hint: 'HTML, not Markdown: convert Markdown with the Markdown node',
			notComparedReason: 'Servers sanitize HTML before they store it.',
		}),
	),
});
