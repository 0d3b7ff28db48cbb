import { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import type { INodeParameters } from 'n8n-workflow';

import type { UploadCredentials } from '../service/upload';
import type { Outcome, PlaneNode, RunOptions } from './engine';
import { parametersFor } from './samples';
import type { InputFile, InputItem } from './startNode';
import type { World } from './world';

/** A file with this text. */
export const textFile = (text: string, more: Partial<InputFile> = {}) => ({
	content: Buffer.from(text),
	name: 'notes.txt',
	mimeType: 'text/plain',
	...more,
});

/** The parameters with the credentials in one piece. */
export const fromJson = (uploadData: string): INodeParameters => ({
	credentialSource: 'json',
	uploadData,
	binaryPropertyName: 'data',
});

/** The parameters with the credentials field by field. */
export const fromFields = (
	{ url, fields }: UploadCredentials['upload_data'],
	prefix = 'x-amz-',
): INodeParameters => ({
	credentialSource: 'fields',
	uploadUrl: url,
	contentType: fields['Content-Type'] ?? '',
	key: fields.key ?? '',
	algorithm: fields[`${prefix}algorithm`] ?? '',
	credential: fields[`${prefix}credential`] ?? '',
	date: fields[`${prefix}date`] ?? '',
	policy: fields.policy ?? '',
	signature: fields[`${prefix}signature`] ?? '',
	binaryPropertyName: 'data',
});

/** Credentials for a server that checks nothing, with a policy that cannot be read. */
export const issuedFor = (url: string, fields: Readonly<Record<string, string>> = {}) => ({
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

/** What tests of uploads do in a world, which may be started later. */
export function uploadsIn(worldOf: () => World) {
	/** Has the service issue what it takes to upload this file. */
	async function issue({ content, name, mimeType }: InputFile): Promise<UploadCredentials> {
		if (!Buffer.isBuffer(content)) throw new Error('The size of a stream is not known');
		const { service } = worldOf();
		return await service.issueUpload({ name, type: mimeType, size: content.length });
	}

	async function upload(
		parameters: INodeParameters,
		items: readonly InputItem[],
		settings: Partial<PlaneNode> = {},
		more: RunOptions = {},
	): Promise<Outcome> {
		const { engine, credential } = worldOf();
		return await engine.run(
			{ ...settings, parameters: parametersFor('workItemAttachment.upload', parameters) },
			items,
			credential,
			more,
		);
	}

	/** Uploads one file with the credentials issued for it, by an expression. */
	async function uploadOne(file: InputFile): Promise<{ outcome: Outcome; stored: Buffer }> {
		const issued = await issue(file);
		const outcome = await upload(fromJson('={{ $json }}'), [
			{ json: { ...issued }, files: { data: file } },
		]);
		if (outcome.error !== undefined) throw new Error(outcome.error.message);
		return { outcome, stored: await worldOf().store.read(issued.upload_data.fields.key ?? '') };
	}

	/** A form that the store's own maker signs, for what the service never issues. */
	async function presigned(key: string, options: Partial<PresignedPostOptions> = {}) {
		const { url: endpoint, accessKey, secretKey, bucket } = worldOf().store;
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
		issue,
		upload,
		uploadOne,
		presigned,
		lastRequest: () => worldOf().store.requests.at(-1),
	};
}
