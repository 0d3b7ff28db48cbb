/**
 * Texts of the nodes that tests of several files expect, by what they say. The tests of a text itself, mostly in
 * `unit/errors` and `unit/fields`, have its exact words; all others take it from here, so that a text is reworded
 * in two places.
 */

/** What is wrong: the message of an error, or what it says after the display name of a parameter. */
export const causes = {
	/** An added parameter or a column has nothing in it. */
	empty: 'the value is empty',
	/** A required value was not given. */
	noValue: 'there is no value',
	noWorkspace: 'there is no value here or in the credential',
	/** An expression refers to a property that the item does not have. */
	noResult: 'the expression returns no value (undefined)',
	/** @param position as `2 of 3` */
	emptyEntry: (position: string) => `entry ${position} has no value`,

	notOneOfItsValues: (value: string) => `${value} is not one of its values`,
	notAnId: (value: string) => `${value} is not an ID`,
	notAnAddress: (value: string) => `${value} is not a web address`,
	notADate: (value: string) => `${value} is not a date`,

	/** @param record as people know it: `Work Item LNCH-12` */
	notFound: (record: string) => `Plane did not find ${record}`,
	/** @param name with the kind of record: `label "Bug"` */
	unknownName: (name: string) => `there is no ${name} in`,
	/** @param names with the kind of records: `labels "Bug" and "UI"` */
	unknownNames: (names: string) => `there are no ${names} in`,
	/** @param records their number and kind: `2 labels` */
	sameName: (records: string, name: string) => `${records} are called ${name}`,
	/** @param place its kind and name: `project (Website)` */
	inAnother: (record: string, place: string) => `${record} is in another ${place}`,
	/** @param place the project or the like that a person of the workspace is not in */
	onlyInWorkspace: (person: string, place: string) =>
		`${person} is in the workspace, but not in ${place}`,

	/** The place that the user may not see follows: `this project`. */
	noAccess: 'Plane denied access to',
	keyRefused: 'Plane did not accept the API key',
	webPage: 'The Base URL of the credential leads to a web page, not to the API of Plane',
	notPlane: 'This does not look like a Plane server',
	/** The operation follows. */
	noOperation: 'This server does not have the operation',
	unsorted: 'This server does not sort its lists by last update',
	/** The display name of the filter follows. */
	notFiltered: 'This server does not filter by',
	/** @param records such as `estimate points` */
	onlyCommercial: (records: string) => `Only the commercial editions of Plane have ${records}`,
	/** What it should be follows. */
	unreadable: 'The response of the server is not',
	notAList: 'The response of the server is not a list of records',
	notARecord: 'The response of the server is not a record',
	tooManyRequests: 'received too many requests',
	waitTooLong: 'the server asks to wait too long',
	notInTime: 'did not respond in time',
	canceled: 'The execution was canceled',

	/** The record is there, and the server refuses a second one. */
	exists: 'Plane already has this record',
	/** @param difference made by `differs` */
	notTaken: (difference: string) => `Plane did not take ${difference}`,
	/** @param difference made by `differs` */
	notChangeable: (difference: string) => `Plane cannot change ${difference}`,
	/** Both values as people see them. */
	differs: (field: string, requested: string, actual: string) =>
		`${field} (the item asks for ${requested}, Plane has ${actual})`,
	/** @param id that the item asks to add */
	notAdded: (id: string) => `${id} was not added`,
};

/** What to do about it. */
export const advice = {
	onlyTheId: 'Enter only the ID, as text.',
	/** The server lacks one operation. */
	updateForIt: 'This Plane is too old for it',
	/** The server lacks what the nodes need. */
	updateServer: 'Its version of Plane is too old: update it.',
	/** @param ids with the names that tell the records apart */
	useTheId: (ids: string) => `Use the ID of the one that you mean: ${ids}.`,
	useExisting: 'To return or update it, add the option If It Already Exists.',
};

/** What became of the record, and whether to run the item again. */
export const outcomes = {
	nothingChanged: 'Nothing was changed.',
	/** Part of each text below that says so. */
	unknown: 'may or may not have',
	/** The message of a record that lacks a part of what the item asks for. What is missing follows. */
	saved: (id: string) => `It was saved (ID ${id}), but `,
	maybeSaved: 'Plane may or may not have saved this.',
	maybeDeleted: 'Plane may or may not have deleted this.',
	maybeUploaded: 'The storage may or may not have the file.',
	maybeAdded: 'Plane may or may not have added it.',
	/** How the next three begin. */
	safe: 'Running the item again is safe',
	safeAgain: 'Running the item again is safe: it changes nothing twice.',
	/** @param ids of records that were given by name */
	safeAgainById: (ids: string) => `Running the item again is safe by ID (${ids})`,
	safeAgainIfGone: 'Running the item again is safe: what is not found is gone.',
	/** @param record in quotes, or `it` */
	checkFirst: (record: string) =>
		`Check Plane for ${record} before you run the item again, or you may create a duplicate.`,
	checkTwice: 'Check in Plane before you run the item again',
	checkFiles:
		'Look in Plane for each file that may be attached before you run the item again, and leave out what is attached.',
	wouldDuplicate: 'Do not run the item again, because that would create a duplicate.',
	chooseExisting: 'To run the item again, set If It Already Exists to ',
	notKnown: (outcome: string) => `it is not known whether this item ${outcome} it`,
};
