import { withoutResponse } from '../../shared/client/requestResult';
import { foldName } from '../../shared/values/textForms';
import { asText } from '../../shared/values/asText';
import { placeKey } from '../../shared/model/place';
import { createLabel } from '../../shared/operations';
import type { CreatedLabels, MissingLabel } from '../../shared/resolve/missingLabels';
import {
	isProblem,
	isStopped,
	type Problem,
	problem,
	type Result,
} from '../../shared/result/problem';
import { quote } from '../../shared/text/quote';
import type { Services } from './services';
import { RecordWriter } from './write/RecordWriter';
import { requireComplete } from './write/WriteResult';

/** Creates the labels that items need, each once, in the order of the items. */
export async function createMissingLabels(
	labels: readonly MissingLabel[],
	services: Services,
): Promise<CreatedLabels> {
	const writer = new RecordWriter(services, []);
	const ids = new Map<string, string>();
	const failures = new Map<number, Problem>();
	/** Items can spell a name in several ways. */
	const created = new Map<string, Result<string>>();

	for (const label of labels) {
		const { key, itemIndex, name, place } = label;
		if (ids.has(key) || failures.has(itemIndex)) continue;
		if (failures.size > 0 && !services.continueOnFail) break;

		const nameKey = [placeKey(place, createLabel.request.path), foldName(name)].join('\n');
		const id = created.get(nameKey) ?? (await createOrFind(label, writer));

		created.set(nameKey, id);

		if (isProblem(id)) {
			failures.set(itemIndex, withoutResponse(id));
		} else {
			ids.set(key, id);
		}
	}

	return { ids, failures };
}

/** @returns the ID of the new label, or of the one that somebody else has created since */
async function createOrFind(
	{ itemIndex, place, name }: MissingLabel,
	writer: RecordWriter,
): Promise<Result<string>> {
	const result = await writer.write({
		kind: 'create',
		operation: createLabel,
		itemIndex,
		...place,
		body: { name },
		ifExists: 'use',
		targets: {},
	});
	const saved = isProblem(result) ? result : requireComplete(result);
	if (isProblem(saved)) return isStopped(saved) ? saved : labelNotCreated(name, saved);

	return (
		asText(saved[0]?.record.id) ??
		problem({
			cause: 'failed',
			message: `Plane saved ${quote(name)}, but did not return its ID`,
			description: 'Run the item again; it will be found by its name.',
		})
	);
}

/**
 * An item whose new label could not be created.
 *
 * @param problem why the label itself could not be created
 */
function labelNotCreated(name: string, problem: Problem): Problem {
	const message = `Label ${quote(name)} could not be created: ${problem.message}`;
	const { status = 0 } = problem;
	if (problem.effect === 'maybeDone') {
		return {
			...problem,
			effect: 'notDone',
			message,
			description:
				'Nothing was saved for this item. Run the item again: if the label was created after all, it is found by its name.',
		};
	}
	// Any other status (limits, rights, faults) is not the item's fault, and neither is its remedy.
	if (status !== 400 && status !== 409) return { ...problem, message };

	const description =
		'Nothing was saved for this item. Change the name of the label, or create the label in Plane.';

	return { ...problem, message, description };
}
