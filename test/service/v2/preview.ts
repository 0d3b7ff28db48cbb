import type { V2Operation } from '../../contract/v2';

/** Whether a path is one of those that replaced `bulk/` (row 512). */
export const isNewBulkPath = (path: string): boolean =>
	/\/bulk-(create|update|delete)\/$/.test(path);

/** Returns the operations of a preview server, with `bulk/` in place of the newer paths (row 512). */
export function toPreview(operations: readonly V2Operation[]): V2Operation[] {
	return operations
		.filter(({ path }) => !isNewBulkPath(path) || path.endsWith('/bulk-create/'))
		.map((operation) =>
			operation.kind === 'bulk_create'
				? {
						...operation,
						id: operation.id.replace('bulk_create', 'bulk'),
						kind: 'bulk',
						path: operation.path.replace('/bulk-create/', '/bulk/'),
						body: { items: { type: 'object[]', required: true }, upsert: { type: 'boolean' } },
					}
				: operation,
		);
}
