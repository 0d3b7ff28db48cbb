import { byId, gone, here, made, ok, Refusal, type Call } from './answer';
import { change, remove } from './create';
import {
	choice,
	fieldReader,
	lengthOf,
	mayBeBlank,
	name,
	orNull,
	rawHtml,
	recordId,
	text,
	time,
} from './fields';
import { isRecord } from './http';
import type { Lists } from './lists';
import type { Records } from './records';
import { intakeOff, nameMissing, overloaded } from './refusals';
import { ADMINISTRATOR, roleIn } from './roles';
import { triageOf } from './seed';
import type { Host } from './serve';
import type { IntakeItem, WorkItem } from './state';
import type { Creatable, Handled, Tables, Values } from './table';
import { priorities } from './workItems';

const accepted = 1;

/** What is reported to a project, which becomes one of its work items once it is accepted. */
export function intake(
	{ state, create, hasDifference }: Host,
	records: Records,
	{ list }: Lists,
	{ make }: Tables,
	items: Creatable<WorkItem>,
): Handled[] {
	const read = fieldReader(hasDifference);
	const path = 'workspaces/{workspace_slug}/projects/{project_id}/intake-issues/';
	const fields = {
		name: hasDifference('uncheckedIntakeNames') ? text() : name,
		description_html: rawHtml,
		priority: choice(priorities),
	};
	const projectOf = ({ params }: Call) => byId(state.projects, params.project_id);
	const isOn = (call: Call) => projectOf(call).intake_view;
	const rows = (call: Call) => here(call, state.intakeItems);

	const findIn = (entries: readonly IntakeItem[], { params }: Call) => {
		const entry = entries.find(({ issue }) => issue === params.work_item_id);

		return byId(entries, entry?.id);
	};

	const find = (call: Call) => findIn(rows(call), call);

	/** Those that are not hidden because they were snoozed until a time that is past (row 79). */
	const shownRows = (call: Call) =>
		rows(call).filter(({ snoozed_till: till }) => {
			const isPast = till !== null && Date.parse(till) < Date.now();

			return !isPast || !hasDifference('hidesPastSnoozes');
		});

	/** What the database does not take, and nothing has checked before (row 77). */
	const isStorable = (value: unknown): boolean =>
		!hasDifference('uncheckedIntakeNames') ||
		typeof value !== 'string' ||
		(lengthOf(value) <= 255 && !/\p{Surrogate}/u.test(value) && !value.includes('\0'));

	/** @throws Refusal where the project has no intake */
	function refuseIntake(call: Call): void {
		const { has_intake: hasIntake, intake_view: isShown } = projectOf(call);
		const wasTurnedOn = hasDifference('intakeNeedsTurningOn') && hasIntake !== false;
		if (!isShown && !wasTurnedOn) throw new Refusal(intakeOff);
	}

	/** What a user may change of an intake item (rows 164 and 165). */
	function withoutIgnored(call: Call): { issue: Values; decision: Values } {
		const issue = issueOf(call);
		const isAdministrator = roleIn(state, call.params.project_id ?? '', call.by) === ADMINISTRATOR;
		if (!isAdministrator && hasDifference('adminsDecideIntake')) return { issue, decision: {} };

		const isAccepted = call.body.status === accepted;

		return {
			issue: isAccepted && hasDifference('acceptingDropsFields') ? {} : issue,
			decision: call.body,
		};
	}

	const issueOf = ({ body }: Call) => (isRecord(body.issue) ? body.issue : {});

	return [
		['GET', path, (call) => list(call, isOn(call) ? shownRows(call) : [], records.intakeItem)],
		[
			'GET',
			`${path}{work_item_id}/`,
			(call) => ok(records.intakeItem(findIn(shownRows(call), call))),
		],
		[
			'POST',
			path,
			(call) => {
				refuseIntake(call);
				const issue = issueOf(call);
				if (!issue.name) throw new Refusal(nameMissing);

				const project = call.params.project_id ?? '';
				if (!isStorable(issue.name)) throw new Refusal(overloaded);

				const values = { ...read(issue, fields), state: triageOf(state, project).id };
				const item = make(items, call, values);
				// The work item stays, in no list (row 78).
				if (projectOf(call).has_intake === false) throw new Refusal(overloaded);

				const entry = {
					...create.fresh('intake item', call.by),
					issue: item.id,
					status: -2,
					source: 'IN_APP',
					snoozed_till: null,
					source_email: null,
					duplicate_to: null,
					project,
					workspace: state.workspace.id,
				};

				state.intakeItems.push(entry);

				return made(records.intakeItem(entry));
			},
		],
		[
			'PATCH',
			`${path}{work_item_id}/`,
			(call) => {
				const entry = find(call);
				const item = byId(state.workItems, entry.issue);
				const { issue: sent, decision } = withoutIgnored(call);
				if (!isStorable(sent.name)) throw new Refusal(overloaded);

				const issue = read(sent, fields);
				const values = read(decision, {
					status: choice([-2, -1, 0, 1, 2]),
					snoozed_till: orNull(time),
					duplicate_to: orNull(recordId(() => state.workItems)),
					source: mayBeBlank,
					source_email: orNull(mayBeBlank),
				});
				const states = here(call, state.states);
				const first = states.find((row) => row.default) ?? states[0];
				const moved = values.status === accepted && first && { state: first.id };
				if (Object.keys(issue).length > 0 || moved) {
					change(item, { ...issue, ...moved }, call.by);
				}

				return ok(records.intakeItem(change(entry, values, call.by)));
			},
		],
		[
			'DELETE',
			`${path}{work_item_id}/`,
			(call) => {
				const entry = find(call);

				remove(state.intakeItems, (row) => row === entry);

				if (entry.status !== accepted) {
					const item = byId(state.workItems, entry.issue);

					remove(state.workItems, (row) => row === item);
					items.deleted?.(item, call);
				}

				return gone;
			},
		],
	];
}
