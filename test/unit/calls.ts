import {
	createCustomer,
	getWorkItems,
	updateModule,
	uploadFile,
} from '../../nodes/shared/operations';
import type { Call, UploadFile } from '../../nodes/shared/model/call';

/** What a record is written with besides its fields. */
export const plainly = {
	targets: {},
	createsLabels: false,
	ifExists: 'fail',
	listActions: {},
} as const;

/** An update of a module. */
export const update: Call<'update'> = {
	...plainly,
	kind: 'update',
	itemIndex: 0,
	operation: updateModule,
	workspace: 'acme',
	path: { project_id: 'p1', module_id: 'm1' },
	body: { name: 'Release 2' },
};

/** The creation of a customer, whose path has no value. */
export const create: Call<'create'> = {
	...plainly,
	kind: 'create',
	itemIndex: 0,
	operation: createCustomer,
	workspace: 'acme',
	path: {},
	body: { name: 'Ada' },
};

/** A list of work items. */
export const list: Call<'list'> = {
	kind: 'list',
	itemIndex: 0,
	operation: getWorkItems,
	workspace: 'acme',
	path: { project_id: 'p1' },
	query: { search: {}, offset: 0 },
};

/** An upload of a file that holds this text. */
export const upload = (content = 'abc', file: Partial<UploadFile> = {}): Call<'upload'> => {
	const bytes = Buffer.from(content);

	return {
		kind: 'upload',
		itemIndex: 0,
		operation: uploadFile,
		url: 'https://storage.example.com/uploads',
		form: [
			['Content-Type', 'text/plain'],
			['key', 'acme/notes.txt'],
			['policy', 'eyJhIjoxfQ=='],
			['x-amz-signature', 'secret'],
		],
		file: {
			field: 'data',
			name: 'notes.txt',
			mimeType: 'text/plain',
			size: bytes.length,
			open: () => Promise.resolve(bytes),
			...file,
		},
	};
};
