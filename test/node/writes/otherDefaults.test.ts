import { it } from '@jest/globals';

import { byId } from '../../engine/samples';
import { jsonResponse } from '../../unit/responses';
import { expectProblem } from '../../expectProblem';
import { causes } from '../../nodeTexts';
import { NO_RECORD, RECORD, useProject } from './useProject';

const startProject = useProject();

const OTHER = 'd0e1a924-21b6-4225-9d30-0c7da2784ae5';

// A change leaves the old default as it is (row 63).
it('An update that makes a state the default names the other one if that cannot be turned off', async () => {
	const states = [
		{ id: RECORD, name: 'Review', default: false },
		{ id: OTHER, name: 'Backlog', default: true },
	];
	const server = startProject({
		'GET states/': jsonResponse(states),
		[`PATCH states/${RECORD}/`]: jsonResponse({ ...states[0], default: true }),
		[`PATCH states/${OTHER}/`]: NO_RECORD,
	});

	const { error } = await server.run('state.update', {
		stateId: byId(RECORD),
		updateFields: { default: true },
	});

	expectProblem(error, {
		effect: 'partlyDone',
		about: 'Default could not be turned off for "Backlog"',
		cause: causes.notFound('State Backlog'),
	});
});
