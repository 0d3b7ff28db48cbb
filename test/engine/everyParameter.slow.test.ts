import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';

import { pollingProperties } from '../../nodes/PlanePollingTrigger/pollingProperties';
import { webhookProperties } from '../../nodes/PlaneTrigger/description';
import { quote } from '../../nodes/shared/text/quote';
import { EFFECTS } from '../../nodes/shared/transport/request';
import {
	choiceCases,
	listCollectionFields,
	toOperationName,
	findShownParameters,
	listOptionValues,
} from '../unit/panel/panel';
import { outcomes } from '../nodeTexts';
import { parametersFor, withValue } from './samples';
import { withoutExpressions, commercialStory, story } from './story';
import { Triggers } from './triggers';
import { credentialsAsFields, credentialsAsJson, unsignedCredentials, textFile } from './uploads';
import { useWorld } from './useWorld';

const world = useWorld();

/** Returns valid parameters of an operation, from the story. */
function getValidParameters(operation: string): INodeParameters {
	const steps = [...story, ...commercialStory(world.service.state)];
	const step = steps.find((candidate) => candidate.operation === operation);
	if (step === undefined) throw new Error(`The story has no ${operation}`);

	return withoutExpressions(step.parameters);
}

const issued = unsignedCredentials('https://storage.example.com/uploads');

/** The ways to give upload credentials. */
const uploads = {
	json: credentialsAsJson(JSON.stringify(issued)),
	fields: credentialsAsFields(issued),
};

type Source = keyof typeof uploads;

/** Finds the paths at which a node saves a parameter, or the parameters of a collection. */
const findPaths = (property: INodeProperties): readonly (readonly [string, INodeProperties])[] =>
	property.type === 'collection'
		? listCollectionFields(property).map((member) => [`${property.name}.${member.name}`, member])
		: [[property.type === 'resourceLocator' ? `${property.name}.value` : property.name, property]];

/** Returns a value that no parameter of this type accepts: an object, or for JSON text with a mistake. */
const getInvalidValue = ({ type }: INodeProperties): unknown =>
	type === 'json' ? '{"a": 1,}' : { no: { value: ['of', 'any', 'kind'] } };

/** Whether a parameter is an added filter or option. If an empty one were left out, a list would have too many records. */
const mustNotBeEmpty = (place: string) =>
	/^(filters|options|requestOptions)\.(?!(expand|putOutputFileInField)$)/.test(place);

describe.each([
	['planePollingTrigger', pollingProperties],
	['planeTrigger', webhookProperties],
] as const)(
	'%s is not activated with an invalid value, and the error names the parameter',
	(name, panel) => {
		const fields = panel
			// Authentication takes no expression: it only says which credential is used.
			.filter((parameter) => parameter.type !== 'notice' && parameter.name !== 'authentication')
			.flatMap(findPaths);

		it.each(fields.map(([place, property]) => [place, property] as const))(
			'(%s)',
			async (place, property) => {
				const { service, credential } = world;
				const [events] = panel.filter((parameter) => parameter.name === 'events');
				const [project] = service.state.projects;
				const valid = {
					registration: 'manual',
					events: events ? listOptionValues(events) : [],
					projects: [project?.id ?? ''],
					fields: ['name'],
				};
				const invalid = withValue(
					valid,
					place,
					getInvalidValue(property) as NodeParameterValueType,
				);
				const triggers = await Triggers.start();
				const trigger = await triggers.create(name, invalid, credential);
				const before = service.requests.length;
				const activation =
					name === 'planeTrigger' ? trigger.callWebhookMethod('checkExists') : trigger.activate();

				await expect(activation).rejects.toMatchObject({
					message: expect.stringMatching(new RegExp(`^${property.displayName}: `)),
				});
				expect(service.requests.length).toBe(before);
			},
		);
	},
);

describe('An invalid value is refused before anything is sent, and the error names the parameter and the item', () => {
	it.each(choiceCases)('(%s)', async (_, { choices, operation }) => {
		const { service, store, engine, credential } = world;
		const key = toOperationName(operation);
		const validParameters = {
			...getValidParameters(key),
			...uploads[choices.credentialSource as Source],
			...(choices.projectScope === 'several' && { projects: ['Launch'] }),
			...choices,
		};
		const places = findShownParameters(choices).flatMap(findPaths);
		const files = { data: textFile('x', { inMemory: true }) };
		// An operation that only reads has nothing to say about changes.
		const mayChange = EFFECTS[operation.kind] !== 'read';
		const mistakes: string[] = [];
		const cases = places.flatMap(([place, property]) => [
			[place, property, getInvalidValue(property)] as const,
			...(mustNotBeEmpty(place) ? [[place, property, null] as const] : []),
		]);

		for (const [place, property, value] of cases) {
			if (property.type === 'notice') continue;

			const before = service.requests.length + store.requests.length;
			const invalidParameters = withValue(
				parametersFor(key, validParameters),
				place,
				'={{ $json.invalid }}',
			);
			const { error } = await engine.run(
				{ parameters: invalidParameters },
				[{ json: { invalid: value as object }, files }],
				credential,
			);
			const { message = '', description = '' } = error ?? {};
			const namesParameter =
				message.startsWith(`${property.displayName}: `) && message.endsWith(' [item 0]');
			const sentNothing = service.requests.length + store.requests.length === before;
			const saysUnchanged = description.endsWith(`<br>${outcomes.nothingChanged}`);
			if (namesParameter && sentNothing && saysUnchanged === mayChange) continue;

			mistakes.push(
				`${place} ${quote(value)}: ${message} ${description} ${sentNothing ? '' : '(sent)'}`,
			);
		}

		expect(places.length).toBeGreaterThan(0);
		expect(mistakes).toEqual([]);
	});
});
