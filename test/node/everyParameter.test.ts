import { expect, it } from '@jest/globals';
import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { quote } from '../../nodes/shared/text/quote';
import type { MenuOperation } from '../../nodes/shared/operations/operation';
import { EFFECTS } from '../../nodes/shared/transport/request';
import { withValue } from '../engine/samples';
import { commercialStory, story, withoutExpressions } from '../engine/story';
import {
	credentialsAsFields,
	credentialsAsJson,
	textFile,
	unsignedCredentials,
} from '../engine/uploads';
import { expectProblem } from '../expectProblem';
import { outcomes } from '../nodeTexts';
import { collectMistakes } from '../tools/mistakes';
import { findSavedParameters, getInvalidValue } from '../unit/panel/everyParameter';
import { choiceCases, findShownParameters, toOperationName } from '../unit/panel/panel';
import type { Plane } from './plane';
import { usePlanes } from './usePlanes';

const startPlane = usePlanes();

const issued = unsignedCredentials('https://storage.example.com/uploads');

/** The ways to give upload credentials, by the value of Credential Source. */
const uploads: Readonly<Partial<Record<string, INodeParameters>>> = {
	json: credentialsAsJson(JSON.stringify(issued)),
	fields: credentialsAsFields(issued),
};

/**
 * Returns valid parameters of an operation, from the story. One that sends no requests is not in it, and needs none; one
 * that waits has those of its comment, and a message.
 */
function getValidParameters(plane: Plane, declared: MenuOperation): INodeParameters {
	if (declared.kind === 'readFile') return {};

	if (declared.kind === 'ask') {
		return { ...getValidParameters(plane, declared.creation), message: 'May it go out?' };
	}

	const operation = toOperationName(declared);
	const steps = [...story, ...commercialStory(plane.service.state)];
	const step = steps.find((candidate) => candidate.operation === operation);
	if (step === undefined) throw new Error(`The story has no ${operation}`);

	return withoutExpressions(step.parameters);
}

/** Whether a parameter is an added filter or option. If an empty one were left out, a list would have too many records. */
const mustNotBeEmpty = (path: string) =>
	/^(filters|options)\.(?!(expand|putOutputFileInField)$)/.test(path);

type ChoiceCase = (typeof choiceCases)[number][1];

/** An invalid value of a parameter. */
interface InvalidParameter extends ChoiceCase {
	readonly path: string;
	readonly property: INodeProperties;
	readonly value: unknown;
}

/**
 * Every parameter with a value that it does not accept. Operations of one kind read the same parameter by the same code, so
 * it is here once for each kind.
 */
function findInvalidParameters(): Map<string, InvalidParameter> {
	const found = new Map<string, InvalidParameter>();

	for (const [, choiceCase] of choiceCases) {
		for (const [path, property] of findShownParameters(choiceCase.choices).flatMap(
			findSavedParameters,
		)) {
			const values = [getInvalidValue(property), ...(mustNotBeEmpty(path) ? [null] : [])];

			for (const value of values) {
				const key = JSON.stringify([choiceCase.operation.kind, path, property, value]);
				if (property.type === 'notice' || found.has(key)) continue;

				found.set(key, { ...choiceCase, path, property, value });
			}
		}
	}

	return found;
}

it('An invalid value is refused before anything is sent, and the error names the parameter and the item', async () => {
	const plane = await startPlane();
	const files = { data: textFile('x', { inMemory: true }) };
	const cases = [...findInvalidParameters().values()].map(
		(invalid) =>
			[
				`${toOperationName(invalid.operation)}, ${invalid.path} ${quote(invalid.value)}`,
				invalid,
			] as const,
	);

	const mistakes = await collectMistakes(cases, async (invalid) => {
		const { choices, operation, path, property, value } = invalid;
		const name = toOperationName(operation);
		const parameters = {
			...getValidParameters(plane, operation),
			...uploads[String(choices.credentialSource)],
			...(choices.projectScope === 'several' && { projects: ['Launch'] }),
			...choices,
		};

		const { error, requests } = await plane.run(
			name,
			withValue(parameters, path, '={{ $json.invalid }}'),
			{ items: [{ json: { invalid: value as object }, files }] },
		);

		expectProblem(error, { about: property.displayName, cause: '', item: 0 });
		// An operation that only reads has nothing to say about changes.
		expect(error?.description.endsWith(`<br>${outcomes.nothingChanged}`)).toBe(
			operation.kind === 'ask' ||
				(operation.kind !== 'readFile' && EFFECTS[operation.kind] !== 'read'),
		);
		expect(requests).toEqual([]);
	});

	expect(mistakes).toEqual([]);
});
