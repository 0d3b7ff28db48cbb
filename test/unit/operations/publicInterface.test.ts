import { expect, test } from '@jest/globals';
import type { INodeProperties, INodeType } from 'n8n-workflow';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Plane } from '../../../nodes/Plane/Plane.node';
import { PlanePollingTrigger } from '../../../nodes/PlanePollingTrigger/PlanePollingTrigger.node';
import { PlaneTrigger } from '../../../nodes/PlaneTrigger/PlaneTrigger.node';
import { listMapperFields } from '../../../nodes/Plane/panel/buildMapper';
import { menu } from '../../../nodes/shared/operations/catalog';
import type { MenuOperation } from '../../../nodes/shared/operations/operation';
import {
	filterDisplayed,
	listCollectionFields,
	toOperationName,
	panel,
	findAllParameters,
	listOptionValues,
} from '../panel/panel';

/**
 * The names and values with which workflows are saved, one line for each operation and each trigger. After a
 * release, none of them changes: if a test below fails, a saved workflow would break.
 */
const FILE = join(__dirname, 'publicInterface.json');

const ADVICE =
	'After a release, a changed or missing line breaks saved workflows. If each line below is right, run PUBLIC_INTERFACE=renew npm run jest -- --selectProjects unit --testPathPatterns publicInterface';

/** Formats parameters as `projectId* status[backlog paused] filters(assignee state)`; `*` marks required ones. */
const formatParameters = (properties: readonly INodeProperties[]): string =>
	[...new Set(properties.map(({ name }) => name))]
		.sort()
		.map((name) => {
			const variants = properties.filter((property) => property.name === name);
			const values = [...new Set(variants.flatMap(listOptionValues))].sort();
			const fields = variants.flatMap(listCollectionFields);

			return [
				name,
				variants.some(({ required }) => required === true) ? '*' : '',
				values.length === 0 ? '' : `[${values.join(' ')}]`,
				fields.length === 0 ? '' : `(${formatParameters(fields)})`,
			].join('');
		})
		.join(' ');

/** Formats the fields of the mapper of an operation, as ` mapper(externalId name*)`, or `''` if it has none. */
const formatMapper = (operation: MenuOperation): string => {
	if (operation.kind !== 'upsert') return '';

	const fields = listMapperFields(operation).map(({ id, required }) => id + (required ? '*' : ''));

	return ` mapper(${fields.sort().join(' ')})`;
};

/** Describes a node as n8n knows it, without its texts. */
const describeWithoutTexts = ({ description }: INodeType): unknown => ({
	...description,
	displayName: undefined,
	description: undefined,
	properties: formatParameters(description.properties),
});

const operationEntries = menu
	.map(
		(operation) =>
			[
				toOperationName(operation),
				formatParameters(findAllParameters(operation)) + formatMapper(operation),
			] as const,
	)
	.sort(([a], [b]) => a.localeCompare(b, 'en'));
const triggerEntries = [new PlanePollingTrigger(), new PlaneTrigger()].map(
	(trigger) => [trigger.description.name, describeWithoutTexts(trigger)] as const,
);
const current = Object.fromEntries([...operationEntries, ...triggerEntries]);

if (process.env.PUBLIC_INTERFACE === 'renew') {
	writeFileSync(FILE, `${JSON.stringify(current, null, '\t')}\n`);
	execFileSync('npx', ['prettier', '--write', FILE]);
}

const saved = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>;

/** Lists the lines of the file that are no longer right, and what would take their place. */
function listChanges(): string[] {
	const format = (entries: object): string[] =>
		Object.entries(entries).map(
			([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
		);
	const before = format(saved);
	const after = format(current);

	return [
		...before.filter((line) => !after.includes(line)).map((line) => `- ${line}`),
		...after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
	];
}

test('the node is called plane and asks for the credential that Authentication selects', () => {
	const { name, displayName, credentials } = new Plane().description;
	const [authentication] = panel;

	expect([name, displayName]).toEqual(['plane', 'Plane']);
	expect(authentication && listOptionValues(authentication)).toEqual(['apiKey', 'oAuth2']);
	expect(
		credentials?.map((credential) => [credential.name, credential.displayOptions?.show]),
	).toEqual([
		['planeApi', { authentication: ['apiKey'] }],
		['planeOAuth2Api', { authentication: ['oAuth2'] }],
	]);
});

test('the names and values of each operation and trigger are those that workflows were saved with', () => {
	const changes = listChanges();

	expect(changes.length === 0 ? '' : [ADVICE, ...changes].join('\n')).toBe('');
});

test('the menus offer the saved operations, no more and no less', () => {
	const [resources] = panel.filter(({ name }) => name === 'resource').map(listOptionValues);
	const offeredOperations = (resources ?? []).flatMap((resource) =>
		filterDisplayed(panel, { resource })
			.filter(({ name }) => name === 'operation')
			.flatMap(listOptionValues)
			.map((operation) => `${resource}.${operation}`),
	);

	const offered = [...offeredOperations].sort((a, b) => a.localeCompare(b, 'en'));

	expect(offered).toEqual(operationEntries.map(([name]) => name));
});
