import {
	createCustomer,
	getWorkItems,
	updateModule,
	uploadFile,
} from '../../nodes/shared/operations';
import type { Call, UploadFile } from '../../nodes/shared/model/call';

/** The defaults of what a call to create or update a record has besides its body. */
export const writeDefaults = {
	targets: {},
	ifExists: 'fail',
	listActions: {},
} as const;

/** An update of a module. */
export const update: Call<'update'> = {
	...writeDefaults,
	kind: 'update',
	itemIndex: 0,
	operation: updateModule,
	workspace: 'acme',
	path: { project_id: 'p1', module_id: 'm1' },
	body: { name: 'Release 2' },
};

/** The creation of a customer, whose path has no parameters. */
export const create: Call<'create'> = {
	...writeDefaults,
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
	query: { queryParameters: {}, offset: 0 },
};

/** An upload of a file with this content. */
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
