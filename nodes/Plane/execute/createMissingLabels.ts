import { withoutResponse } from '../../shared/client/requestResult';
import { labelNotCreated } from '../../shared/errors/nameErrors';
import { foldName } from '../../shared/values/textForms';
import { asText } from '../../shared/values/asText';
import { placeKey } from '../../shared/model/place';
import { createLabel } from '../../shared/operations';
import type { CreatedLabels, MissingLabel } from '../../shared/resolve/missingLabels';
import {
	isProblem,
	isUnfinished,
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
	const writer = new RecordWriter(services);
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
			const failure = isUnfinished(id) ? id : labelNotCreated(name, id);

			failures.set(itemIndex, withoutResponse(failure));
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
	if (isProblem(saved)) return saved;

	return (
		asText(saved[0]?.record.id) ??
		problem({
			tag: 'partial',
			message: `Plane saved ${quote(name)}, but did not return its ID`,
			description: 'Run the item again; it will be found by its name.',
		})
	);
}
