import { isWebPage, succeeded, type Answer } from '../answer';
import type { Problem } from '../problem';
import { told } from './told';

/**
 * Whether there is a web page where the interface should be. A server of pages finds no page for
 * the address, or has one and takes no changes (405). Any other status with a page is from a proxy
 * in front of the right server.
 */
export const isWrongPlace = (answer: Answer): boolean =>
	isWebPage(answer) && (succeeded(answer) || [404, 405].includes(answer.status));

/** An address that leads to the web app, to a portal or to a proxy's page. */
export const webPage = (answer: Answer): Problem =>
	told(
		answer,
		'The Base URL of the credential leads to a web page, not to the interface of Plane',
		'Give https://api.plane.so for the cloud, or the address of your own server under which it answers /api/v1/.',
	);

/** A 2xx answer that is not what the operation answers. */
export const unexpected = (answer: Answer, what: string): Problem =>
	isWebPage(answer)
		? webPage(answer)
		: told(
				answer,
				`The answer of the server ${what}`,
				'Check that the Base URL of the credential leads to a Plane server.',
			);
