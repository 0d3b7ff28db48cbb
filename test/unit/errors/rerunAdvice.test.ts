import { describe, expect, test } from '@jest/globals';

import { customValuesNotSet } from '../../../nodes/shared/errors/customValues';
import { fromFault } from '../../../nodes/shared/errors/fromFault';
import { withUnknownOutcome } from '../../../nodes/shared/errors/unknownOutcome';
import {
	notSetAfterCreate,
	relatedNotSaved,
	savedInPart,
} from '../../../nodes/shared/errors/valueNotTaken';
import { text } from '../../../nodes/shared/fields/kinds';
import type { Call } from '../../../nodes/shared/model/call';
import { createWorkItem, deleteLabel } from '../../../nodes/shared/operations';
import { describeRemedy, type Problem, problem } from '../../../nodes/shared/result/problem';
import { networkFault } from '../responses';

const location = { itemIndex: 0, workspace: 'acme', path: { project_id: 'p1' } };

const create: Call<'create'> = {
	kind: 'create',
	operation: createWorkItem,
	...location,
	ifExists: 'fail',
	targets: {},
	body: { name: 'Print' },
};
const imported: Call<'create'> = {
	...create,
	body: { ...create.body, external_source: 'sheet', external_id: '1' },
};
const field = text('points', 'Points');

/** Why the request after the create failed, each with advice that holds for that request alone. */
const failures: readonly (readonly [reason: string, failure: Problem])[] = [
	['a dropped connection', fromFault(networkFault('ECONNRESET'), 'https://plane.example.com')],
	[
		'a change with an unknown outcome',
		withUnknownOutcome(
			problem({ tag: 'failed', message: 'It broke off', description: 'Ask Ada.' }),
			create,
			'change',
		),
	],
	[
		'the end of the execution',
		problem({ tag: 'notSent', message: 'No', description: '', rerunAdvice: 'Run it again.' }),
	],
];

/** The problems of records that were saved, but not completely. */
const stages: readonly (readonly [stage: string, explain: typeof explainCustomValues])[] = [
	['its custom properties', explainCustomValues],
	[
		'values that a create ignores',
		(call, failure) => notSetAfterCreate(call, [field], { id: 'w1', failure }),
	],
	[
		'its related record',
		(call, failure) => relatedNotSaved(call, [field], { id: 'w1', isSaved: true, failure }),
	],
];

function explainCustomValues(call: Call<'create'>, failure: Problem): Problem {
	return customValuesNotSet(call, { id: 'w1', set: [], missing: [field], failure });
}

describe.each(stages)('after a create that was saved without %s', (_, explain) => {
	test.each(failures)('nothing advises to run the item again, because of %s', (__, failure) => {
		const remedy = describeRemedy(explain(create, failure));

		expect(remedy).toMatch(/Do not run the item again, because that would create a duplicate/);
		expect(remedy.replace('Do not run the item again', '')).not.toMatch(/again|is safe/);
	});

	test('the record is not said to be doubled if another run finds it', () => {
		// One that is matched on its title has no external ID.
		const matchedOnTitle: Call<'create'> = { ...create, ifExists: 'update', matchField: 'name' };

		for (const [, failure] of failures) {
			expect(describeRemedy(explain(imported, failure))).not.toMatch(/duplicate|is safe/);
			expect(describeRemedy(explain(matchedOnTitle, failure))).not.toMatch(/duplicate|is safe/);
		}
	});
});

test('a second request that fails keeps what the first one saved', () => {
	for (const [, failure] of failures) {
		expect(savedInPart([field], failure, 'w1').rerunAdvice).toBe(
			'What was saved stays as it is if you run the item again.',
		);
	}
});

describe('after a deletion with an unknown outcome', () => {
	const deletion: Call<'action'> = {
		kind: 'action',
		operation: deleteLabel,
		...location,
		path: { ...location.path, label_id: 'l1' },
		ignoreMissing: false,
	};
	const failure = problem({ tag: 'failed', message: 'It broke off', description: 'Ask Ada.' });

	test('a record that was given by its name is to be given by its ID, because the name may find another one', () => {
		const { rerunAdvice } = withUnknownOutcome(failure, {
			...deletion,
			displayNames: { l1: 'Bug' },
		});

		expect(rerunAdvice).toBe(
			'Plane may or may not have deleted this. Running the item again is safe with By ID and l1: if Plane does not find it, it is gone. By name, it could find another record.',
		);
	});

	test('a record that was given by its ID can be deleted again', () => {
		expect(withUnknownOutcome(failure, deletion).rerunAdvice).toMatch(
			/Running the item again is safe: /,
		);
	});
});
