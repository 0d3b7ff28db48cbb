import { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import { createHash } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';

import type { UploadCredentials } from '../service/upload';
import type { Outcome } from './engine';
import type { InputFile, InputItem } from './startNode';
import type { Execution, World } from './world';

export const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** Creates a file with this text. */
export const textFile = (text: string, more: Partial<InputFile> = {}) => ({
	content: Buffer.from(text),
	name: 'notes.txt',
	mimeType: 'text/plain',
	...more,
});

/** Upload parameters with the credentials as JSON, by default the JSON of the item. */
export const credentialsAsJson = (uploadData = '={{ $json }}'): INodeParameters => ({
	credentialSource: 'json',
	uploadData,
	binaryPropertyName: 'data',
});

/** An input item with a file and the credentials to upload it. */
export const itemWithFile = (credentials: object, file: InputFile): InputItem => ({
	json: { ...credentials },
	files: { data: file },
});

/** Upload parameters with the credentials in single fields, whose names may be in any case. */
export const credentialsAsFields = ({
	url,
	fields,
}: UploadCredentials['upload_data']): INodeParameters => {
	const values = new Map(
		Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]),
	);
	const getField = (name: string) => values.get(name) ?? '';

	return {
		credentialSource: 'fields',
		uploadUrl: url,
		contentType: getField('content-type'),
		key: getField('key'),
		algorithm: getField('x-amz-algorithm'),
		credential: getField('x-amz-credential'),
		date: getField('x-amz-date'),
		policy: getField('policy'),
		signature: getField('x-amz-signature'),
		binaryPropertyName: 'data',
	};
};

/** Returns the key of the file in the storage. */
export const getKey = ({ fields }: UploadCredentials['upload_data']): string => fields.key ?? '';

/**
 * Upload credentials for a server that checks nothing. They have the fields of recorded ones (row 16), and
 * a policy that cannot be parsed.
 */
export const unsignedCredentials = (
	url: string,
	fields: Readonly<Record<string, string>> = {},
) => ({
	url,
	fields: {
		'Content-Type': 'text/plain',
		key: 'folder/notes.txt',
		'x-amz-algorithm': 'AWS4-HMAC-SHA256',
		'x-amz-credential': 'me/20261121/us-east-1/s3/aws4_request',
		'x-amz-date': '20261121T085901Z',
		policy: 'cG9saWN5',
		'x-amz-signature': '5e1f',
		...fields,
	},
});

/** The parameters with the credentials field by field, each by an expression. */
export const credentialsFromItemFields = credentialsAsFields({
	url: '={{ $json.url }}',
	fields: Object.fromEntries(
		Object.keys(unsignedCredentials('').fields).map((name) => [
			name,
			`={{ $json.fields['${name}'] }}`,
		]),
	),
});

/** Creates functions for tests of uploads in a world. */
export function uploadHelpers(world: World) {
	/** Has the service issue upload credentials for this file. */
	async function issueCredentials({ content, name, mimeType }: InputFile) {
		if (!Buffer.isBuffer(content)) throw new Error('The size of a stream is not known');

		return await world.service.issueUpload({ name, type: mimeType, size: content.length });
	}

	/** Reads the file that was uploaded with these credentials from the store. */
	const readUploaded = async ({ upload_data }: UploadCredentials): Promise<Buffer> =>
		await world.store.read(getKey(upload_data));

	const upload = async (
		parameters: INodeParameters,
		items: readonly InputItem[],
		more: Execution = {},
	): Promise<Outcome> =>
		await world.run('workItemAttachment.upload', parameters, { items, ...more });

	/** Uploads one file with these credentials, which an expression reads from the item. */
	const uploadFile = async (credentials: object, file: InputFile = textFile('content')) =>
		await upload(credentialsAsJson(), [itemWithFile(credentials, file)]);

	/** Uploads one file with the credentials issued for it. */
	async function uploadOne(file: InputFile): Promise<{ outcome: Outcome; stored: Buffer }> {
		const issued = await issueCredentials(file);
		const outcome = await uploadFile(issued, file);
		if (outcome.error !== undefined) throw new Error(outcome.error.message);

		return { outcome, stored: await readUploaded(issued) };
	}

	/** Signs a form with the AWS library, with fields that the service never issues. */
	async function presignForm(key: string, options: Partial<PresignedPostOptions> = {}) {
		const { url: endpoint, accessKey, secretKey, bucket } = world.store;
		const client = new S3Client({
			endpoint,
			forcePathStyle: true,
			region: 'us-east-1',
			credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
		});
		const form = await createPresignedPost(client, {
			Bucket: bucket,
			Key: key,
			Fields: { 'Content-Type': 'text/plain' },
			...options,
		});

		client.destroy();

		return form;
	}

	return {
		issueCredentials,
		readUploaded,
		upload,
		uploadFile,
		uploadOne,
		presignForm,
		lastRequest: () => world.store.requests.at(-1),
	};
}
