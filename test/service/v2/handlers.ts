import { noContent, ok, Refusal } from '../answer';
import type { HasDifference } from '../differences';
import type { Row } from '../state';
import type { TableEndpoints } from '../table';
import { createBulkHandlers } from './bulk';
import { filterRows } from './filters';
import { pageRows } from './paging';
import { notFoundProblem } from './problems';
import type { Resource, V2Call, V2Handlers } from './resource';
import { createView } from './shape';
import { createWriter, type Writer } from './writes';

/** The handlers of a kind of record, by the kind of operation, and the writer of its rows. */
export interface ResourceHandlers<Entry extends Row> {
	readonly handlers: V2Handlers;
	readonly writer: Writer<Entry>;
	/** Returns the function that shows a single row. */
	readonly prepareView: (call: V2Call) => (entry: Entry) => object;
}

/** Creates the handlers that all kinds of records have. */
export function createResourceHandlers<Entry extends Row>(
	resource: Resource<Entry>,
	tableEndpoints: TableEndpoints,
	hasDifference: HasDifference,
): ResourceHandlers<Entry> {
	const { table } = resource;
	const rows = resource.rows ?? table.rows;
	const writer = createWriter(resource, tableEndpoints);

	/**
	 * Returns the function that shows a row as it is before the server does what it does after its answer.
	 * @throws Refusal 400 for unknown names in `fields` and `expand`, before anything is written
	 */
	function prepareView(call: V2Call): (entry: Entry) => object {
		const view = createView(resource, call, false);

		return (entry) => {
			const body = view(entry);

			table.afterResponse?.(entry);

			return body;
		};
	}

	function read(call: V2Call): Entry {
		const entry = rows(call).find(({ id }) => id === call.params.pk);
		if (entry === undefined) throw new Refusal(notFoundProblem);

		return entry;
	}

	const handlers: V2Handlers = {
		list(call) {
			const view = createView(resource, call, true);

			return pageRows(resource, call, filterRows(resource, call, rows(call)), view);
		},
		retrieve: (call) => ok(createView(resource, call, false)(read(call))),
		async create(call) {
			const show = prepareView(call);

			return { status: 201, body: show(await writer.create(call, call.body)) };
		},
		update(call) {
			const show = prepareView(call);
			const entry = writer.find(call, call.params.pk);

			return ok(show(writer.update(call, call.body, entry)));
		},
		delete(call) {
			writer.remove(call, writer.find(call, call.params.pk));

			return noContent;
		},
		...createBulkHandlers(writer, hasDifference),
	};

	return { handlers, writer, prepareView };
}
