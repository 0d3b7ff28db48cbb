import type { Problem } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { failed } from './problemFrom';
import { statusProblem } from './status';

/** How to attach what only somebody who has signed in can read. */
const SIGN_IN =
	'download the file with an HTTP Request node and a credential, and attach it as Binary Data';

/** The problem of a server that does not give a file to attach. @param host of the address */
export function sourceProblem(response: HttpResponse, host: string): Problem {
	switch (response.status) {
		case 401:
		case 403:
			return failed(
				`${host} refused to give it (status ${response.status})`,
				`The address is read without credentials. If it is valid for a short time only, get a new one. If one has to sign in, ${SIGN_IN}.`,
			);
		case 404:
		case 410:
			return failed(
				`${host} does not have it`,
				'Check the address. If it is valid for a short time only, get a new one.',
			);
		default:
			return statusProblem(response, host);
	}
}

/** The problem of an address that leads to a page for people, such as one to sign in. */
export const sourcePage = (): Problem =>
	failed(
		'it is a web page',
		`Use the address that downloads the file itself. If one has to sign in, ${SIGN_IN}.`,
	);

export const sourceEmpty = (): Problem =>
	failed('it is empty', 'Check the address: Plane does not accept empty files.');
