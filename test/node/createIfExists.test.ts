import { describe, expect, it } from '@jest/globals';

import { byId } from '../engine/samples';
import { USE_EXISTING } from '../../nodes/shared/operations/shared/choices';
import { jsonResponse } from '../unit/responses';
import { useAnswers } from './useAnswers';

const startServer = useAnswers();

/** UUIDs, because the panel takes nothing else for an ID. */
const PROJECT = '591af7ba-0000-4000-8000-000000000001';
const LABEL = '4df783f3-0000-4000-8000-000000000002';

describe('Label → Create', () => {
	it('uses the record whose ID is in the refusal (row 12)', async () => {
		const stored = { id: LABEL, name: 'bug', color: '#000000' };
		const server = startServer({
			[`GET projects/${PROJECT}/`]: jsonResponse({ id: PROJECT, archived_at: null }),
			[`POST projects/${PROJECT}/labels/`]: jsonResponse(
				{ error: 'Label with the same name already exists in the project', id: LABEL },
				409,
			),
			[`GET projects/${PROJECT}/labels/${LABEL}/`]: jsonResponse(stored),
		});
		const result = await server.run('label.create', {
			projectId: byId(PROJECT),
			name: 'bug',
			options: { ifItAlreadyExists: USE_EXISTING },
		});

		expect(result.error).toBeUndefined();
		expect(result.json).toEqual([stored]);
		expect(server.routes()).toEqual([
			`GET projects/${PROJECT}/`,
			`POST projects/${PROJECT}/labels/`,
			`GET projects/${PROJECT}/labels/${LABEL}/`,
		]);
	});
});
