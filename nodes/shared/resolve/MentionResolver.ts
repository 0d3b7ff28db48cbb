import { writeMarkdown } from '../fields/textFormats';
import { asText } from '../values/asText';
import { members, projectMembers } from '../lists/lists';
import { buildCall } from '../model/buildCall';
import type { ServiceCall } from '../model/call';
import type { Draft, Slot } from '../model/draft';
import type { ServiceKind } from '../operations/operation';
import { isProblem, type Result } from '../result/problem';
import { indexNames } from './indexNames';
import { findOnlyActive } from './people';
import { type ListPlace, selectParents, type RecordLists, type Rows } from './RecordLists';

/** A mention that stays text, and why. */
export interface UnresolvedMention {
	readonly itemIndex: number;
	readonly name: string;
	/** The labels of the members who have the name; empty if nobody has it, undefined if that is unknown. */
	readonly candidates: readonly string[] | undefined;
}

/** Replaces names in mentions by users. A mention that fits nobody, or several people, stays text. */
export class MentionResolver {
	/** The mentions that stay text. */
	readonly unresolved: UnresolvedMention[] = [];

	constructor(private readonly lists: RecordLists) {}

	/**
	 * Replaces the names in the mentions of a draft.
	 *
	 * @returns a Problem if the members cannot be read just now: with text in its place, a mention that is already in
	 *   Plane would be lost
	 */
	async resolve(draft: Draft): Promise<Result<Draft>> {
		const hasMentions = draft.slots.some(({ markdown }) => markdown !== undefined);
		if (draft.kind === 'upload' || !hasMentions) return draft;

		const target = buildCall<ServiceKind>(draft);
		const slots: Slot[] = [];

		for (const slot of draft.slots) {
			const written = await this.writeSlot(target, slot);
			if (isProblem(written)) return written;

			slots.push(written);
		}

		return { ...draft, slots };
	}

	private async writeSlot(target: ServiceCall, slot: Slot): Promise<Result<Slot>> {
		const { markdown } = slot;
		if (markdown === undefined) return slot;

		const userIds = await this.findUsers(target, markdown.names);
		if (isProblem(userIds)) return userIds;
		if (userIds.size === 0) return slot;

		return { ...slot, value: writeMarkdown(markdown.markdown, { userIds }).html };
	}

	/** Finds the users to mention, by their names in mentions. */
	private async findUsers(
		call: ServiceCall,
		names: readonly string[],
	): Promise<Result<ReadonlyMap<string, string>>> {
		const source = call.path.project_id === undefined ? members : projectMembers;
		const place = { target: call, source, parents: selectParents(call, source) };
		const rows = await this.readMembers(place);
		if (isProblem(rows)) return rows;

		const userIds = new Map<string, string>();

		for (const name of names) {
			const found = rows && indexNames(source, rows).find(name);
			const user = found && (await findOnlyActive(this.lists, place, found));
			const id = asText(user?.id);

			if (id !== undefined) {
				userIds.set(name, id);
				continue;
			}

			this.unresolved.push({
				itemIndex: call.itemIndex,
				name,
				candidates: found?.map((row) => source.label(row)),
			});
		}

		return userIds;
	}

	/** @returns undefined if the server has no such list, or does not let the user read it */
	private async readMembers(place: ListPlace): Promise<Result<Rows | undefined>> {
		const rows = await this.lists.read(place);

		return isProblem(rows) && rows.status === 403 ? undefined : rows;
	}
}
