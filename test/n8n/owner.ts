/** Who the owner of an n8n is that was started here. */
export const owner = {
	email: 'owner@example.com',
	firstName: 'Ada',
	lastName: 'Lovelace',
	password: 'Plane-in-n8n-1',
};

/** Somebody who is signed in to an n8n. */
export class Session {
	constructor(
		readonly url: string,
		/** For a `cookie` header: `n8n-auth=…`. */
		readonly cookie: string,
	) {}

	/**
	 * A request to the address that n8n's own editor uses.
	 * @param path such as `/credentials/test`
	 * @returns the answer's `data`
	 * @throws Error with the answer unless it is a good one
	 */
	async request(method: string, path: string, body?: unknown): Promise<unknown> {
		const { data } = await send(this.url, method, path, body, this.cookie);
		return data;
	}
}

/** Signs in as the owner, who is made where there is none yet. */
export async function signIn(url: string): Promise<Session> {
	const { data } = await send(url, 'GET', '/settings');
	const { email, password } = owner;
	const { cookie } = isNew(data)
		? await send(url, 'POST', '/owner/setup', owner)
		: await send(url, 'POST', '/login', { emailOrLdapLoginId: email, password });
	return new Session(url, cookie);
}

function isNew(settings: unknown): boolean {
	const { userManagement } = settings as { userManagement: { showSetupOnFirstLoad?: boolean } };
	return userManagement.showSetupOnFirstLoad === true;
}

async function send(
	url: string,
	method: string,
	path: string,
	body?: unknown,
	cookie = '',
): Promise<{ data: unknown; cookie: string }> {
	const answer = await fetch(`${url}/rest${path}`, {
		method,
		headers: { 'content-type': 'application/json', cookie },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	const text = await answer.text();
	if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
	const { data } = JSON.parse(text) as { data: unknown };
	// `n8n-auth=…; Max-Age=…; Path=/` → `n8n-auth=…`
	const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
	return { data, cookie: cookies.join('; ') };
}
