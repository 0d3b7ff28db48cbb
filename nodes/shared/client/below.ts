import type { ServiceOperation } from '../operations/operation';
import type { ServiceCall } from '../model/call';

/** A request below the path of an operation, e.g. `{asset_id}/` below its list. */
interface Below {
	readonly method: ServiceOperation['request']['method'];
	/** One placeholder, for the ID of a record. */
	readonly path: `{${string}}/`;
}

/** The call that asks for one record below the path of another call. */
export function callBelow(call: ServiceCall, { method, path }: Below, id: string): ServiceCall {
	const { operation } = call;
	const request = { method, path: operation.request.path + path };
	return {
		itemIndex: call.itemIndex,
		operation: { ...operation, request },
		workspace: call.workspace,
		path: { ...call.path, [path.slice(1, -2)]: id },
	};
}
