import OAuth2Server, { Request, Response } from '@node-oauth/oauth2-server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { Answer } from './answer';
import type { User } from './state';

/** What a token endpoint returns, and n8n stores. */
export interface TokenData {
	readonly access_token: string;
	readonly refresh_token: string;
	readonly token_type: 'Bearer';
	readonly expires_in: number;
}

/** The app that an administrator has registered in Plane for n8n (row 380). */
export const client = {
	id: 'n8n-client',
	secret: 'n8n-client-secret',
	grants: ['authorization_code', 'refresh_token'],
};

/** How long a new token is valid, in seconds (row 380). */
const TOKEN_LIFETIME = 86_400;

const createToken = (prefix: string): string => prefix + randomBytes(16).toString('hex');

/**
 * The authorization server of a workspace, with a library that implements RFC 6749. Its addresses, tokens
 * and lifetimes are the documented ones (row 380). Each refresh token works once, which is stricter than
 * documented.
 */
export class AuthorizationServer {
	private readonly codes = new Map<string, OAuth2Server.AuthorizationCode>();
	private readonly tokens = new Map<string, OAuth2Server.Token>();
	private readonly refreshTokens = new Map<string, OAuth2Server.RefreshToken>();
	private readonly server: OAuth2Server;
	/** The addresses of the app that a code may be sent to, which its administrator has entered in Plane. */
	readonly redirectUris: string[] = [];
	/** How often a token was renewed. */
	renewals = 0;
	/** How the token endpoint fails, if it does. `garbled` repeats the request, with all its secrets. */
	failure: 'down' | 'garbled' | undefined;

	/** @param refusal the status for an expired or unknown token */
	constructor(
		private readonly users: readonly User[],
		private readonly refusal: 401 | 403,
	) {
		this.server = new OAuth2Server({
			model: this.createModel(),
			accessTokenLifetime: TOKEN_LIFETIME,
			allowEmptyState: true,
		});
	}

	/** Registers its addresses below a path. */
	register(app: FastifyInstance, prefix: string): void {
		const authorizePath = `${prefix}/auth/o/authorize-app/`;

		app.get(authorizePath, async (request, reply) => await this.showConsent(request, reply));
		app.post(authorizePath, async (request, reply) => await this.authorize(request, reply));
		app.post(
			`${prefix}/auth/o/token/`,
			async (request, reply) => await this.issueToken(request, reply),
		);
	}

	/** Connects the account of the first user without a browser. */
	connect(): TokenData {
		const [user] = this.users;
		if (user === undefined) throw new Error('There is no user');

		const accessToken = createToken('pln_');
		const refreshToken = createToken('pln_refresh_');

		this.saveToken({
			accessToken,
			refreshToken,
			accessTokenExpiresAt: new Date(Date.now() + TOKEN_LIFETIME * 1000),
			client,
			user,
		});

		return {
			access_token: accessToken,
			refresh_token: refreshToken,
			token_type: 'Bearer',
			expires_in: TOKEN_LIFETIME,
		};
	}

	/** Lets all access tokens expire. */
	expireTokens(): void {
		for (const token of this.tokens.values()) token.accessTokenExpiresAt = new Date(0);
	}

	/** Disconnects all accounts. */
	revokeAll(): void {
		this.tokens.clear();
		this.refreshTokens.clear();
	}

	/** Finds the user of the token in the header Authorization. */
	async authenticate({
		headers,
		method,
	}: Pick<FastifyRequest, 'headers' | 'method'>): Promise<{ owner: User } | { refusal: Answer }> {
		const request = new Request({ headers: toTexts(headers), method, query: {} });
		const token = await this.server.authenticate(request, new Response()).catch(() => undefined);
		const owner = this.users.find(({ id }) => id === token?.user.id);
		if (owner !== undefined) return { owner };

		// Only the texts for keys have been recorded (row 18).
		const detail =
			this.refusal === 401
				? 'Authentication credentials were not provided.'
				: 'Given API token is not valid';

		return { refusal: { status: this.refusal, body: { detail } } };
	}

