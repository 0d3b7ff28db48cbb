import { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { signDownloadUrl } from './signature';
import { stableId, type Attachment, type ServiceState, type WorkItem } from './state';
import type { Store } from './store';

export interface UploadedFile {
	name: string;
	/** The media type. */
	type: string;
	/** The size in bytes. */
	size: number;
}

/** The answer to a request for upload credentials (observed row 16). */
export interface UploadCredentials {
	upload_data: { url: string; fields: Record<string, string> };
	asset_id: string;
	attachment: Attachment;
	asset_url: string;
}

const fieldOrder = [
	'Content-Type',
	'key',
	'x-amz-algorithm',
	'x-amz-credential',
	'x-amz-date',
	'policy',
	'x-amz-signature',
];

/**
 * Signs a form for one file, with the names and the order of fields that a real server issues. The SDK
 * writes names in capitals, and adds the bucket, which is in the URL already.
 */
async function createSignedForm(store: Store, key: string, file: UploadedFile) {
	const client = new S3Client({
		endpoint: store.url,
		forcePathStyle: true,
		region: 'us-east-1',
		credentials: { accessKeyId: store.accessKey, secretAccessKey: store.secretKey },
	});
	const { url, fields: issued } = await createPresignedPost(client, {
		Bucket: store.bucket,
		Key: key,
		Fields: { 'Content-Type': file.type },
		Conditions: [['content-length-range', 1, file.size]],
	});

	client.destroy();
	const entries = Object.entries(issued).map(
		([name, value]) => [name.toLowerCase(), value] as const,
	);
	const values = new Map(entries);
	const fields = fieldOrder.map((name): [string, string] => [
		name,
		values.get(name.toLowerCase()) ?? '',
	]);

	return { url, fields: Object.fromEntries(fields) };
}

/** Creates the functions that issue URLs of files on the store. */
export function createUploads(state: ServiceState, store: Store | undefined) {
	let issued = 0;

	/** @throws Error if the service was started without a store */
	function requireStore(): Store {
		if (store) return store;

		throw new Error('This service was started without a storage.');
	}

	return {
		/** Issues the credentials to upload one file, and adds its incomplete attachment. */
		async issue(item: WorkItem, file: UploadedFile): Promise<UploadCredentials> {
			const target = requireStore();

			issued += 1;
			const now = new Date().toISOString();
			const { project, workspace } = item;
			const asset = `${workspace}/${stableId('new asset', issued).replaceAll('-', '')}-${file.name}`;
			const attachment: Attachment = {
				id: stableId('new attachment', issued),
				created_at: now,
				updated_at: now,
				attributes: { name: file.name, type: file.type, size: file.size },
				asset,
				size: file.size,
				is_uploaded: false,
				issue: item.id,
				project,
				workspace,
			};

			state.attachments.push(attachment);
			const place = `workspaces/${state.workspace.slug}/projects/${project}/issues/${item.id}`;

			return {
				upload_data: await createSignedForm(target, asset, file),
				asset_id: attachment.id,
				// A copy, so that completing the upload does not change the answer.
				attachment: { ...attachment },
				asset_url: `/api/assets/v2/${place}/attachments/${attachment.id}/`,
			};
		},

		/** Returns a signed URL to download the file. */
		createDownloadUrl: async (attachment: Attachment): Promise<string> =>
			await signDownloadUrl(
				{ ...requireStore(), key: attachment.asset },
				attachment.attributes.name,
			),
	};
}

export type Uploads = ReturnType<typeof createUploads>;
