import type { RequestTarget } from '../model/call';
import type { Place } from '../model/place';
import { howToTurnOn, sayTurnedOff } from '../operations/shared/refusals';
import { type Problem, problem } from '../result/problem';
import { pathParametersOf, nameAndValue } from './pathParameters';
import { absent } from './problemFrom';

/** An archived project, whose lists are empty and whose new records are invisible (row 73). */
export function archivedProject(call: RequestTarget, { path }: Place = call): Problem {
	const [, project] = pathParametersOf(call, path);
	const name = project === undefined ? 'The project' : nameAndValue(project);

	return problem({
		cause: 'archivedPlace',
		message: `${name} is archived: Plane lists nothing that is in it, and nobody sees what is created in it`,
		description:
			'If the project is to be used again, restore it first with Project → Unarchive. Otherwise choose another one.',
	});
}

/** A feature that is turned off in a project. @param feature its name in the settings of the project */
export const featureTurnedOff = (feature: string): Problem =>
	absent(sayTurnedOff(feature), howToTurnOn(feature));

/** Adds to the problem of one project that the others, which were searched as well, have the same. */
export const withOtherProjects = (ofOne: Problem): Problem => ({
	...ofOne,
	description: `${ofOne.description} The other projects do not have it either.`,
});
