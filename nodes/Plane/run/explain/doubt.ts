import { quote } from '../../fields/describe';
import { ifTaken, USE_EXISTING } from '../../operations/ifTaken';
import { titleCase } from '../../fields/names';
import type { Call } from '../call';
import type { Problem } from '../problem';
import { effectOf } from '../request';

/**
 * Adds to a Problem what a person has to know before they run the item again: what failed may have
 * been carried out all the same, and nobody knows. A read changes nothing.
 */
export function withDoubt(problem: Problem, call: Call): Problem {
	const doubt = doubtOf(call);
	return doubt === ''
		? problem
		: { ...problem, description: `${problem.description} ${doubt}`.trim(), isDoubtful: true };
}

function doubtOf(call: Call): string {
	if (!('path' in call)) {
		// A step of an attachment, which does not show before it is completed.
		if (call.isOwn === true) return '';
		return 'It is not known whether the storage has the file. To upload it again is safe: with the same upload credentials it takes the place of the first one.';
	}
	const { operation, body = {}, files } = call;
	if (operation.attach !== undefined) {
		const isLastStep = operation.request.method === operation.attach.complete.method;
		return isLastStep ? unsureOf(quote(files?.[0]?.name), 'or there may be two') : '';
	}
	switch (effectOf(operation)) {
		case 'read':
			return '';
		case 'change':
			return 'It is not known whether it was carried out. To run it again is safe: it changes nothing twice.';
		case 'create': {
			const { name } = body;
			const record = typeof name === 'string' ? quote(name) : 'it';
			const again =
				operation.unique === undefined
					? 'or there may be two'
					: `or choose ${titleCase(USE_EXISTING)} under ${ifTaken.displayName}`;
			return unsureOf(record, again);
		}
	}
}

const unsureOf = (record: string, again: string): string =>
	`It is not known whether it was carried out. Look in Plane for ${record} before you run this item again, ${again}.`;
