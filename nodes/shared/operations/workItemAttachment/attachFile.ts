import { boolean, required, texts } from '../../fields/kinds';
import { operation } from '../operation';
import { uploadFile } from './uploadFile';

/** **Upload File** with the steps around it: credentials before, completion after (row 16). */
export const attachFile = operation({
	kind: 'attach',
	resource: 'workItemAttachment',
	action: 'Attach file to work item',
	description: 'Attach one or more files of the item to a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/attachments/',
	attach: {
		all: boolean(
			'all_binary_fields',
			'Whether to attach the files of all binary fields of the item',
		),
		files: required(
			texts('binary_property_name', 'Binary fields that hold the files, separated by commas', {
				...{ displayName: 'Input Binary Fields', default: 'data' },
				placeholder: 'e.g. data, photo',
				hint: 'The names of the fields under Binary in the input',
			}),
		),
		upload: uploadFile,
		complete: { method: 'PATCH', path: '{asset_id}/', body: { is_uploaded: true } },
	},
});
