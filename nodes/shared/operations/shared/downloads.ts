import { boolean, text } from '../../fields/kinds';
import type { FileDownload } from '../operation';

/** The binary field that takes a file where none is named. */
export const FILE_FIELD = 'data';

export const fileField = text(
	'put_output_file_in_field',
	'Name of the binary field that takes the file',
	{ default: FILE_FIELD, placeholder: 'e.g. data' },
);

/** The files of attachments. */
export const attachmentDownload: FileDownload = {
	downloadOption: boolean(
		'download_files',
		'Whether to put the file of each attachment into its item',
	),
	outputField: fileField,
	subPath: '{attachment_id}/',
	metadataField: 'attributes',
};
