import type { JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../../shared/fields/json';
import { asText } from '../../shared/fields/text';

/** Lists of projects have neither archived work items nor drafts. */
export const isInProjectList = ({
	archived_at: at = null,
	is_draft: isDraft,
}: JsonObject): boolean => at === null && isDraft !== true;

/** The ID of the project of a row, or undefined if it does not show it. */
export const readProjectOf = ({ project }: JsonObject): string | undefined =>
	asText(isJsonObject(project) ? project.id : project);
