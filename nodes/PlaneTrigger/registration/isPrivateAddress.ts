/** Host names that only the machine or the network of n8n knows. */
const LOCAL_NAMES = /^(?:localhost|[^.[\]]+|.+\.(?:localhost|local|internal|lan|home\.arpa))$/;

/** Addresses of a machine itself, of private networks, and of links (RFC 1918, 3927, 4193 and 4291). */
const PRIVATE_ADDRESSES =
	/^(?:0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[(?:::1?\]|f[cd][\da-f]{2}:|fe[89ab][\da-f]:))/;

/** Whether an address is one that certainly nobody on the internet can reach. */
export function isPrivateAddress(url: string): boolean {
	if (!URL.canParse(url)) return false;

	const { hostname } = new URL(url);

	return PRIVATE_ADDRESSES.test(hostname) || LOCAL_NAMES.test(hostname);
}
