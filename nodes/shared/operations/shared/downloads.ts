import { boolean, text } from '../../fields/kinds';
import type { FileDownload } from '../operation';

/** The default binary field of the output for a file. */
export const FILE_FIELD = 'data';

export const fileField = text('put_output_file_in_field', 'Name of the output binary field', {
	default: FILE_FIELD,
	placeholder: 'e.g. data',
});

/** How the files of attachments are downloaded. */
export const attachmentDownload: FileDownload = {
	downloadOption: boolean('download_files', 'Whether to add the files as binary data'),
	outputField: fileField,
	subPath: '{attachment_id}/',
	metadataField: 'attributes',
};
