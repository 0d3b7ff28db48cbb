import type { Client } from '../../../shared/client/client';
import { sourceEmpty, sourcePage, sourceProblem } from '../../../shared/errors/sourceErrors';
import { fitFileName } from '../../../shared/fields/files/fileName';
import { ANY_FILE, findFileType } from '../../../shared/fields/files/fileType';
import type { RemoteFile, UploadFile } from '../../../shared/model/call';
import { isProblem, problem, type Problem, type Result } from '../../../shared/result/problem';
import { truncate } from '../../../shared/text/truncate';
import { readDispositionName } from '../../../shared/transport/contentDisposition';
import { isWebPage, succeeded } from '../../../shared/transport/response';

/** Addresses of downloads lead over several hosts: a short address, a sign-in, a storage. */
const MAX_HOPS = 10;

/** The name of a file whose address has none. */
const FALLBACK_NAME = 'file';

/** Only known once there is a response. n8n stores the file under this name and type. */
const UNKNOWN_FILE = { name: FALLBACK_NAME, mimeType: ANY_FILE };

/**
 * Reads the file at an address into n8n's binary data storage, whole: only then its size is certain, and it can be sent
 * again after a fault.
 */
export async function fetchFile(
	{ url, field, findContent }: RemoteFile,
	client: Client,
): Promise<Result<UploadFile>> {
	const { response, url: lastUrl } = await client.fetchFile(url, UNKNOWN_FILE, MAX_HOPS);
	if (isProblem(response)) return notAttached(response, url);

	const { host } = new URL(lastUrl);
	if (!succeeded(response)) return notAttached(sourceProblem(response, host), url);

	const { headers } = response;
	const ownName = readDispositionName(headers['content-disposition'] ?? '');
	const name = findName(ownName, [url, lastUrl]);
	// What an address redirects to under another name may be a page to sign in.
	const end = readEnd(lastUrl);
	const isSavedPage = ownName !== undefined || (end === readEnd(url) && /\.x?html?$/i.test(end));
	if (isWebPage(response) && !isSavedPage) return notAttached(sourcePage(), url);

	const content = response.file && (await findContent(response.file));
	if (content === undefined || content.size === 0) return notAttached(sourceEmpty(), url);

	return {
		...content,
		field,
		name,
		mimeType: findFileType(headers['content-type'] ?? '', name),
	};
}

/** Finds a name for a file: the one that its server says, or else the end of an address. */
function findName(ownName: string | undefined, addresses: readonly string[]): string {
	const ends = addresses.map(readEnd);
	const names = [ownName, ...ends.filter((end) => /\.\w+$/.test(end)), ...ends];

	for (const name of names) {
		const fitting = name && fitFileName(name);
		if (fitting) return fitting;
	}

	return FALLBACK_NAME;
}

/** `https://example.com/files/a%20b.png?size=2` → `a b.png` */
function readEnd(address: string): string {
	const end = new URL(address).pathname.split('/').at(-1) ?? '';

	try {
		return decodeURIComponent(end);
	} catch {
		return end;
	}
}

/** Characters of an address that an error shows. */
const MAX_ADDRESS = 200;

/**
 * Says which file it is about, without the query of its address, which may contain a signature. The status is not that of
 * a response of Plane.
 */
function notAttached(reason: Problem, url: string): Problem {
	const { cause, message, description, optionsAdvice, tryAgain } = reason;
	const { origin, pathname } = new URL(url);
	const address = truncate(origin + pathname, MAX_ADDRESS);

	return problem({
		cause,
		message: `The file at ${address} was not attached: ${message}`,
		description,
		...(optionsAdvice !== undefined && { optionsAdvice }),
		...(tryAgain !== undefined && { tryAgain }),
	});
}
