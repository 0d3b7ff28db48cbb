import {
	boolean,
	choice,
	color,
	type Field,
	html,
	id,
	labeled,
	name,
	notClearable,
	object,
	required,
	text,
} from '../../fields/kinds';
import type { BodyRule } from '../bodyRules';
import type { NaturalKey, ServerFilter } from '../operation';
import { byUncheckedExternalId, external } from './external';

const pageName = name('name', 'Its name');

const content = html('description_html', 'Text of the page', {
	notComparedReason: 'Servers sanitize HTML before they store it.',
	// Servers require it, and a page without content has an empty paragraph (row 463).
	initialValue: '<p></p>',
});

/** Only a new page takes the other fields (row 466). */
const fixed = (field: Field): Field => ({ ...field, createOnly: 'refuseOther' });

/** The fields of a new page of a project or of the wiki. */
export const newPageFields = [
	required(pageName),
	content,
	fixed(labeled('access', { Public: 0, Private: 1 }, 'Who can see it')),
	fixed(
		id('collection_id', 'ID of its collection; not together with Parent', {
			displayName: 'Collection',
		}),
	),
	fixed(color('color', 'Its color')),
	fixed(
		boolean('is_locked', 'Whether nobody can change it', {
			default: true,
			displayName: 'Locked',
		}),
	),
	fixed(object('logo_props', 'Icon of the page')),
	fixed(
		id('parent_id', 'ID of its parent page; not together with Collection', {
			displayName: 'Parent',
		}),
	),
	...external.map(fixed),
];

/** The rules of these fields. */
export const NEW_PAGE_RULES: readonly BodyRule[] = [
	{ kind: 'excludes', fields: ['parent_id', 'collection_id'] },
];

/** The fields of a page that can be changed. An update leaves alone what it does not send (row 466). */
export const changeablePageFields = [notClearable(pageName), content];

/** How servers change a page (row 466). */
export const PAGE_REQUEST = { method: 'PUT' } as const;

/** Recognizes a page. The list leaves out its text (row 463), and archived pages (row 466). */
export const PAGE_KEY: NaturalKey = {
	...byUncheckedExternalId(),
	lookup: { kind: 'incompleteLists', archives: [{ type: 'archived' }] },
};

/** The filters of the lists of pages, which their rows do not show. */
export const pageFilters: readonly ServerFilter[] = [
	{
		...text('search', 'Text in the name', {
			displayName: 'Name Contains',
			placeholder: 'e.g. release',
		}),
		rowPath: 'name',
		test: 'contains',
	},
	choice(
		'type',
		['all', 'archived', 'private', 'public', 'shared'],
		'Which pages; without it, those not archived',
	),
];
