import { isJsonObject } from '../fields/json';
import type { Answer } from '../transport/response';
import type { ServiceCall } from '../model/call';
import type { Problem } from '../result/problem';
import { joined, saidBy, serverWords } from './serverMessage';
import { namesOf, placesOf, series, withValue } from './pathParameters';
import { told } from './problemFrom';

const VALUES = 'Check the values of this item.';

/** Values that the server does not take (observed row 17). */
export function explainRefusal(answer: Answer, call: ServiceCall): Problem | undefined {
	const { status } = answer;
	if (status === 409) return conflict(answer, call);
	if (status !== 400 && status !== 422) return undefined;
	const closed = closedTarget(answer, call);
	if (closed !== undefined) return closed;

	const said = saidBy(answer, namesOf(call));
	const words = joined(said);
	if (words === '') return told(answer, 'Plane refused the request without saying why', VALUES);
	if (/\bJSON parse error\b/i.test(words)) {
		return told(
			answer,
			'Plane could not read the request',
			'A proxy may have changed it on its way: ask whoever runs the server. If there is none, report it to the makers of the node.',
			words,
		);
	}
	// `Plane refused Start Date: …`; where something is about no field, `Plane refused the request: …`
	const message = said.some(({ about }) => about === '')
		? `Plane refused the request: ${words}`
		: `Plane refused ${words}`;
	const fields = new Set(said.flatMap(({ field }) => (field === undefined ? [] : [field])));
	return told(
		answer,
		message,
		fields.size === 0 ? VALUES : `Check ${series([...fields], 'and')} of this item.`,
	);
}

/** What records are added to, where it takes nothing more: a known code says so. */
function closedTarget(answer: Answer, call: ServiceCall): Problem | undefined {
	const { json } = answer;
	const code = isJsonObject(json) ? json.code : undefined;
	const closed = call.operation.body?.addition?.closed ?? {};
	const words = typeof code === 'string' && Object.hasOwn(closed, code) ? closed[code] : undefined;
	const target = placesOf(call).at(-1);
	if (words === undefined || target === undefined) return undefined;
	const [clause, remedy] = words;
	return { ...told(answer, `${withValue(target)} ${clause}`, remedy), isOfTarget: true };
}

/** A name or another mark that is taken; the real server tells by whom (observed row 12). */
function conflict(answer: Answer, call: ServiceCall): Problem {
	const { json } = answer;
	const id = isJsonObject(json) && typeof json.id === 'string' ? json.id : '';
	const existing = /^[\w-]{1,64}$/.test(id) ? `, which has the ID ${id},` : '';
	return told(
		answer,
		'Plane already has such a record',
		`Use the existing record${existing} or choose another name.`,
		serverWords(answer, namesOf(call)),
	);
}
