import { asText } from '../fields/text';
import { workspace } from '../operations/shared/locators';
import type { ParameterReader, Parameters } from './ParameterReader';

/**
 * The workspace of the panel, or that of the credential; neither is a problem, which the reader notes.
 *
 * @param otherwise the slug in the credential, or `''`
 */
export function readWorkspace(
	reader: Pick<ParameterReader<Parameters>, 'value' | 'note'>,
	otherwise: string,
): string {
	const slug = asText(reader.value(workspace)) ?? otherwise;
	if (slug === '') {
		const remedy = 'Enter the slug from the address of the workspace, here or in the credential.';

		reader.note(workspace, 'there is no value here or in the credential', remedy);
	}

	return slug;
}
