import { expect, test } from '@jest/globals';
import type { INodeProperties, INodeType } from 'n8n-workflow';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Plane } from '../../../nodes/Plane/Plane.node';
import { PlanePollingTrigger } from '../../../nodes/PlanePollingTrigger/PlanePollingTrigger.node';
import { PlaneTrigger } from '../../../nodes/PlaneTrigger/PlaneTrigger.node';
import { operations } from '../../../nodes/shared/operations/catalog';
import {
	filterDisplayed,
	listCollectionFields,
	toOperationName,
	panel,
	findAllParameters,
	listOptionValues,
} from '../panel/panel';

/**
 * What workflows are saved with, one line for each operation and each trigger. Once released, nothing of it changes:
 * where a test below fails, somebody's workflow would break. What is new is put into the file by
 * `PUBLIC_INTERFACE=renew npm run jest -- --selectProjects unit --testPathPatterns publicInterface`.
 */
const FILE = join(__dirname, 'publicInterface.json');

/** `projectId* status[backlog paused] filters(assignee state)`; `*` marks what is required. */
const rendered = (properties: readonly INodeProperties[]): string =>
	[...new Set(properties.map(({ name }) => name))]
		.sort()
		.map((name) => {
			const same = properties.filter((property) => property.name === name);
			const values = [...new Set(same.flatMap(listOptionValues))].sort();
			const fields = same.flatMap(listCollectionFields);

			return [
				name,
				same.some(({ required }) => required === true) ? '*' : '',
				values.length === 0 ? '' : `[${values.join(' ')}]`,
				fields.length === 0 ? '' : `(${rendered(fields)})`,
			].join('');
		})
		.join(' ');

/** A node as n8n knows it, without its texts. */
const plain = ({ description }: INodeType): unknown => ({
	...description,
	displayName: undefined,
	description: undefined,
	properties: rendered(description.properties),
});

const ofOperations = operations
	.map((operation) => [toOperationName(operation), rendered(findAllParameters(operation))] as const)
	.sort(([one], [other]) => one.localeCompare(other, 'en'));
const ofTriggers = [new PlanePollingTrigger(), new PlaneTrigger()].map(
	(trigger) => [trigger.description.name, plain(trigger)] as const,
);
const current = Object.fromEntries([...ofOperations, ...ofTriggers]);

if (process.env.PUBLIC_INTERFACE === 'renew') {
	writeFileSync(FILE, `${JSON.stringify(current, null, '\t')}\n`);
}

const saved = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>;

test('the node is called plane and asks for the credential planeApi', () => {
	const { name, displayName, credentials } = new Plane().description;

	expect([name, displayName]).toEqual(['plane', 'Plane']);
	expect(credentials?.map((credential) => credential.name)).toEqual(['planeApi']);
});

test('the names and values of each operation and trigger are those that workflows were saved with', () => {
	expect(current).toEqual(saved);
});

test('the menus offer the saved operations, no more and no less', () => {
	const [resources] = panel.filter(({ name }) => name === 'resource').map(listOptionValues);
	const offered = (resources ?? []).flatMap((resource) =>
		filterDisplayed(panel, { resource })
			.filter(({ name }) => name === 'operation')
			.flatMap(listOptionValues)
			.map((operation) => `${resource}.${operation}`),
	);

	expect([...offered].sort()).toEqual(ofOperations.map(([name]) => name));
});
