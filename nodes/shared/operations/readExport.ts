import { exactText } from '../fields/kinds';
import type { ReadFileOperation } from './operation';
import { inputBinaryField } from './shared/inputBinaryField';

/** Reads what Create or Update takes. It is beside that, although it has nothing to do with a server. */
export const readExport: ReadFileOperation = {
	kind: 'readFile',
	resource: 'workItem',
	value: 'readExport',
	name: 'Read Export',
	action: 'Read an export of another tool',
	description: "Read another tool's CSV or JSON file of work items for Create or Update",
	file: inputBinaryField,
	toolField: exactText('put_tool_in_field', 'Output field for the recognized tool, such as jira', {
		default: 'External Source',
		placeholder: 'e.g. External Source',
	}),
};
