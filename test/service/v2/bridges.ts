import { filterByProject, ok } from '../answer';
import { MILESTONE_ITEMS } from '../commercial/planning';
import { uniqueTexts } from '../fields';
import { removeWhere } from '../rows';
import type { Tables } from '../routes';
import type { Host } from '../serve';
import type { Cycle, Milestone, Module, Row, WorkItem } from '../state';
import { checkBody } from './body';
import { invalidField } from './problems';
import type { V2Call, V2Handler } from './resource';
import type { Writer } from './writes';

const MOST_IDS = 100;

/** A record that has a set of work items. */
interface Membership<Entry extends Row> {
	readonly writer: Writer<Entry>;
	readonly has: (entry: Entry, item: WorkItem) => boolean;
	readonly add: (entry: Entry, items: WorkItem[], call: V2Call) => void;
	readonly remove: (entry: Entry, item: WorkItem, call: V2Call) => void;
}

/** Creates the functions that add work items to a record, and remove them (row 517). */
export function createBridge({ state, rowFactory }: Host, { containers }: Tables) {
	/** @throws Refusal 400 for lists that are no UUIDs, both empty, or too long */
	function readIds(call: V2Call, name: 'add' | 'remove'): string[] {
		const ids = uniqueTexts(call.body[name]);
		if (ids.length > MOST_IDS) throw invalidField(name, `At most ${MOST_IDS} IDs.`);

		return ids;
	}

	/** Finds the known ones of these work items. What a server does with others is not known. */
	const findItems = (call: V2Call, ids: readonly string[]): WorkItem[] => {
		const items = new Map(filterByProject(call, state.workItems).map((item) => [item.id, item]));

		return ids.map((id) => items.get(id)).filter((item) => item !== undefined);
	};

	const createHandler =
		<Entry extends Row>({ writer, has, add, remove }: Membership<Entry>): V2Handler =>
		(call) => {
			const entry = writer.find(call, call.params.pk);

			checkBody(call.body, call.operation.body);
			const [idsToAdd, idsToRemove] = [readIds(call, 'add'), readIds(call, 'remove')];
			if (idsToAdd.length + idsToRemove.length === 0) {
				throw invalidField('add', 'Send add, remove, or both.', 'required');
			}

			const added = findItems(call, idsToAdd).filter((item) => !has(entry, item));
			const removed = findItems(call, idsToRemove).filter((item) => has(entry, item));

			if (added.length > 0) add(entry, added, call);

			for (const item of removed) remove(entry, item, call);

			return ok({ added: added.map(({ id }) => id), removed: removed.map(({ id }) => id) });
		};

	const holds = ({ issues }: Cycle | Module, { id }: WorkItem): boolean => issues.includes(id);
	const isInMilestone = ({ id }: Milestone, item: WorkItem) =>
		state.setMembers.some(
			({ set, owner, member }) => set === MILESTONE_ITEMS && owner === id && member === item.id,
		);

	return {
		toCycle: (writer: Writer<Cycle>): V2Handler =>
			createHandler({
				writer,
				has: holds,
				add(cycle, items, { userId }) {
					containers.refuseEndedCycle(cycle);
					containers.moveToCycle(cycle, items, userId);
				},
				remove: (cycle, item, { userId }) => {
					containers.removeItem('cycle', cycle, item, userId);
				},
			}),

		toModule: (writer: Writer<Module>): V2Handler =>
			createHandler({
				writer,
				has: holds,
				add: (module, items) => void containers.addToModule(module, items),
				remove: (module, item, { userId }) => {
					containers.removeItem('module', module, item, userId);
				},
			}),

		toMilestone: (writer: Writer<Milestone>): V2Handler =>
			createHandler({
				writer,
				has: isInMilestone,
				add(milestone, items) {
					const rows = items.map((item) => ({
						...rowFactory.create('set member'),
						set: MILESTONE_ITEMS,
						owner: milestone.id,
						member: item.id,
						workspace: state.workspace.id,
					}));

					state.setMembers.push(...rows);
				},
				remove: (milestone, item) => {
					removeWhere(
						state.setMembers,
						({ set, owner, member }) =>
							set === MILESTONE_ITEMS && owner === milestone.id && member === item.id,
					);
				},
			}),
	};
}
