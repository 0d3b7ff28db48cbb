import { type ILoadOptionsFunctions, sleep } from 'n8n-workflow';

import { Client } from '../client/client';
import { openConnection } from '../client/openConnection';
import { sendWithCredential } from '../client/sendWithCredential';
import { isUnsupported } from '../errors/notFound';
import { findOnlyParent, readLocatorValue } from '../fields/field';
import { isEmpty, isObject } from '../values/valueChecks';
import type { Field } from '../fields/kinds';
import { FIXED_ORIGIN } from '../fields/origin';
import { asText } from '../values/asText';
import { writeField } from '../fields/write';
import type { Picker } from '../lists/picker';
import type { RecordLocation } from '../model/call';
import { findKeyLocators, findPathLocators, workspace } from '../operations/shared/locators';
import { describeInEditor } from '../output/nodeErrors';
import { findOwner } from '../parameters/findOwner';
import { parseListPage, type ListPage } from '../pagination/envelope';
import { readOnlyParent } from '../resolve/readOnlyParent';
import { NameResolver } from '../resolve/NameResolver';
import { isProblem, refused, type Result } from '../result/problem';
import type { ServiceRequest } from '../transport/request';
import { hasNoList, type Listed, NothingToList } from './NothingToList';

/** A person is waiting in the editor. */
const TIMEOUT_MS = 15_000;

type Query = NonNullable<ServiceRequest['query']>;

/** A list that is ready to be read. */
export interface OpenList {
	/** The values of the placeholders in its path, by their wire names. */
	readonly path: RecordLocation['path'];
	/** @param path below the workspace; by default the path of the picker */
	readonly fetchPage: (query: Query, path?: string) => Promise<Listed<ListPage>>;
}

/**
 * Reads from the panel which list a picker shows, and looks up the IDs of parents that are given by name
 * or key.
 *
 * @returns a Problem if the credential is wrong, or if a parent is not found; nothing to list if a parameter has to
 *   be filled in first, or if the project or the server has no such list
 */
export async function openList(
	context: ILoadOptionsFunctions,
	picker: Picker,
): Promise<Listed<OpenList>> {
	const { path: pathOfList, records, plan, feature } = picker;
	const onlyParent = findOnlyParent(picker);
	const parents = findPathLocators(pathOfList).filter(({ wire }) => wire !== onlyParent?.wire);
	const opened = await openPlace(context, { parents, records, plan, feature });
	if (hasNoList(opened)) return opened;

	const { client, target } = opened;
	const parentPath = await readOnlyParent(client, target, picker);
	if (isProblem(parentPath)) {
		return parentPath.cause === 'absent' ? new NothingToList(parentPath.message) : parentPath;
	}

	const place = { ...target, path: { ...target.path, ...parentPath } };

	return {
		path: place.path,
		fetchPage: async (query, path = pathOfList) => {
			const response = await client.read(place, path, query);
			if (!isProblem(response)) return parseListPage(response);
			if (!isUnsupported(response.response, place)) return response;

			return new NothingToList(
				plan === undefined
					? `This server has no list of ${records}: choose By ID`
					: `Only the commercial editions of Plane have ${records}`,
			);
		},
	};
}

/** What is to be read for the editor. */
interface Reading {
	/** The fields of the records that it belongs to, with the names of their parameters in the panel. */
	readonly parents: readonly Field[];
	readonly records: string;
	readonly plan: Picker['plan'];
	readonly feature: Picker['feature'];
}

/**
 * Reads from the panel where something is, and looks up the IDs of parents that are given by name or key.
 *
 * @returns a Problem if the credential is wrong, or if a parent is not found; nothing to list if a parameter has to
 *   be filled in first
 */
export async function openPlace(
	context: ILoadOptionsFunctions,
	{ parents, records, plan, feature }: Reading,
) {
	const connection = await openConnection(context);
	if (isProblem(connection)) return connection;

	const location = readLocation(context, { parents, defaultWorkspace: connection.workspaceSlug });
	// The panel shows the lists of a new node before anybody has filled it in.
	if (isProblem(location)) return new NothingToList(describeInEditor(location));

	const send = sendWithCredential(context, connection, TIMEOUT_MS);
	const client = new Client(connection, send, send);
	const paging = { concurrency: 1, pause: async (durationMs: number) => await sleep(durationMs) };
	const names = new NameResolver({ client, paging });
	const target = await names.resolvePath({
		kind: 'read',
		...location,
		operation: {
			action: `List the ${records}`,
			locators: parents,
			...(plan && { plan }),
			...(feature && { feature }),
		},
	});

	return isProblem(target) ? target : { client, paging, target };
}

/** Reads the workspace and the parents from the panel, or returns what the user has to fill in first. */
function readLocation(
	context: ILoadOptionsFunctions,
	{
		parents,
		defaultWorkspace,
	}: { readonly parents: readonly Field[]; readonly defaultWorkspace: string },
): Result<RecordLocation> {
	const usesDefaultWorkspace = isEmpty(context.getCurrentNodeParameter(workspace.parameter));
	const slug = usesDefaultWorkspace ? defaultWorkspace : readParameter(context, workspace);
	if (isProblem(slug)) return slug;
	if (slug === '') return refused('Enter a Workspace Slug first, here or in the credential', '');

	const path: Record<string, string> = {};

	for (const field of parents) {
		const value = findOwnerInPanel(context, field) ?? readParameter(context, field);
		if (isProblem(value)) return value;

		path[field.wire] = value;
	}

	return { workspace: slug, path };
}

/**
 * Finds a parent that was left empty by the key or the address of a record within it, as a run does: the
 * project of work item LNCH-12.
 */
function findOwnerInPanel(context: ILoadOptionsFunctions, field: Field): string | undefined {
	if (!isEmpty(readLocatorValue(context.getCurrentNodeParameter(field.parameter))))
		return undefined;

	for (const inner of findKeyLocators(field.wire)) {
		const entered = readLocatorValue(context.getCurrentNodeParameter(inner.parameter));
		const text = isEmpty(entered) ? undefined : readParameter(context, inner);
		if (text === undefined || isProblem(text)) continue;

		const owner = findOwner(field, inner, { text, entered });
		if (owner !== undefined) return owner;
	}

	return undefined;
}

/** Reads the value of a parameter as it is sent, or returns what the user has to do first. */
function readParameter(context: ILoadOptionsFunctions, field: Field): Result<string> {
	const { displayName, parameter } = field;
	const parameterValue = context.getCurrentNodeParameter(parameter);
	const value =
		isObject(parameterValue) && 'value' in parameterValue ? parameterValue.value : parameterValue;
	// The editor evaluates expressions first, and provides null or no value for expressions that fail.
	const isUnevaluated =
		value === null ||
		(value === undefined && parameterValue !== undefined) ||
		(typeof value === 'string' && value.startsWith('='));

	if (isUnevaluated) {
		return refused(`${displayName} has no value yet: run the nodes before this one first`, '');
	}
	if (isEmpty(value)) return refused(`Choose ${displayName} first`, '');

	const result = writeField(field, parameterValue, {
		timezone: context.getTimezone(),
		origin: FIXED_ORIGIN,
		whenEmpty: 'leave',
	});

	return isProblem(result)
		? refused(`${displayName}: ${result.message}`, result.description)
		: (asText(result) ?? '');
}
