import { exactText, object, required, secret, url } from '../../fields/kinds';
import type { Operation } from '../operation';

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
			exactText('Content-Type', 'MIME type that the credentials were issued for', {
				placeholder: 'e.g. image/png',
			}),
			exactText('key', 'Path and name in the storage, as issued', {
				placeholder: 'e.g. aade4efe/notes.txt',
			}),
			exactText('x-store-algorithm', 'Algorithm of the signature, as issued', {
				parameter: 'algorithm',
				displayName: 'Algorithm',
				placeholder: 'e.g. AWS4-HMAC-SHA256',
			}),
			exactText('x-store-credential', 'Credential that signed, as issued', {
				parameter: 'credential',
				displayName: 'Credential',
				placeholder: 'e.g. access-key/20261121/us-east-1/s3/aws4_request',
			}),
			exactText('x-store-date', 'Time of the request, as issued', {
				parameter: 'date',
				displayName: 'Date',
				placeholder: 'e.g. 20261121T085901Z',
			}),
			exactText('policy', 'Policy document as issued, in base64', {
				placeholder: 'e.g. eyJleHBpcmF0aW9uIjog…',
			}),
			secret('x-store-signature', 'Signature of the policy, as issued', {
				parameter: 'signature',
				displayName: 'Signature',
			}),
		].map((field) => required(field)),
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
