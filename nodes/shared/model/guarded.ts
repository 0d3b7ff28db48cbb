import { quote } from '../text/quote';
import { problem, type Result } from '../result/problem';

/**
 * Turns whatever is thrown on the way of one item into its Problem. Thrown out of the node, n8n
 * would take it for the failure of all items or, told to continue, for the success of all.
 */
export async function guarded<T>(work: () => Promise<T>): Promise<Result<T>> {
	try {
		return await work();
	} catch (error) {
		return problem({
			tag: 'internal',
			message: error instanceof Error && error.message !== '' ? error.message : quote(error),
			description:
				'This came up inside n8n. Check in Plane whether the item was carried out before you run it again.',
		});
	}
}
