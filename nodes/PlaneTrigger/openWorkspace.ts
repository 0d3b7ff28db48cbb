import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { openConnection } from '../shared/client/openConnection';
import { isProblem, refused, type Result } from '../shared/result/problem';
import { CREDENTIAL_TYPES, readAuthentication } from '../shared/transport/authentication';
import type { Connection } from '../shared/transport/connection';

/** A workspace of Plane, and how to reach it. */
export interface OpenWorkspace {
	readonly connection: Connection;
	/** The slug. */
	readonly workspace: string;
}

/**
 * Reads the credential of the trigger for Plane's API.
 *
 * @param workspace slug of the workspace; `''` to use the workspace of the credential
 * @returns undefined if no such credential is chosen; a Problem if it cannot be used
 */
export async function openWorkspace(
	context: IHookFunctions | IWebhookFunctions,
	workspace: string,
): Promise<Result<OpenWorkspace | undefined>> {
	const type = CREDENTIAL_TYPES[readAuthentication(context)];
	if (context.getNode().credentials?.[type] === undefined) return undefined;

	const connection = await openConnection(context);
	if (isProblem(connection)) return connection;

	const slug = workspace || connection.workspaceSlug;
	if (slug === '') {
		return refused(
			'Workspace Slug: there is no value here or in the credential',
			'Enter the slug from the address of the workspace, here or in the credential.',
		);
	}

	return { connection, workspace: slug };
}
