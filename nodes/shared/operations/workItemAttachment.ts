import { boolean, exactText, object, required, secret, texts, url } from '../fields/kinds';
import { camelCase, titleCase } from '../text/letterCase';
import { attach, resource, upload } from './builders';
import { simplified } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';
import { attachmentDownload } from './shared/downloads';
import { inputBinaryField } from './shared/inputBinaryField';
import { updateWorkItem } from './workItem';

/** A form field of upload credentials. Its label lacks the prefix, which differs between storages. */
function formField(wire: string, description: string, example: string) {
	const name = wire.replace('x-store-', '');
	const names = { parameter: camelCase(name), displayName: titleCase(name) };

	return required(exactText(wire, description, { ...names, placeholder: `e.g. ${example}` }));
}

export const uploadFile = upload({
	resource: 'workItemAttachment',
	value: 'upload',
	name: 'Upload File',
	action: 'Upload file of work item attachment',
	description: 'Upload the file of an attachment with credentials from another call',
	credentials: required(
		object('upload_data', 'Credentials as Plane issued them', {
			placeholder: 'e.g. {"url": "https://storage.example.com/uploads", "fields": {"key": "…"}}',
			hint: 'Usually an expression such as {{ $json }}',
		}),
	),
	url: required(url('upload_url', 'Address of the storage, as issued')),
	formFields: [
		formField('Content-Type', 'MIME type of the file', 'image/png'),
		formField('key', 'Path and name in the storage', 'aade4efe/notes.txt'),
		formField('x-store-algorithm', 'Algorithm of the signature', 'AWS4-HMAC-SHA256'),
		formField(
			'x-store-credential',
			'Credential of the signature',
			'access-key/20261121/us-east-1/…',
		),
		formField('x-store-date', 'Time of the request', '20261121T085901Z'),
		formField('policy', 'Policy document, in base64', 'eyJleHBpcm…'),
		required(
			secret('x-store-signature', 'Signature of the policy', {
				parameter: 'signature',
				displayName: 'Signature',
			}),
		),
	],
	file: inputBinaryField,
	signingPrefix: exactText(
		'x-store-',
		'Prefix of the signing fields, if it does not follow from the algorithm',
		{ parameter: 'fieldPrefix', displayName: 'Field Prefix', placeholder: 'e.g. x-amz-' },
	),
});

/** **Upload File** with the step before it, which issues credentials, and the one after it, completion (row 16). */
export const attachFile = attach({
	resource: 'workItemAttachment',
	action: 'Attach file to work item',
	description: 'Attach files of the item, or one at an address, to a work item',
	path: 'projects/{project_id}/work-items/{work_item_id}/attachments/',
	allBinaryFields: boolean('all_binary_fields', 'Whether to attach the files of all binary fields'),
	binaryFields: required(
		texts('binary_property_name', 'Binary fields that hold the files', {
			displayName: 'Input Binary Fields',
			default: 'data',
			placeholder: 'e.g. data, photo',
			hint: 'The names of the fields under Binary in the input',
		}),
	),
	fileUrl: required(
		url('file_url', 'Read without credentials', {
			displayName: 'File URL',
		}),
	),
	output: simplified(simplifiers.attachment),
	upload: uploadFile,
	completion: { method: 'PATCH', subPath: '{asset_id}/', body: { is_uploaded: true } },
	shownIn: { operation: updateWorkItem, textField: 'description_html' },
});

const operations = resource({
	resource: 'workItemAttachment',
	records: 'work item attachments',
	path: 'projects/{project_id}/work-items/{work_item_id}/attachments/',
	recordPath: 'projects/{project_id}/work-items/{work_item_id}/attachments/{attachment_id}/',
	output: simplified(simplifiers.attachment),
});

export const getAttachment = operations.get({
	description: 'Get one attachment of a work item with its file',
	fileDownload: attachmentDownload,
});

export const getWorkItemAttachments = operations.list({
	description: 'List the attachments of a work item, optionally with their files',
	fileDownload: attachmentDownload,
});

export const deleteAttachment = operations.delete({
	description: 'Delete an attachment of a work item, with its file',
});
