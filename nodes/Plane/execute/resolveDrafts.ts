import type { Call } from '../../shared/model/call';
import type { Draft } from '../../shared/model/draft';
import { DraftResolver } from '../../shared/resolve/DraftResolver';
import type { CreatedRecords, MissingRecord } from '../../shared/resolve/missingRecords';
import { NameResolver } from '../../shared/resolve/NameResolver';
import type { Problem } from '../../shared/result/problem';
import { foldName } from '../../shared/values/textForms';
import { nameUnknownPeople } from './nameUnknownPeople';
import { refuseContradictions } from './refuseContradictions';
import { settleGroups } from './settleGroups';
import type { Services } from './services';

/** Drafts whose names are resolved, as far as that is possible without a change. */
export interface ResolvedDrafts {
	readonly resolver: DraftResolver;
	/** The labels and states that have to be created before, for items that can be carried out. */
	readonly missingRecords: readonly MissingRecord[];
	/** The calls that can be carried out, in which the names of missing records stand for their IDs. */
	readonly calls: readonly Call[];
	/** Makes the final calls, once the missing records are created. */
	readonly finish: (created: CreatedRecords) => readonly Call[];
	/** Why items cannot be carried out, by their indexes. */
	readonly refused: ReadonlyMap<number, Problem>;
}

/** Resolves names to IDs, and refuses items that contradict each other. Nothing is changed. */
export async function resolveDrafts(
	drafts: readonly Draft[],
	services: Services,
): Promise<ResolvedDrafts> {
	const names = new NameResolver({
		...services,
		paging: services.scheduler.paging,
		assignable: services.assignablePeople,
	});
	const resolver = new DraftResolver({ ...services, names });
	const open = drafts.filter(({ row }) => row?.leftOut === undefined);
	const missing = settleGroups(await resolver.resolve(open));
	// Calls are made twice: contradictions show in them, and are refused before a record is created for an item. Until
	// then, the names of missing records stand for their IDs.
	const finish = (created: CreatedRecords) =>
		nameUnknownPeople(resolver.finish(created), drafts, resolver.leftOutNames);
	const planned = finish(asCreated(missing.records));
	const refused = new Map([
		...resolver.failed,
		...missing.refused,
		...refuseContradictions(planned, drafts),
	]);
	const isAccepted = ({ itemIndex }: Pick<Call, 'itemIndex'>) => !refused.has(itemIndex);

	return {
		resolver,
		missingRecords: missing.records.filter(isAccepted),
		calls: planned.filter(isAccepted),
		finish: (created) => finish(created).filter(isAccepted),
		refused,
	};
}

/** Records that do not exist yet, as if they had been created. Two spellings are one record. */
const asCreated = (records: readonly MissingRecord[]): CreatedRecords => ({
	ids: new Map(records.map(({ key, name }) => [key, foldName(name)])),
	failures: new Map(),
});
