import type { Field } from '../fields/kinds';
import type { RequestTarget } from '../model/call';
import type { Precondition } from '../operations/operation';
import { type Problem, refused } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { innermostParameter, nameAndValue } from './pathParameters';
import { failed, problemFrom } from './problemFrom';
import { howToTurnOn } from './projectErrors';
import { serverMessageText } from './serverMessage';

/** A message of the server, with what happened to the record, `{}`, and what to do about it. */
type KnownRefusal = readonly [pattern: RegExp, happened: string, remedy: string];

/** The server's database refused a record for an unknown reason (row 88). */
const INVALID_PAYLOAD = /^the payload is not valid$/i;

/** Refusals that say which rule of Plane stands in the way (rows 29, 31, 34 and 36). */
const REFUSALS: readonly KnownRefusal[] = [
	[/cycles are not enabled/i, 'Cycles are turned off in this project', howToTurnOn('Cycles')],
	[/modules are not enabled/i, 'Modules are turned off in this project', howToTurnOn('Modules')],
	[/intake is not enabled/i, 'Intake is turned off in this project', howToTurnOn('Intake')],
	[
		/cycle has already been completed|cycle.*completed.*(cannot|can't) be (edited|updated)/i,
		'{} has ended, and only the sort order of a cycle that has ended can be changed',
		'Choose another cycle, or give this one a later end in Plane.',
	],
	[
		/only completed cycles can be archived/i,
		'{} has not ended, and only a cycle that has ended can be archived',
		'Wait until its last day is over. Give it an earlier end only if it is really over: a cycle that has ended takes no more work items, and only its sort order can be changed.',
	],
	[
		/only completed or cancelled modules can be archived/i,
		'{} is neither completed nor cancelled, and only such a module can be archived',
		'If the work is over, change its status first with Module → Update.',
	],
	[
		/old cycle is not completed/i,
		'{} has not ended, and work items can be transferred only from a cycle that has ended',
		'Add those of its work items that are not done to the other cycle instead: that moves them. Those that are done would leave their cycle, too.',
	],
	[
		/default state cannot be deleted/i,
		'{} is the default state, which cannot be deleted',
		'Make another state the default one with State → Update: that turns Default off for this one. If another one is a default state already, turn Default off for this one.',
	],
	[
		/state is not empty|only empty states/i,
		'{} is in use: work items are in it',
		'If they may have another state, move them there first with Work Item → Update.',
	],
	[
		/archived project cannot be updated/i,
		'{} is archived, and an archived project cannot be changed',
		'If the project is to be used again, restore it first with Project → Unarchive.',
	],
	[
		/only.*(completed|cancelled).*(issues|work items).*archived/i,
		'{} is neither completed nor cancelled, and only such a work item can be archived',
		'If the work is over, change its state first with Work Item → Update.',
	],
	[
		INVALID_PAYLOAD,
		'Plane refused the request: The payload is not valid',
		'Plane does not say what is wrong. A name may be taken, a record may be in it already, or an ID may belong to nothing.',
	],
];

/** The server crashed when it compared a record with an ID (row 64). */
const INVALID_DETAIL = /^please provide valid detail$/i;

/** The explanation for a field whose changes servers refuse whatever the value is. */
const findRefusalHint = (message: string, call: RequestTarget): Field['refusalHint'] =>
	call.kind === 'update' && INVALID_DETAIL.test(message)
		? call.operation.body.collectionFields.find(
				({ wire, refusalHint }) => refusalHint !== undefined && wire in call.body,
			)?.refusalHint
		: undefined;

/** The problem of a refusal whose reason is known, or undefined for any other response. */
export function knownRefusal(response: HttpResponse, call: RequestTarget): Problem | undefined {
	const message = serverMessageText(response);
	const known = call.kind === 'create' ? call.operation.unexplainedRefusal : undefined;
	if (known !== undefined && INVALID_PAYLOAD.test(message)) {
		return problemFrom(response, known.message, known.description);
	}

	const hint = findRefusalHint(message, call);
	if (hint !== undefined) {
		return problemFrom(response, hint.message, hint.description, message);
	}

	const row = REFUSALS.find(([pattern]) => pattern.test(message));
	if (row === undefined) return undefined;

	const [, happened, remedy] = row;
	const record = nameAndValue(innermostParameter(call));

	return problemFrom(
		response,
		happened.replace('{}', () => record),
		remedy,
	);
}

/** A row whose External ID would be the ID of a record of Plane, which would be created again. */
export const ownIdAsExternalId = (id: string): Problem =>
	refused(
		`External ID: Plane has a work item with the ID ${id} in this project`,
		'So the IDs in the column "id" are those of Plane, and the work items would be created a second time. To change work items of Plane, use Update.',
	);

/** A record that does not meet the precondition of an action, which the server would not check (row 90). */
export function preconditionNotMet(call: RequestTarget, { violation }: Precondition): Problem {
	return failed(`${nameAndValue(innermostParameter(call))} ${violation.clause}`, violation.remedy);
}
