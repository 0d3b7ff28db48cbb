import { quote } from '../text/quote';
import { problem, type Result } from '../result/problem';

/**
 * Turns anything that `work` throws into the Problem of one item. If it were thrown out of the node, n8n
 * would fail all items or, with On Error set to continue, treat them all as successful.
 */
export async function catchProblem<T>(work: () => Promise<T>): Promise<Result<T>> {
	try {
		return await work();
	} catch (error) {
		return problem({
			tag: 'internal',
			message: error instanceof Error && error.message !== '' ? error.message : quote(error),
			description:
				'This error came from n8n. Check in Plane whether the item was carried out before running it again.',
		});
	}
}
