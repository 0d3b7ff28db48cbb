import { badRequest, noContent, Refusal, type Answer, type Call } from '../answer';
import { uniqueTexts } from '../fields';
import type { ListResponder } from '../listResponder';
import { removeWhere } from '../rows';
import type { Host } from '../serve';
import type { Row } from '../state';
import type { Endpoint } from '../table';

/** A set of records that another record has, and that whole requests add to and remove from. */
export interface RecordSet<Entry extends Row> {
	/** Below `/api/v1/`. */
	path: string;
	/** The name of the set in the stored rows. */
	name: string;
	/** The field of the body that has the IDs. */
	field: string;
	/** Returns the record in the path. @throws Refusal 404 if there is none */
	findOwner: (call: Call) => Row;
	/** The records that can be added. */
	candidates: (call: Call) => readonly Entry[];
	serialize: (entry: Entry) => object;
	/** The status of an addition. Default 200 (row 461). */
	addedStatus?: number;
}

/** Creates the function that turns sets into endpoints. */
export const createSetEndpoints =
	({ state, rowFactory }: Host, { list }: ListResponder) =>
	<Entry extends Row>(set: RecordSet<Entry>): Endpoint[] => {
		const { path, name, field, findOwner, candidates, serialize, addedStatus = 200 } = set;

		const findMembers = (call: Call): readonly Entry[] => {
			const { id: owner } = findOwner(call);
			const ids = new Set(
				state.setMembers
					.filter((row) => row.set === name && row.owner === owner)
					.map(({ member }) => member),
			);

			return candidates(call).filter(({ id }) => ids.has(id));
		};

		/** Adds the records, and answers with all that were sent. Those that are there are skipped. */
		function add(call: Call): Answer {
			const { id: owner } = findOwner(call);
			const added = uniqueTexts(call.body[field]).map((id) => {
				const entry = candidates(call).find((candidate) => candidate.id === id);
				if (entry === undefined) throw new Refusal(badRequest(`${id} does not exist.`));

				return entry;
			});
			const present = new Set(findMembers(call).map(({ id }) => id));

			for (const { id: member } of added.filter(({ id }) => !present.has(id))) {
				state.setMembers.push({
					...rowFactory.create('set member'),
					set: name,
					owner,
					member,
					workspace: state.workspace.id,
				});
			}

			return { status: addedStatus, body: added.map(serialize) };
		}

		/** Removes the records in the body of a DELETE. Those that are not there are skipped. */
		function remove(call: Call): Answer {
			const { id: owner } = findOwner(call);
			const ids = uniqueTexts(call.body[field]);
			if (ids.length === 0) throw new Refusal(badRequest(`${field} are required`));

			removeWhere(
				state.setMembers,
				(row) => row.set === name && row.owner === owner && ids.includes(row.member),
			);

			return noContent;
		}

		return [
			['GET', path, (call) => list(call, findMembers(call), serialize)],
			['POST', path, add],
			['DELETE', path, remove],
		];
	};
