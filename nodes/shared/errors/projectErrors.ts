import type { RequestTarget } from '../model/call';
import type { Problem } from '../result/problem';
import { pathParametersOf, nameAndValue } from './pathParameters';
import { failed } from './problemFrom';

/** A project whose lists are empty, and in which nobody sees what is created (row 73). */
export function archivedProject(call: RequestTarget): Problem {
	const [, project] = pathParametersOf(call);
	const name = project === undefined ? 'The project' : nameAndValue(project);

	return failed(
		`${name} is archived: Plane lists nothing that is in it, and nobody sees what is created in it`,
		'Restore it first with Project → Unarchive, or choose another project.',
	);
}

/** What is turned off in a project. @param feature as the settings of the project call it */
export const featureTurnedOff = (feature: string): Problem =>
	failed(
		`${feature} ${feature.endsWith('s') ? 'are' : 'is'} turned off in this project`,
		howToTurnOn(feature),
	);

/** How a feature of a project is turned on. */
export const howToTurnOn = (feature: string): string =>
	`An administrator of the project can change that: in Plane under Project Settings, Features, or with Project → Update: ${feature}.`;
