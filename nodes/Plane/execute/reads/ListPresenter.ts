import type { JsonObject } from 'n8n-workflow';

import type { Call } from '../../../shared/model/call';
import { isProblem, type Result } from '../../../shared/result/problem';
import { groupBy } from '../../../shared/values/groupBy';
import { listUpTo } from '../../../shared/text/listUpTo';
import type { Downloads } from '../files/Downloads';
import type { RecordPresenter } from '../RecordPresenter';
import type { JobResult } from '../results';
import { type SelectedRecords, problemInProject } from './ListReader';
import type { ListPlan } from './planList';

/** The records by what they were read from, in the order of the output; undefined for one that was deleted since. */
type ShownRecords = ReadonlyMap<JsonObject, JsonObject | undefined>;

/** Presents the records of lists, with their files and hints. */
export class ListPresenter {
	constructor(
		private readonly presenter: RecordPresenter,
		private readonly downloads: Downloads,
	) {}

	/** @param selected what was read by the plan */
	async present(plan: ListPlan, selected: SelectedRecords): Promise<JobResult> {
		const { statistics, hiddenProjects } = selected;
		const shown = await this.showEachList(plan, selected);
		if (isProblem(shown)) return shown;

		const details = { statistics, hints: hiddenProjectsHint(hiddenProjects) };
		const files = plan.kind === 'oneList' ? readFileOptions(plan.call) : undefined;

		if (files === undefined) {
			// Records that were deleted after their list was read are left out.
			const rows = [...shown.values()].filter((row) => row !== undefined);

			return { kind: 'rows', rows, ...details };
		}

		const result = await this.downloads.download({
			...files,
			records: [...shown.keys()],
			formatted: [...shown].map(([record, row]) => row ?? record),
		});

		return isProblem(result) ? result : { ...result, ...details };
	}

	/** Presents the records of each list by themselves: keys and addresses depend on it. */
	async showEachList(plan: ListPlan, { records }: SelectedRecords): Promise<Result<ShownRecords>> {
		// The lists have another order than the output.
		const shown = new Map<JsonObject, JsonObject | undefined>(
			[...records.keys()].map((record) => [record, undefined]),
		);

		for (const [call, entries] of groupBy(records, ([, list]) => list)) {
			const own = entries.map(([record]) => record);
			const rows = await this.presenter.presentRead(own, call);
			if (isProblem(rows)) return plan.kind === 'oneList' ? rows : problemInProject(rows, call);

			for (const [index, record] of own.entries()) shown.set(record, rows[index]);
		}

		return shown;
	}
}

/** How the file of each record is downloaded, if the user wants the files. */
function readFileOptions(call: Call<'list'>) {
	const { fileDownload, request } = call.operation;
	const { binaryField } = call.query;
	if (binaryField === undefined || fileDownload === undefined) return undefined;

	return {
		call,
		path: request.path + fileDownload.subPath,
		fileDownload,
		outputField: binaryField,
	};
}

/** A hint about the projects that are left out because the user of the credential may not see them. */
export function hiddenProjectsHint(names: readonly string[]): readonly string[] {
	if (names.length === 0) return [];

	const [subject, reason] =
		names.length === 1
			? ['1 project was', 'is not a member of it, or it was deleted']
			: [`${names.length} projects were`, 'is not a member of them, or they were deleted'];

	return [`${subject} left out, because the user of the credential ${reason}: ${listUpTo(names)}`];
}
