import type { JsonObject } from 'n8n-workflow';

import { jsonResponse } from '../../unit/responses';
import { RECORD } from '../writes/useProject';

// Custom properties for tests of what is read of them, and of what is compared before a change.

export const SEVERITY = '7f9e2a30-0000-4000-8000-00000000000d';
export const VERSION = '7f9e2a30-0000-4000-8000-00000000000e';
export const NOTES = '7f9e2a30-0000-4000-8000-00000000000f';

/** The type of the work item. */
export const TYPE = '7f9e2a30-0000-4000-8000-00000000000b';

/** What a server answers that has a work item of a type with one property (rows 468 and 470). */
export const workItemWithProperty = (property: JsonObject) => ({
	'GET work-item-types/': jsonResponse([{ id: TYPE, name: 'Bug' }]),
	[`GET work-item-types/${TYPE}/work-item-properties/`]: jsonResponse([property]),
	[`GET work-items/${RECORD}/`]: jsonResponse({ id: RECORD, type_id: TYPE }),
	[`PATCH work-items/${RECORD}/`]: jsonResponse({ id: RECORD, type_id: TYPE }),
});

/** A property with a formatted text, as the list of a type has it (row 480). */
export const formattedText = {
	id: NOTES,
	display_name: 'Notes',
	property_type: 'RELATION',
	relation_type: 'RICH_TEXT',
};

/** The value of this property (row 468). */
export const showFormattedText = (html: string): JsonObject => ({
	id: 'v1',
	property_id: NOTES,
	value: 'd1',
	value_detail: { id: 'd1', description_html: html, description_stripped: 'a' },
});
