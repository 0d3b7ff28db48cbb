/** What a response to an operation means, if its status and the words of the server do not say it. */
export interface Refusal {
	/** The responses that the row explains: each of these must match. */
	readonly when: {
		/** Absent: 400, 409 or 422, with which servers refuse the values of an item. */
		readonly status?: number;
		/** The `code` in the response. */
		readonly code?: string;
		/** The words of the server, of at most 300 characters. */
		readonly message?: RegExp;
		/** The wire name of a field that the body of the request has. */
		readonly field?: string;
	};
	/** Set if `says` is a clause that follows the name of the record of the path: `Cycle Week 6 has ended`. */
	readonly subject?: 'record';
	/** What happened, without a full stop. Absent: what the status means, to which `remedy` is added. */
	readonly says?: string;
	/** What to do: whole sentences. */
	readonly remedy: string;
}

/** How to turn on a feature of a project. */
export const howToTurnOn = (feature: string): string =>
	`An administrator of the project can change that: in Plane under Project Settings, Features, or with Project → Update: ${feature}.`;

/**
 * A refusal because a feature is turned off in the project.
 *
 * @param feature its name in the settings of the project, in the plural if it has one
 * @param message what the server says
 */
export const turnedOff = (feature: string, message: RegExp): Refusal => ({
	when: { message },
	says: sayTurnedOff(feature),
	remedy: howToTurnOn(feature),
});

/** A feature is turned off in a project. @param feature its name in the settings of the project */
export const sayTurnedOff = (feature: string): string =>
	`${feature} ${feature.endsWith('s') ? 'are' : 'is'} turned off in this project`;
