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
	description:
		"Read the records of another tool's CSV or JSON file for Create or Update, and send nothing to Plane",
	file: inputBinaryField,
	toolField: exactText(
		'put_tool_in_field',
		'Field of each record that takes the recognized tool, such as jira. Create or Update reads External Source from it.',
		{ default: 'External Source', placeholder: 'e.g. External Source' },
	),
};
