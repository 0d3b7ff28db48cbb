import type { JsonObject } from 'n8n-workflow';

import type { Client } from '../client/client';
import { unexpectedResponse } from '../errors/credentialErrors';
import type { ReadTarget } from '../model/call';
import { getCurrentUser, getMembers } from '../operations';
import { parseListPage } from '../pagination/envelope';
import { isProblem, type Result } from '../result/problem';
import { isJsonObject } from '../values/json';
import { readFirstText } from '../values/readFirstText';

/** Reads the ID of the user of the credential. */
export async function readCurrentUserId(
	client: Client,
	workspace: string,
): Promise<Result<string>> {
	const target: ReadTarget = { kind: 'read', workspace, operation: getCurrentUser, path: {} };
	const response = await client.read(target, getCurrentUser.request.path);
	if (isProblem(response)) return response;

	const id = isJsonObject(response.json) ? readFirstText(response.json, 'id') : '';

	return id === '' ? unexpectedResponse(response, 'does not say whose the credential is') : id;
}

/** Reads the members of a workspace, by their IDs: with names and email addresses. */
export async function readMembersById(
	client: Client,
	workspace: string,
): Promise<Result<ReadonlyMap<string, JsonObject>>> {
	const target: ReadTarget = { kind: 'read', workspace, operation: getMembers, path: {} };
	const response = await client.read(target, getMembers.request.path);
	const list = isProblem(response) ? response : parseListPage(response);
	if (isProblem(list)) return list;

	return new Map(list.records.map((row) => [readFirstText(row, 'id'), row]));
}
