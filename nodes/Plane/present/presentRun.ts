import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import type { Call } from '../../shared/model/call';
import type { Draft } from '../../shared/model/draft';
import { isProblem, type Problem, type Result } from '../../shared/result/problem';
import type { FilesResult, JobResult, ItemResult, RowsResult } from '../execute/results';
import type { RunResult } from '../execute/execute';
import { requireComplete, type Saved } from '../execute/write/WriteResult';
import { completeRecords } from './completeRecords';
import { adviseRerun } from './adviseRerun';
import type { Output } from './Output';
import { leftOutFieldHints } from './hints/leftOutFieldHints';
import { listHints } from './hints/listHints';
import { mentionHints } from './hints/mentionHints';
import { missingKeyHints } from './hints/missingKeyHints';
import { removedContentHints } from './hints/removedContentHints';
import { relativeAddressHints } from './hints/relativeAddressHints';
import { renamedFileHints } from './hints/renamedFileHints';
import { sharedRecordHints } from './hints/sharedRecordHints';
import { importHints, nameOtherUnknown } from './imports/importHints';
import { type ImportSummary, summarizeImport } from './imports/summarizeImport';
import { selectFields } from './selectFields';
import { showCreationHistory } from './showCreationHistory';

/** What n8n gets of a run. */
interface Presentation {
	/** The output items of each item, by its index, without items that were not started. */
	readonly results: ReadonlyMap<number, Result<Output[]>>;
	/** What the editor shows under the output. */
	readonly hints: readonly NodeExecutionHint[];
	/** What an error that ends the run says beside its own item, as sentences. */
	readonly remarks: readonly string[];
}

/**
 * Makes output items and hints of what a run has done. A few more requests complete the records.
 *
 * @param drafts of all items, in their order
 */
export async function presentRun(
	run: RunResult,
	drafts: readonly Result<Draft>[],
): Promise<Presentation> {
	const { calls, services } = run;
	const history = await showCreationHistory(calls, run.results, services);
	const results = await completeRecords(calls, history.results, services);
	const items = new Map<number, Result<Output[]>>();

	const callsByItem = new Map(calls.map((call) => [call.itemIndex, call]));

	for (const [index, result] of results) {
		const call = callsByItem.get(index);
		const output = toItems(result, mayFindRecord(call));

		items.set(index, isProblem(output) ? withAdvice(call, output) : output);
	}

	const summary = drafts.some(isImport) ? summarizeImport({ ...run, drafts }) : undefined;
	const hints = [...collectHints(run, summary), ...history.hints, ...services.scheduler.hints()];

	return {
		results: selectFields(calls, items),
		hints: hints.map((message) => ({ message, type: 'info', location: 'outputPane' })),
		remarks: summary === undefined ? [] : nameOtherUnknown(summary),
	};
}

/** A problem that says whether and how to run its item again. */
const withAdvice = (call: Call | undefined, problem: Problem): Problem => ({
	...problem,
	tryAgain: adviseRerun(call, problem),
});

/** @param showsOutcome whether the items say what was done to their records */
function toItems(result: ItemResult, showsOutcome: boolean): Result<Output[]> {
	if (isProblem(result)) return result;

	switch (result.kind) {
		case 'rows':
			return result.rows.map((json) => ({ json }));
		case 'files':
			return result.files.map(({ record, file }) => ({
				json: record,
				binary: { [result.field]: file },
			}));
		case 'saved': {
			const records = requireComplete(result);
			if (isProblem(records)) return records;

			return records.map((saved) => ({
				json: showsOutcome ? withOutcome(saved) : saved.record,
			}));
		}
	}
}

/** Whether a call creates a record or takes the one that is there: then its output says which of the two it did. */
const mayFindRecord = (call: Call | undefined): boolean =>
	call?.kind === 'upsert' || (call?.kind === 'create' && call.ifExists !== 'fail');

/**
 * A record with its outcome as the first field, in place of a field of the record that is called the same. To a user,
 * a record that was there and stays as it is, is `unchanged`.
 */
function withOutcome({ record, outcome }: Saved): IDataObject {
	const shown = outcome === 'used' ? 'unchanged' : outcome;
	const json: IDataObject = { outcome: shown, ...record };

	json.outcome = shown;

	return json;
}

/** The hints that need no request. */
function collectHints(run: RunResult, summary: ImportSummary | undefined): readonly string[] {
	const { calls, services } = run;
	const lists = run.jobResults.filter(isRead);
	const statistics = lists.flatMap((result) => result.statistics ?? []);
	const hints = lists.flatMap((result) => result.hints ?? []);

	return [
		...listHints(getRecordsName(calls), statistics),
		...new Set(hints),
		...sharedRecordHints(calls, run.results),
		...(summary ? importHints(summary) : []),
		...renamedFileHints(calls),
		...leftOutFieldHints(run.drafts),
		...mentionHints(run.unresolvedMentions),
		...removedContentHints(calls),
		...relativeAddressHints(calls),
		...missingKeyHints(services.projects.unreadProblems.values()),
	];
}

const isImport = (draft: Result<Draft>): boolean => !isProblem(draft) && draft.kind === 'upsert';

/** What the records of a call are called in hints, e.g. `work items`. */
function getRecordsName([call]: readonly Call[]): string {
	return call?.kind === 'list' ? call.operation.records : 'records';
}

/** Whether a job has returned rows or files. */
const isRead = (result: JobResult | undefined): result is FilesResult | RowsResult =>
	result !== undefined && !isProblem(result) && (result.kind === 'rows' || result.kind === 'files');