	/** Asks the person in the browser, who is signed in as the first user. */
	private async showConsent(request: FastifyRequest, reply: FastifyReply) {
		const page = `<!doctype html><title>Plane</title><form method="post" action="${request.url.replaceAll('&', '&amp;')}"><button>Allow</button></form>`;

		return await reply.type('text/html; charset=utf-8').send(page);
	}

	private async authorize(request: FastifyRequest, reply: FastifyReply) {
		const response = new Response();
		const [user] = this.users;

		await this.server.authorize(
			new Request({
				headers: toTexts(request.headers),
				method: 'POST',
				query: toTexts(request.query),
			}),
			response,
			{ authenticateHandler: { handle: () => user } },
		);

		return await reply.redirect(String(response.get('location')));
	}

	private async issueToken(request: FastifyRequest, reply: FastifyReply) {
		// Some kinds of server have read the form already (row 420).
		const form = new URLSearchParams(
			typeof request.body === 'string' ? request.body : toTexts(request.body),
		);
		if (this.failure === 'down') return await reply.code(503).send('Down for maintenance');
		if (this.failure === 'garbled') return await reply.send(`Not JSON: ${form.toString()}`);

		const response = new Response();
		const body = Object.fromEntries(form);
		// The library counts the bytes, which n8n sends in one piece.
		const headers = { ...toTexts(request.headers), 'content-length': form.toString().length };

		try {
			await this.server.token(
				new Request({ headers: toTexts(headers), method: 'POST', query: {}, body }),
				response,
			);
			if (body.grant_type === 'refresh_token') this.renewals += 1;

			return await reply.send(response.body);
		} catch (error) {
			const { code = 500, name = '', message = '' } = error as Partial<OAuth2Server.OAuthError>;

			return await reply.code(code).send({ error: name, error_description: message });
		}
	}

	private saveToken(token: OAuth2Server.Token): OAuth2Server.Token {
		const { accessToken, refreshToken } = token;

		this.tokens.set(accessToken, token);
		if (refreshToken !== undefined)
			this.refreshTokens.set(refreshToken, { ...token, refreshToken });

		return token;
	}

	private createModel(): OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel {
		const { codes, tokens, refreshTokens, redirectUris } = this;

		return {
			generateAccessToken: async () => await Promise.resolve(createToken('pln_')),
			generateRefreshToken: async () => await Promise.resolve(createToken('pln_refresh_')),
			getClient: async (id, secret) =>
				await Promise.resolve(
					id === client.id && [null, client.secret].includes(secret)
						? { ...client, redirectUris }
						: undefined,
				),
			validateScope: async (_user, _client, scope) => await Promise.resolve(scope ?? []),
			saveAuthorizationCode: async (code, codeClient, user) => {
				const saved = { ...code, client: codeClient, user };

				codes.set(code.authorizationCode, saved);

				return await Promise.resolve(saved);
			},
			getAuthorizationCode: async (code) => await Promise.resolve(codes.get(code)),
			revokeAuthorizationCode: async ({ authorizationCode }) =>
				await Promise.resolve(codes.delete(authorizationCode)),
			saveToken: async (token, tokenClient, user) =>
				await Promise.resolve(this.saveToken({ ...token, client: tokenClient, user })),
			getAccessToken: async (token) => await Promise.resolve(tokens.get(token)),
			getRefreshToken: async (token) => await Promise.resolve(refreshTokens.get(token)),
			revokeToken: async ({ refreshToken }) =>
				await Promise.resolve(refreshTokens.delete(refreshToken)),
		};
	}
}

/** Headers or parameters as texts, which is what the library takes. */
const toTexts = (values: unknown): Record<string, string> =>
	Object.fromEntries(
		Object.entries(typeof values === 'object' && values !== null ? values : {}).map(
			([name, value]) => [name, String(value)],
		),
	);
