import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { outcomes } from '../nodeTexts';
import type { Cell, Work } from './faultMatrix';
import type { Job } from './faultWork';

/** The result in a cell of the matrix. */
export interface Result {
	/** The outcome of all items, or what was reported wrongly. */
	readonly cell: string;
	/** The error of the item that failed. */
	readonly error: string;
}

/** Compares what was reported of each item with what the server has carried out. */
export async function judge(
	job: Job,
	[succeeded = [], failed = []]: readonly (readonly INodeExecutionData[])[],
	kind: Work,
): Promise<Result> {
	const verdicts: Verdict[] = [];

	for (const item of job.items.keys()) {
		const times = await job.carriedOut(item);
		const reported = { done: pairedWith(succeeded, item), failed: pairedWith(failed, item) };

		verdicts.push(judgeItem(job, kind, item, times, reported));
	}

	const findings = new Set(verdicts.flatMap(({ mistakes }) => mistakes));
	const cells = new Set(verdicts.map(({ cell }) => cell).filter((cell) => cell !== undefined));
	const error = verdicts.findLast((verdict) => verdict.cell !== undefined)?.error ?? '';

	return { cell: [...findings, ...cells].join('; ') || 'done', error };
}

/** The outcome of one item. */
interface Verdict {
	/** What was reported wrongly. */
	readonly mistakes: readonly string[];
	/** Absent if the item is reported as done. */
	readonly cell?: Cell;
	readonly error: string;
}

/** @param times how often the server has carried out the item */
function judgeItem(
	job: Job,
	kind: Work,
	item: number,
	times: number,
	{ done, failed }: Readonly<Record<'done' | 'failed', readonly IDataObject[]>>,
): Verdict {
	const mistakes: string[] = [];

	const note = (isWrong: boolean, mistake: string) => {
		if (isWrong) mistakes.push(`item ${item} ${mistake}`);
	};

	const [failure] = failed;

	note(times > 1, `was carried out ${times} times`);
	note(done.length > 0 === failed.length > 0, 'has no single outcome');

	if (failure === undefined) {
		const isRead = kind === 'list' || kind === 'search';

		note(!job.isRight(item, done), 'has the wrong output');
		note(!isRead && times === 0, 'is reported as done and was not carried out');

		return { mistakes, error: '' };
	}

	const error = typeof failure.error === 'string' ? failure.error : '';
	if (error.includes(outcomes.unknown)) {
		return { mistakes, cell: times === 0 ? 'doubt -' : 'doubt +', error };
	}

	note(times > 0, 'is reported as failed and was carried out');

	return { mistakes, cell: 'failed', error };
}

/** The output that is paired with an input item. */
const pairedWith = (items: readonly INodeExecutionData[], item: number): IDataObject[] =>
	items
		.filter(
			({ pairedItem }) =>
				typeof pairedItem === 'object' && 'item' in pairedItem && pairedItem.item === item,
		)
		.map(({ json }) => json);

/** The advice in the error of an item whose outcome is unknown. */
export const remedies: Readonly<Record<Work, string | RegExp>> = {
	list: /nothing of a list is doubtful/,
	update: outcomes.safeAgain,
	delete: `${outcomes.maybeDeleted} ${outcomes.safeAgainIfGone}`,
	search: /nothing of a list is doubtful/,
	action: outcomes.safeAgain,
	removal: outcomes.safeAgainIfGone,
	import: /nothing of it stays doubtful/,
	named: /nothing of it stays doubtful/,
	create: new RegExp(outcomes.checkFirst('"Row \\d"')),
	addition: outcomes.safeAgain,
	upload: /Uploading it again is safe/,
};
