import { boolean, required, texts } from '../../fields/kinds';
import { project, workItem } from '../shared/locators';
import { operation } from '../operation';
import { uploadFile } from './uploadFile';

/**
 * Operation 6 with the steps around it, which the specification names and does not show ("Get
 * upload credentials endpoint"; observed row 16).
 */
export const attachFile = operation({
	resource: 'workItemAttachment',
	value: 'attach',
	name: 'Attach File',
	action: 'Attach file to work item',
	description: 'Attach one or more files of the input item to a work item',
	request: {
		method: 'POST',
		path: 'projects/{project_id}/work-items/{work_item_id}/attachments/',
	},
	path: [project, workItem],
	attach: {
		all: boolean(
			'all_binary_fields',
			'Whether to attach the files of all binary fields of the input item',
		),
		files: required(
			texts(
				'binary_property_name',
				'Names of the binary fields of the input item that hold the files, separated by commas',
				{
					...{ displayName: 'Input Binary Fields', default: 'data' },
					placeholder: 'e.g. data, photo',
					hint: 'The names of the fields under Binary in the input',
				},
			),
		),
		upload: uploadFile,
		complete: { method: 'PATCH', path: '{asset_id}/', body: { is_uploaded: true } },
	},
});
