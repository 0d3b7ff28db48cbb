/** The owner of every n8n that the tests start. */
export const owner = {
	email: 'owner@example.com',
	firstName: 'Ada',
	lastName: 'Lovelace',
	password: 'Plane-in-n8n-1',
};

/** A client of the API that n8n's own editor uses. */
export class Session {
	/** The Cookie header after signing in: `n8n-auth=…`. */
	#cookie = '';

	constructor(readonly url: string) {}

	/**
	 * @param path such as `/credentials/test`
	 * @returns the `data` of the response
	 * @throws Error with the response if its status is not successful
	 */
	async request(method: string, path: string, body?: unknown): Promise<unknown> {
		const response = await fetch(`${this.url}/rest${path}`, {
			method,
			headers: { 'content-type': 'application/json', cookie: this.#cookie },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok)
			throw new Error(`${method} ${path} failed with status ${response.status}: ${text}`);

		// `n8n-auth=…; Max-Age=…; Path=/` → `n8n-auth=…`
		const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
		if (cookies.length > 0) this.#cookie = cookies.join('; ');

		return (JSON.parse(text) as { data: unknown }).data;
	}
}

/** Signs in as the owner, who is created if n8n has none yet. */
export async function signIn(url: string): Promise<Session> {
	const session = new Session(url);
	const settings = (await session.request('GET', '/settings')) as {
		userManagement: { showSetupOnFirstLoad?: boolean };
	};
	const { email, password } = owner;

	await (settings.userManagement.showSetupOnFirstLoad === true
		? session.request('POST', '/owner/setup', owner)
		: session.request('POST', '/login', { emailOrLdapLoginId: email, password }));

	return session;
}
