import { exactText, object, required, secret, url } from '../../fields/kinds';
import { camelCase, titleCase } from '../../fields/names';
import type { Operation } from '../operation';

/** A form field as issued. The panel calls it without the prefix, which differs between storages. */
function formField(wire: string, description: string, example: string) {
	const name = wire.replace('x-store-', '');
	const shown = { parameter: camelCase(name), displayName: titleCase(name) };
	return required(exactText(wire, description, { ...shown, placeholder: `e.g. ${example}` }));
}

export const uploadFile: Operation<'upload'> = {
	kind: 'upload',
	resource: 'workItemAttachment',
	value: 'upload',
	name: 'Upload File',
	action: 'Upload file of work item attachment',
	description:
		'Upload the file of an attachment to the storage, with credentials from another call',
	request: { method: 'POST', path: '{upload_url}/' },
	upload: {
		issued: required(
			object(
				'upload_data',
				'Credentials as Plane issued them, with the address and all form fields',
				{
					placeholder:
						'e.g. {"url": "https://storage.example.com/uploads", "fields": {"key": "…"}}',
					hint: 'Usually an expression such as {{ $json }}',
				},
			),
		),
		url: required(
			url('upload_url', 'Address of the storage as issued with the credentials', {
				placeholder: 'e.g. https://storage.example.com/uploads',
			}),
		),
		form: [
			formField('Content-Type', 'MIME type that the credentials were issued for', 'image/png'),
			formField('key', 'Path and name in the storage, as issued', 'aade4efe/notes.txt'),
			formField('x-store-algorithm', 'Algorithm of the signature, as issued', 'AWS4-HMAC-SHA256'),
			formField(
				'x-store-credential',
				'Credential that signed, as issued',
				'access-key/20261121/us-east-1/s3/aws4_request',
			),
			formField('x-store-date', 'Time of the request, as issued', '20261121T085901Z'),
			formField('policy', 'Policy document as issued, in base64', 'eyJleHBpcmF0aW9uIjog…'),
			required(
				secret('x-store-signature', 'Signature of the policy, as issued', {
					parameter: 'signature',
					displayName: 'Signature',
				}),
			),
		],
		file: required(
			exactText('file', 'Binary field that holds the file', {
				parameter: 'binaryPropertyName',
				displayName: 'Input Binary Field',
				default: 'data',
				placeholder: 'e.g. data',
				hint: 'The name of the field under Binary in the input',
			}),
		),
		prefix: exactText(
			'x-store-',
			'What the names of the four signing fields start with. Without it, the algorithm tells: x-amz- for AWS4, x-goog- for GOOG4, otherwise x-store-.',
			{ parameter: 'fieldPrefix', displayName: 'Field Prefix', placeholder: 'e.g. x-amz-' },
		),
	},
};
