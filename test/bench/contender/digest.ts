import { createHash } from 'node:crypto';

/** The SHA-256 of what streams, in hexadecimal. */
export async function digestOf(content: AsyncIterable<Buffer>): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of content) hash.update(chunk);
	return hash.digest('hex');
}
