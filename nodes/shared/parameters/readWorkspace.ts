import { asText } from '../values/asText';
import { workspace } from '../operations/shared/locators';
import type { ParameterContext, ParameterReader } from './ParameterReader';

/**
 * Reads the workspace slug from the panel, or takes the slug in the credential. If neither has one, the
 * reader gets a problem.
 *
 * @param defaultSlug the slug in the credential, or `''`
 */
export function readWorkspace(
	reader: Pick<ParameterReader<ParameterContext>, 'value' | 'addProblem'>,
	defaultSlug: string,
): string {
	const slug = asText(reader.value(workspace)) ?? defaultSlug;
	if (slug === '') {
		const remedy = 'Enter the slug from the address of the workspace, here or in the credential.';

		reader.addProblem(workspace, 'there is no value here or in the credential', remedy);
	}

	return slug;
}
