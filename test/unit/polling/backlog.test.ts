import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import type { ProjectApi } from '../../../nodes/PlanePollingTrigger/changes/ProjectApi';
import { pollProjects } from '../../../nodes/PlanePollingTrigger/changes/pollProjects';
import { NEW_COMMENTS } from './editableProject';
import { pageOf } from './fakeProjectApi';

describe('the polling trigger, with a backlog', () => {
	it('reports more events than a function call can have arguments', async () => {
		const count = 130_000;
		const before = '2026-11-23T08:00:00Z';
		const after = '2026-11-23T09:00:00Z';
		const comments: JsonObject[] = Array.from({ length: count }, (_, number) => ({
			id: `comment${number}`,
			created_at: after,
		}));
		let hasComments = false;

		const fetchPage: ProjectApi['fetchPage'] = async ({ list }) => {
			const item = { id: 'item1', created_at: before, updated_at: hasComments ? after : before };
			const rows = list === 'comments' ? comments : [item];

			return await Promise.resolve(pageOf(list === 'comments' && !hasComments ? [] : rows));
		};

		const api: ProjectApi = {
			fetchPage,
			fetchPageIgnoringBudget: fetchPage,
			maySend: () => true,
			now: () => Date.parse(after),
			warn: () => undefined,
		};
		const options = {
			names: { cacheKey: '', projects: ['p1'], ids: {} },
			apiFor: () => api,
			subscription: NEW_COMMENTS,
			isBudgetSpent: () => false,
		};

		const { state } = await pollProjects(undefined, options);

		hasComments = true;
		const { events } = await pollProjects(state, options);

		expect(events).toHaveLength(count);
	});
});
