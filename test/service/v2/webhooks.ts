import { randomBytes } from 'node:crypto';
import { v2Events } from '../../contract/v2';
import { ok, Refusal } from '../answer';
import { boolean, choice, listOf, nullable, optionalText, url } from '../fields';
import type { Tables } from '../routes';
import type { Host } from '../serve';
import type { RegisteredWebhook } from '../state';
import type { Creatable } from '../table';
import { createResourceHandlers } from './handlers';
import { forbiddenProblem, invalidField, problem } from './problems';
import type { Resource, V2Call, V2Handler, V2Handlers } from './resource';

const PRIVATE_HOSTS = [
	/(^|\.)localhost$/,
	/^(0|10|127)\./,
	/^169\.254\./,
	/^172\.(1[6-9]|2\d|3[01])\./,
	/^192\.168\./,
	/^\[(::1?|f[cd].*|fe80.*)\]$/,
];

const createSecret = (): string => `plane_wh_${randomBytes(16).toString('hex')}`;

/** @throws Refusal 400 for an address that is not of http or https, or is private (row 519) */
function checkAddress(address: unknown, refusesPrivate: boolean): void {
	if (typeof address !== 'string') return;

	if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
		throw invalidField('url', 'Enter a valid URL.');
	}

	const { hostname } = new URL(address);
	if (refusesPrivate && PRIVATE_HOSTS.some((pattern) => pattern.test(hostname))) {
		throw invalidField('url', 'URL resolves to a private address.');
	}
}

/** Defines the operations of webhooks, which only administrators can use (rows 519 and 520). */
export function defineWebhooksV2(
	{ state, rowFactory, hasDifference }: Host,
	{ tableEndpoints }: Tables,
): V2Handlers {
	const table: Creatable<RegisteredWebhook> = {
		name: 'Webhook',
		path: 'workspaces/{workspace_slug}/webhooks/{webhook_id}/',
		rows: () => state.webhooks,
		allRows: () => state.webhooks,
		fields: {
			url,
			name: nullable(optionalText),
			content_type: choice(['application/json', 'application/x-www-form-urlencoded']),
			is_active: boolean,
			scopes: listOf(choice(v2Events)),
			version: optionalText,
		},
		createBlank: ({ userId }) => ({
			...rowFactory.create('webhook', userId),
			url: '',
			name: null,
			content_type: 'application/json',
			is_active: true,
			scopes: [],
			// Whoever does not ask for version 2 gets deliveries in the form of version 1.
			version: 'v1',
			secret_key: createSecret(),
			workspace: state.workspace.id,
		}),
		serialize: (row) => row,
	};

	const resource: Resource<RegisteredWebhook> = {
		table,
		computed: {
			created_by_id: ({ created_by: creator }) => creator ?? null,
			search: ({ name, url: address }) => `${name ?? ''} ${address}`,
		},
		translate(body, _call, entry) {
			const { url: address, scopes } = body;
			const sentScopes: readonly unknown[] = Array.isArray(scopes) ? scopes : [];
			const unknown = sentScopes.find((scope) => !v2Events.some((event) => event === scope));

			checkAddress(address, hasDifference('refusesPrivateAddresses'));

			if (unknown !== undefined) {
				const message = `${JSON.stringify(unknown)} is not a valid choice.`;

				throw invalidField('scopes', message, 'invalid_choice');
			}

			const isTaken = state.webhooks.some((row) => row !== entry && row.url === address);
			if (isTaken && hasDifference('refusesTakenAddresses')) {
				throw new Refusal(problem(409, { detail: 'A webhook with this URL already exists.' }));
			}

			return body;
		},
	};

	const { handlers, writer, prepareView } = createResourceHandlers(
		resource,
		tableEndpoints,
		hasDifference,
	);

	/** Creates a webhook. Whether the answer has its secret differs between the sources (row 520). */
	async function create(call: V2Call) {
		const show = prepareView(call);
		const entry = await writer.create(call, call.body);
		const secret = hasDifference('returnsNewSecrets') ? { secret_key: entry.secret_key } : {};

		return { status: 201, body: { ...show(entry), ...secret } };
	}

	/** Replaces the secret, which is valid no longer, and returns the new one. */
	function regenerate(call: V2Call) {
		const show = prepareView(call);
		const entry = writer.find(call, call.params.pk);

		entry.secret_key = createSecret();

		return ok({ ...show(entry), secret_key: entry.secret_key });
	}

	const all: V2Handlers = { ...handlers, create, regenerate };
	const administratorId = state.users[0]?.id;
	const forAdministrators =
		(handle: V2Handler): V2Handler =>
		(call) =>
			call.userId === administratorId ? handle(call) : forbiddenProblem;

	return Object.fromEntries(
		Object.entries(all).map(([kind, handle]) => [kind, forAdministrators(handle)]),
	);
}
