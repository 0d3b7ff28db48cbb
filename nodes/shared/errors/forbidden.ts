import type { ServiceCall } from '../model/call';
import type { Problem } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { placesOf, series, withValue, workspaceOf } from './pathParameters';
import { problemFrom } from './problemFrom';
import { serverWords } from './serverMessage';

/**
 * What the user of the key may not do. A workspace or a project that the user may not see is
 * answered like one that does not exist (row 18).
 */
export function forbidden(response: HttpResponse, call: ServiceCall): Problem | undefined {
	const words = serverWords(response);
	if (response.status === 402) {
		return problemFrom(
			response,
			`The plan of workspace ${call.workspace} does not include this`,
			'Have the plan changed to one that does, or do without this operation.',
			words,
		);
	}
	if (response.status !== 403) return undefined;
	// Rights are given for the outermost record, all others are inside it.
	const outermost = placesOf(call).slice(0, 1);
	const places = [workspaceOf(call), ...outermost];
	const what = outermost.map(({ displayName }) => `this ${displayName.toLowerCase()} in `).join('');
	return problemFrom(
		response,
		`Plane denied access to ${what}workspace ${call.workspace}`,
		`${series(places.map(withValue), 'or')} may be wrong: Plane answers the same where there is no such record. Otherwise ask an administrator to give access to the user of the API key.`,
		words,
	);
}
