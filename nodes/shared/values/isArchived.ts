import type { JsonObject } from 'n8n-workflow';

/** Whether a record is archived. A record that does not show it is taken for one that is not. */
export const isArchived = ({ archived_at: archivedAt }: JsonObject): boolean =>
	archivedAt !== undefined && archivedAt !== null;
