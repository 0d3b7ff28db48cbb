import { withoutResponse } from '../../shared/client/requestResult';
import { foldName } from '../../shared/values/textForms';
import { asText } from '../../shared/values/asText';
import { placeKey } from '../../shared/model/place';
import { inOtherGroup } from '../../shared/errors/nameErrors';
import { createLabel, createState } from '../../shared/operations';
import type { CreatedRecords, MissingRecord } from '../../shared/resolve/missingRecords';
import {
	isProblem,
	isStopped,
	type Problem,
	problem,
	type Result,
} from '../../shared/result/problem';
import { titleCase } from '../../shared/text/letterCase';
import { quote } from '../../shared/text/quote';
import type { Services } from './services';
import { RecordWriter } from './write/RecordWriter';
import { requireComplete } from './write/WriteResult';

/** The color of a new state, by its group: the same as of the states of a new project in Plane. */
const COLORS: Readonly<Record<string, string>> = {
	backlog: '#60646C',
	unstarted: '#60646C',
	started: '#F59E0B',
	completed: '#46A758',
	cancelled: '#9AA4BC',
};

/** Creates the labels and states that items need, each once, in the order of the items. */
export async function createMissingRecords(
	records: readonly MissingRecord[],
	services: Services,
): Promise<CreatedRecords> {
	const writer = new RecordWriter(services, []);
	const ids = new Map<string, string>();
	const failures = new Map<number, Problem>();
	/** Items can spell a name in several ways. */
	const created = new Map<string, Result<string>>();

	for (const record of records) {
		const { key, itemIndex, name, place, group = '' } = record;
		if (ids.has(key) || failures.has(itemIndex)) continue;
		if (failures.size > 0 && !services.continueOnFail) break;

		const { path } = findOperation(record).request;
		const nameKey = [placeKey(place, path), foldName(name), group].join('\n');
		const id = created.get(nameKey) ?? (await createOrFind(record, writer));

		created.set(nameKey, id);

		if (isProblem(id)) {
			failures.set(itemIndex, withoutResponse(id));
		} else {
			ids.set(key, id);
		}
	}

	return { ids, failures };
}

const findOperation = ({ group }: MissingRecord) =>
	group === undefined ? createLabel : createState;

/** @returns the ID of the new record, or of the one that somebody else has created since */
async function createOrFind(missing: MissingRecord, writer: RecordWriter): Promise<Result<string>> {
	const { itemIndex, place, name, group } = missing;
	const result = await writer.write({
		kind: 'create',
		operation: findOperation(missing),
		itemIndex,
		...place,
		body: group === undefined ? { name } : { name, group, color: COLORS[group] ?? '' },
		ifExists: 'use',
		targets: {},
	});
	const saved = isProblem(result) ? result : requireComplete(result);
	if (isProblem(saved)) return isStopped(saved) ? saved : notCreated(missing, saved);

	const record = saved[0]?.record;
	// Somebody has created it in the meantime. Finished work must not become open.
	if (group !== undefined && record?.group !== group) {
		const actual = asText(record?.group) ?? '';

		return inOtherGroup(missing.field.displayName, name, { actual, said: group });
	}

	return (
		asText(record?.id) ??
		problem({
			cause: 'failed',
			message: `Plane saved ${quote(name)}, but did not return its ID`,
			description: 'Run the item again; it will be found by its name.',
		})
	);
}

/**
 * An item whose new label or state could not be created.
 *
 * @param problem why the record itself could not be created
 */
function notCreated({ name, group }: MissingRecord, problem: Problem): Problem {
	const kind = group === undefined ? 'label' : 'state';
	const message = `${titleCase(kind)} ${quote(name)} could not be created: ${problem.message}`;
	const { status = 0 } = problem;
	if (problem.effect === 'maybeDone') {
		return {
			...problem,
			effect: 'notDone',
			message,
			description: `Nothing was saved for this item. Run the item again: if the ${kind} was created after all, it is found by its name.`,
		};
	}
	// Any other status (limits, rights, faults) is not the item's fault, and neither is its remedy.
	if (status !== 400 && status !== 409) return { ...problem, message };

	const description = `Nothing was saved for this item. Change the name of the ${kind}, or create the ${kind} in Plane.`;

	return { ...problem, message, description };
}
