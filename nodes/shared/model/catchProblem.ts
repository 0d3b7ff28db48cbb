import { quote } from '../text/quote';
import { problem, type Result } from '../result/problem';

/**
 * Turns an error that `work` throws into a Problem of one item. If the node threw it, n8n would fail all
 * items or, with On Error set to continue, treat all of them as successful.
 */
export async function catchProblem<T>(work: () => Promise<T>): Promise<Result<T>> {
	try {
		return await work();
	} catch (error) {
		return problem({
			cause: 'internal',
			message: error instanceof Error && error.message !== '' ? error.message : quote(error),
			description:
				'This error came from n8n. Check in Plane whether the item was carried out before running it again.',
		});
	}
}
