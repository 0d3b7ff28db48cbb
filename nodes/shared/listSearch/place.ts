import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { isRecord } from '../fields/describe';
import { isEmpty } from '../fields/empty';
import type { Field } from '../fields/kinds';
import { FIXED } from '../fields/origin';
import { asText } from '../fields/text';
import { writeField } from '../fields/write';
import { type Picker, placeholdersIn } from '../lists/picker';
import type { Located } from '../model/call';
import { project, workItem, workspace } from '../operations/shared/locators';
import { isProblem, type Result } from '../result/problem';
import { emptyState } from './emptyState';

/** The locators that the path of a picker names. @throws RangeError for a name without one */
export const parentsOf = (path: string): Field[] =>
	placeholdersIn(path).map((name) => {
		const field = [project, workItem].find(({ wire }) => wire === name);
		if (field === undefined) throw new RangeError(`No parameter for ${name}`);
		return field;
	});

/**
 * Reads from the panel where the list of a picker is.
 *
 * @param workspaceSlug the credential's, for a panel that names none
 * @returns what has to be done first, where the panel does not say it yet
 */
export function placeOf(
	context: ILoadOptionsFunctions,
	{ path }: Picker,
	workspaceSlug: string,
): Result<Located> {
	const given = context.getCurrentNodeParameter(workspace.parameter);
	const slug = isEmpty(given) ? workspaceSlug : chosen(context, workspace, given);
	if (typeof slug !== 'string') return slug;
	if (slug === '') return emptyState('Enter a Workspace Slug first, here or in the credential');

	const values: Record<string, string> = {};
	for (const field of parentsOf(path)) {
		const value = chosen(context, field, context.getCurrentNodeParameter(field.parameter));
		if (isProblem(value)) return value;
		values[field.wire] = value;
	}
	return { workspace: slug, path: values };
}

/** The value of a parameter as it is sent. */
function chosen(context: ILoadOptionsFunctions, field: Field, given: unknown): Result<string> {
	const { displayName } = field;
	const value = isRecord(given) && 'value' in given ? given.value : given;
	// The editor evaluates expressions before it asks, and gives nothing for those that fail.
	const isUnknown = value === null || (typeof value === 'string' && value.startsWith('='));
	if (isUnknown || (value === undefined && given !== undefined)) {
		return emptyState(`${displayName} has no value yet: run the nodes before this one first`);
	}
	if (isEmpty(value)) return emptyState(`Choose ${displayName} first`);

	const timezone = context.getTimezone();
	const result = writeField(field, given, { timezone, origin: FIXED }, 'leave');
	return isProblem(result)
		? emptyState(`${displayName}: ${result.message}. ${result.description}`)
		: (asText(result) ?? '');
}
