import type { JsonObject } from 'n8n-workflow';

import { asText } from './asText';
import { Names } from './Names';

/** The rows of a list by their names. @param nameField the field of all rows that has the name */
export const indexNamesBy = (rows: readonly JsonObject[], nameField: string): Names<JsonObject> =>
	new Names(rows, { names: (row) => [[asText(row[nameField]) ?? '']] });
