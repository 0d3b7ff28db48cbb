import { exactText, required } from '../../fields/kinds';

/** The binary field of the input item that holds a file. */
export const inputBinaryField = required(
	exactText('file', 'Binary field that holds the file', {
		parameter: 'binaryPropertyName',
		displayName: 'Input Binary Field',
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'The name of the field under Binary in the input',
	}),
);
