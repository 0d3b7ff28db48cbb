import { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { Answer, Call } from './answer';
import { known } from './answer';
import { signedDownload } from './signature';
import type { Attachment, ServiceState, WorkItem } from './state';
import { idOf } from './state';
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

const order = [
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
async function signedForm(store: Store, key: string, file: UploadedFile) {
	const client = new S3Client({
		endpoint: store.url,
		forcePathStyle: true,
		region: 'us-east-1',
		credentials: { accessKeyId: store.accessKey, secretAccessKey: store.secretKey },
	});
	const form = await createPresignedPost(client, {
		Bucket: store.bucket,
		Key: key,
		Fields: { 'Content-Type': file.type },
		Conditions: [['content-length-range', 1, file.size]],
	});
	client.destroy();
	const values = new Map(
		Object.entries(form.fields).map(([name, value]) => [name.toLowerCase(), value]),
	);
	const fields: Record<string, string> = Object.fromEntries(
		order.map((name) => [name, values.get(name.toLowerCase()) ?? '']),
	);
	return { url: form.url, fields };
}

const isFile = (body: Record<string, unknown>): body is Record<string, unknown> & UploadedFile =>
	typeof body.name === 'string' &&
	body.name !== '' &&
	typeof body.type === 'string' &&
	typeof body.size === 'number' &&
	body.size > 0;

/** The two operations around an upload that the specification names but does not show. */
export function uploads(state: ServiceState, store: Store | undefined) {
	let issued = 0;

	async function issue(item: WorkItem, file: UploadedFile): Promise<UploadCredentials> {
		if (!store) throw new Error('This service was started without a storage.');
		issued += 1;
		const now = new Date().toISOString();
		const { project, workspace } = item;
		const asset = `${workspace}/${idOf('new asset', issued).replaceAll('-', '')}-${file.name}`;
		const attachment: Attachment = {
			...{ id: idOf('new attachment', issued), created_at: now, updated_at: now },
			attributes: { name: file.name, type: file.type, size: file.size },
			...{ asset, size: file.size, is_uploaded: false },
			...{ issue: item.id, project, workspace },
		};
		state.attachments.push(attachment);
		const place = `workspaces/${state.workspace.slug}/projects/${project}/issues/${item.id}`;
		return {
			upload_data: await signedForm(store, asset, file),
			asset_id: attachment.id,
			// A copy: what was issued stays what it was when the upload is completed.
			attachment: { ...attachment },
			asset_url: `/api/assets/v2/${place}/attachments/${attachment.id}/`,
		};
	}

	function itemOf({ params }: Call): WorkItem {
		known([state.workspace], (entry) => entry.slug === params.workspace_slug);
		return known(
			state.workItems,
			(entry) => entry.id === params.work_item_id && entry.project === params.project_id,
		);
	}

	return {
		issue,

		/** An address on the store that gives the file to whoever has it. */
		addressOf(attachment: Attachment): string {
			if (!store) throw new Error('This service was started without a storage.');
			return signedDownload(store, attachment.asset, attachment.attributes.name);
		},

		/** `POST …/attachments/ {name, type, size}` → 200 with the credentials. */
		async create(call: Call): Promise<Answer> {
			const item = itemOf(call);
			const { body } = call;
			if (!isFile(body)) {
				return { status: 400, body: { error: 'Invalid request.', status: false } };
			}
			return { status: 200, body: await issue(item, body) };
		},

		/** `GET …/attachments/{asset_id}/` → 302 to a signed address; it does nothing before completion. */
		download(call: Call): Answer {
			const item = itemOf(call);
			const attachment = known(
				state.attachments,
				(entry) => entry.id === call.params.asset_id && entry.issue === item.id,
			);
			if (!attachment.is_uploaded) {
				return { status: 400, body: { error: 'The asset is not uploaded.', status: false } };
			}
			return { status: 302, headers: { location: this.addressOf(attachment) } };
		},

		/** `PATCH …/attachments/{asset_id}/ {"is_uploaded": true}` → 204; from then on it is listed. */
		complete: (call: Call): Answer => {
			const item = itemOf(call);
			const attachment = known(
				state.attachments,
				(entry) => entry.id === call.params.asset_id && entry.issue === item.id,
			);
			attachment.is_uploaded = call.body.is_uploaded === true;
			attachment.updated_at = new Date().toISOString();
			return { status: 204 };
		},
	};
}

export type Uploads = ReturnType<typeof uploads>;
