import { byId, gone, here, made, ok, Refusal, type Call } from './answer';
import { change, remove } from './create';
import { choice, fieldReader, html, mayBeBlank, name, orNull, recordId, time } from './fields';
import { isRecord } from './http';
import type { Lists } from './lists';
import type { Records } from './records';
import { intakeOff, nameMissing } from './refusals';
import { triageOf } from './seed';
import type { Host } from './serve';
import type { WorkItem } from './state';
import type { Creatable, Handled, Tables } from './table';
import { priorities } from './workItems';

const accepted = 1;

/** What is reported to a project, which becomes one of its work items once it is accepted. */
export function intake(
	{ state, create, differs }: Host,
	records: Records,
	{ list }: Lists,
	{ make }: Tables,
	items: Creatable<WorkItem>,
): Handled[] {
	const read = fieldReader(differs);
	const path = 'workspaces/{workspace_slug}/projects/{project_id}/intake-issues/';
	const fields = { name, description_html: html, priority: choice(priorities) };
	const isOn = ({ params }: Call) => byId(state.projects, params.project_id).intake_view;
	const rows = (call: Call) => here(call, state.intakeItems);
	const find = (call: Call) => {
		const entry = rows(call).find(({ issue }) => issue === call.params.work_item_id);
		return byId(rows(call), entry?.id);
	};
	const issueOf = ({ body }: Call) => (isRecord(body.issue) ? body.issue : {});

	return [
		['GET', path, (call) => list(call, isOn(call) ? rows(call) : [], records.intakeItem)],
		['GET', `${path}{work_item_id}/`, (call) => ok(records.intakeItem(find(call)))],
		[
			'POST',
			path,
			(call) => {
				if (!isOn(call)) throw new Refusal(intakeOff);
				const issue = issueOf(call);
				if (!issue.name) throw new Refusal(nameMissing);
				const project = call.params.project_id ?? '';
				const values = { ...read(issue, fields), state: triageOf(state, project).id };
				const item = make(items, call, values);
				const entry = {
					...{ ...create.fresh('intake item', call.by), issue: item.id, status: -2 },
					...{ source: 'IN_APP', snoozed_till: null, source_email: null, duplicate_to: null },
					...{ project, workspace: state.workspace.id },
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
				const issue = read(issueOf(call), fields);
				const values = read(call.body, {
					...{ status: choice([-2, -1, 0, 1, 2]), snoozed_till: orNull(time) },
					...{ duplicate_to: orNull(recordId(() => state.workItems)), source: mayBeBlank },
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
