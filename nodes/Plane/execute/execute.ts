import type { Call } from '../../shared/model/call';
import type { Draft, LeftOutName, UnknownName } from '../../shared/model/draft';
import type { UnresolvedMention } from '../../shared/resolve/MentionResolver';
import type { DraftResolver } from '../../shared/resolve/DraftResolver';
import { createMissingRecords } from './createMissingRecords';
import { resolveDrafts } from './resolveDrafts';
import { type ItemResult, type JobResult, toRows } from './results';
import { runJobs } from './runJobs';
import {
	carryOutSecondPass,
	isEmptyPass,
	mergeNames,
	planSecondPass,
} from './secondPass/secondPass';
import { createServices, type Services } from './services';

/** What a run has done. */
export interface RunResult {
	/** What the items ask for. */
	readonly drafts: readonly Draft[];
	/** The calls that could be sent. */
	readonly calls: readonly Call[];
	/** By the index of the item, without items that were not started. */
	readonly results: ReadonlyMap<number, ItemResult>;
	/** The results before they were distributed to the items. */
	readonly jobResults: readonly (JobResult | undefined)[];
	readonly unresolvedMentions: readonly UnresolvedMention[];
	/** The names that items go without, because nothing is called so, by the indexes of the items. */
	readonly leftOutNames: ReadonlyMap<number, readonly LeftOutName[]>;
	/** The names that nothing has, so that their items fail, by the indexes of the items. */
	readonly unknownNames: ReadonlyMap<number, readonly UnknownName[]>;
	readonly services: Services;
	/** Whether a request that changes something may have arrived. */
	readonly mayHaveChanged: boolean;
}

/**
 * Runs the items of one operation: resolves names to IDs, creates missing labels and states, carries out their calls,
 * and completes the saved records in a second pass.
 *
 * @param startServices starts services that have sent nothing yet
 * @param continueOnFail whether other items are still carried out after one has failed
 */
export async function execute(
	drafts: readonly Draft[],
	startServices: (continueOnFail: boolean) => Services,
	continueOnFail: boolean,
): Promise<RunResult> {
	const services = startServices(continueOnFail);
	const { client, listSource, scheduler } = services;
	const resolved = await resolveDrafts(drafts, services);
	const { resolver, missingRecords, refused } = resolved;
	const shouldStop = () => !continueOnFail && refused.size + resolver.failed.size > 0;
	const created = await createMissingRecords(shouldStop() ? [] : missingRecords, services);
	const calls = missingRecords.length === 0 ? resolved.calls : resolved.finish(created);
	// Stop before anything is changed if names could not be resolved, or items contradict each other.
	if (shouldStop()) scheduler.close();

	const { itemResults, jobResults } = await runJobs(calls, services);
	const results = new Map([
		...refused,
		...resolver.failed,
		...describeIgnored(drafts, resolver.ignored),
		...describeLeftOut(drafts),
		...itemResults,
	]);

	const pass = planSecondPass(drafts, calls, results);
	// After a failure, nothing more is sent by the first scheduler. But what was saved must be complete.
	const further =
		scheduler.isClosed && !isEmptyPass(pass)
			? startServices(true)
			: createServices(client, scheduler, { continueOnFail: true, listSource });

	const completed = await carryOutSecondPass(pass, results, further);

	return {
		drafts,
		calls,
		results: completed.results,
		jobResults,
		unresolvedMentions: resolver.unresolvedMentions,
		leftOutNames: mergeNames(resolver.leftOutNames, completed.leftOutNames),
		unknownNames: resolver.unknownNames,
		services,
		mayHaveChanged: scheduler.mayHaveChanged || further.scheduler.mayHaveChanged,
	};
}

/** The results of actions on records that are gone, by the indexes of their items: `{"deleted": false, "id": …}`. */
function describeIgnored(
	drafts: readonly Draft[],
	ignored: DraftResolver['ignored'],
): Map<number, ItemResult> {
	const results = new Map<number, ItemResult>();

	for (const { kind, operation, itemIndex } of drafts) {
		const id = ignored.get(itemIndex);
		if (kind !== 'action' || id === undefined) continue;

		results.set(itemIndex, toRows([{ [operation.resultKey]: false, id }]));
	}

	return results;
}

/** The results of records that are no open work, by the indexes of their items: `{"outcome": "leftOut", …}`. */
function describeLeftOut(drafts: readonly Draft[]): Map<number, ItemResult> {
	const results = new Map<number, ItemResult>();

	for (const { itemIndex, row } of drafts) {
		if (row?.leftOut === undefined) continue;

		const { reason, externalId, title } = row.leftOut;

		results.set(
			itemIndex,
			toRows([{ outcome: 'leftOut', reason, external_id: externalId, name: title }]),
		);
	}

	return results;
}
