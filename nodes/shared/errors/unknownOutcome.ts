import { quote } from '../fields/describe';
import { ifTaken, USE_EXISTING } from '../operations/shared/ifTaken';
import { titleCase } from '../fields/names';
import type { Call } from '../model/call';
import type { Problem } from '../result/problem';
import { effectOf } from '../transport/request';

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
		return 'The storage may or may not have the file. Uploading it again is safe: with the same upload credentials it replaces the first one.';
	}
	const { operation, body = {}, files } = call;
	if (operation.attach !== undefined) {
		const isLastStep = operation.request.method === operation.attach.complete.method;
		return isLastStep ? unsureOf(quote(files?.[0]?.name), DUPLICATE) : '';
	}
	switch (effectOf(operation)) {
		case 'read':
			return '';
		case 'change':
			return `${UNKNOWN} Running the item again is safe: it changes nothing twice.`;
		case 'create': {
			const { name } = body;
			const record = typeof name === 'string' ? quote(name) : 'it';
			const again =
				operation.unique === undefined
					? DUPLICATE
					: `or choose ${titleCase(USE_EXISTING)} under ${ifTaken.displayName}`;
			return unsureOf(record, again);
		}
	}
}

const UNKNOWN = 'Plane may or may not have saved this.';

const DUPLICATE = 'or you may create a duplicate';

const unsureOf = (record: string, again: string): string =>
	`${UNKNOWN} Check Plane for ${record} before you run the item again, ${again}.`;
