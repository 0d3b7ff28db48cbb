import { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { signDownloadUrl } from './signature';
import { stableId, type Attachment, type ServiceState, type WorkItem } from './state';
import type { Store } from './store';

export interface UploadedFile {
	name: string;
	/** The MIME type. */
	type: string;
	/** In bytes. */
	size: number;
}

/** What the service answers when it issues an upload (observed row 16). */
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
 * A signed form for one file, with the field names and their order as a real server issues them.
 * The SDK spells them with capitals and adds the bucket, which the address already says.
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

/** What issues the addresses of files on the store. */
export function createUploads(state: ServiceState, store: Store | undefined) {
	let issued = 0;

	/** @throws Error without a store */
	function requireStore(): Store {
		if (store) return store;

		throw new Error('This service was started without a storage.');
	}

	return {
		/** The credentials to upload one file, and an attachment that waits for it. */
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
				// A copy: what was issued stays what it was when the upload is completed.
				attachment: { ...attachment },
				asset_url: `/api/assets/v2/${place}/attachments/${attachment.id}/`,
			};
		},

		/** An address on the store that gives the file to whoever has it. */
		createDownloadUrl: async (attachment: Attachment): Promise<string> =>
			await signDownloadUrl(
				{ ...requireStore(), key: attachment.asset },
				attachment.attributes.name,
			),
	};
}

export type Uploads = ReturnType<typeof createUploads>;
