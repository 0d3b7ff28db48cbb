import { asText, toTextList } from '../../../nodes/shared/values/asText';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { byId } from '../../engine/samples';
import type { NodeRun } from '../plane';
import type { useProject } from '../writes/useProject';
import { addToModule, MODULE } from './targets';

/** Answers an addition of these IDs. */
export type AnswerAddition = (ids: readonly string[]) => Outcome;

/** Returns a function that adds work items to a module, all by one item, on a server that answers as a test says. */
export const createAdd =
	(startProject: ReturnType<typeof useProject>) =>
	async (ids: readonly string[], answer: AnswerAddition, more: NodeRun = {}) => {
		const server = startProject({
			[addToModule(MODULE)]: ({ body }) => answer(toTextList(body?.issues)),
		});
		const { json, error } = await server.run(
			'module.addWorkItems',
			{
				moduleId: byId(MODULE),
				workItemIds: ids.join(', '),
				limits: { retries: 0 },
			},
			{ onError: 'continueRegularOutput', ...more },
		);

		return {
			json,
			/** The error of the item if the node continues, or else of the run. */
			text: asText(json[0]?.error) ?? error?.message ?? '',
			/** The IDs of each request. */
			sent: server.requests().map(({ body }) => toTextList(body?.issues)),
		};
	};
