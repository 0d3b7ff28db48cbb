import { ok, Refusal, type Answer } from '../answer';
import type { HasDifference } from '../differences';
import { isUuid } from '../fields';
import { isRecord } from '../http';
import type { Row } from '../state';
import { invalid, problem, type FieldProblem } from './problems';
import type { V2Call, V2Handlers } from './resource';
import { readBulkBodies, readBulkIds, type Body, type UniqueKey, type Writer } from './writes';

const MOST_ROWS = 50;

type Outcome =
	| { readonly index: number; readonly result: string; readonly id: string }
	| { readonly index: number; readonly result: 'failed'; readonly [detail: string]: unknown };

/** One row of a bulk request: how it is checked, and how it is carried out. */
interface BulkRow {
	/** The path of the row in the errors of a batch that was discarded, such as `items.3`. */
	readonly path: string;
	/** What the ledger says was sent. */
	readonly sent: unknown;
	/** What no other row of the batch may have. */
	readonly keys?: readonly UniqueKey[];
	readonly check: () => void;
	readonly run: () => Promise<string>;
}

const isFieldProblem = (value: unknown): value is FieldProblem =>
	isRecord(value) && typeof value.field === 'string';

/** Returns the problems of a row, each with the path of its member in the batch (row 511). */
function listRowProblems({ path }: BulkRow, { answer }: Refusal): FieldProblem[] {
	const details = isRecord(answer.body) ? answer.body : {};
	const errors: readonly unknown[] = Array.isArray(details.errors) ? details.errors : [];
	const problems = errors
		.filter(isFieldProblem)
		.map((found) => ({ ...found, field: `${path}.${found.field}` }));
	if (problems.length > 0) return problems;

	const isMissing = answer.status === 404;
	const field = isMissing && path.startsWith('items') ? `${path}.id` : path;
	const code = isMissing ? 'does_not_exist' : 'invalid';

	return [{ field, code, message: String(details.detail) }];
}

/** Returns a problem for each name or external ID that an earlier row of the batch has, too. */
function findRepeatedKeys(
	{ path, keys = [] }: BulkRow,
	earlierRows: readonly BulkRow[],
): FieldProblem[] {
	const earlierKeys = earlierRows.flatMap((row) => row.keys ?? []);
	const repeated = keys.filter(({ member, value }) =>
		earlierKeys.some((key) => key.member === member && key.value === value),
	);

	return repeated.map(({ member }) => ({
		field: `${path}.${member}`,
		code: 'unique',
		message: 'Another row has the same value.',
	}));
}

/** Runs an action, and returns its refusal, if there is one. */
function catchRefusal(run: () => void): Refusal | undefined {
	try {
		run();

		return undefined;
	} catch (error) {
		if (error instanceof Refusal) return error;

		throw error;
	}
}

const describeFailure = (index: number, { answer }: Refusal): Outcome => ({
	index,
	result: 'failed',
	...(isRecord(answer.body) && answer.body),
});

/** Creates the handlers of the bulk requests of a kind of record (rows 511 to 513). */
export function createBulkHandlers<Entry extends Row>(
	writer: Writer<Entry>,
	hasDifference: HasDifference,
): V2Handlers {
	/** Refuses a batch of which a row would fail, if the request says so. */
	function refuseFailingBatch({ body }: V2Call, rows: readonly BulkRow[]): void {
		if (body.all_or_none !== true) return;

		const errors = rows.flatMap((row, index): FieldProblem[] => {
			const refusal = catchRefusal(row.check);

			return refusal ? listRowProblems(row, refusal) : findRepeatedKeys(row, rows.slice(0, index));
		});
		if (errors.length === 0) return;

		const code = hasDifference('callsBatchesConflicts') ? 'conflict' : 'batch_failed';

		throw new Refusal(problem(409, { code, detail: 'Nothing was written.', errors }));
	}

	/** Carries out the rows one after the other. The answer is 200, even if all fail. */
	async function runRows(call: V2Call, result: string, rows: readonly BulkRow[]): Promise<Answer> {
		refuseFailingBatch(call, rows);
		const outcomes: Outcome[] = [];
		const writtenRows: unknown[] = [];

		for (const [index, row] of rows.entries()) {
			try {
				outcomes.push({ index, result, id: await row.run() });
				writtenRows.push(row.sent);
			} catch (error) {
				if (!(error instanceof Refusal)) throw error;

				outcomes.push(describeFailure(index, error));
			}
		}

		const succeeded = writtenRows.length;

		return {
			...ok({ results: outcomes, succeeded, failed: rows.length - succeeded }),
			writtenRows,
		};
	}

	function readUpdates(body: Body): readonly Body[] {
		const bodies = readBulkBodies(body, MOST_ROWS);
		const badIndex = bodies.findIndex(({ id }) => !isUuid(id));
		if (badIndex >= 0) {
			throw invalid({
				field: `items.${badIndex}.id`,
				code: 'invalid',
				message: 'Must be a valid UUID.',
			});
		}

		return bodies;
	}

	const create = (call: V2Call, body: Body, index: number): BulkRow => ({
		path: `items.${index}`,
		sent: body,
		keys: writer.listUniqueKeys(body),
		check: () => writer.check(call, body),
		run: async () => (await writer.create(call, body)).id,
	});

	const update = (call: V2Call, body: Body, index: number): BulkRow => {
		const find = () => writer.find(call, String(body.id));

		return {
			path: `items.${index}`,
			sent: body,
			check: () => writer.check(call, body, find()),
			run: async () => await Promise.resolve(writer.update(call, body, find()).id),
		};
	};

	const remove = (call: V2Call, id: string, index: number): BulkRow => ({
		path: `ids.${index}`,
		sent: { id },
		check: () => void writer.find(call, id),
		run: async () => {
			writer.remove(call, writer.find(call, id));

			return await Promise.resolve(id);
		},
	});

	return {
		bulk_create: async (call) => {
			const bodies = readBulkBodies(call.body, MOST_ROWS);

			return await runRows(
				call,
				'created',
				bodies.map((body, index) => create(call, body, index)),
			);
		},
		bulk_update: async (call) => {
			const bodies = readUpdates(call.body);

			return await runRows(
				call,
				'updated',
				bodies.map((body, index) => update(call, body, index)),
			);
		},
		bulk_delete: async (call) => {
			const ids = readBulkIds(call.body, MOST_ROWS);

			return await runRows(
				call,
				'deleted',
				ids.map((id, index) => remove(call, id, index)),
			);
		},
	};
}
