import { findById, noContent, filterByProject, created, ok, Refusal, type Call } from './answer';
import { removeWhere } from './rows';
import {
	choice,
	createFieldReader,
	countCharacters,
	optionalText,
	name,
	nullable,
	rawHtml,
	recordId,
	text,
	time,
} from './fields';
import { isRecord } from './http';
import type { ListResponder } from './listResponder';
import type { Serializers } from './serializers';
import {
	badPriority,
	intakeOff,
	nameMissing,
	noDefaultState,
	notOwnIntake,
	serverError,
} from './refusals';
import { ADMINISTRATOR, GUEST, getRole } from './roles';
import { findOrCreateTriage } from './seed';
import type { Host } from './serve';
import type { IntakeItem, WorkItem } from './state';
import type { Creatable, Endpoint, TableEndpoints, Values } from './table';
import { priorities } from './workItems';

const ACCEPTED = 1;

/** Defines intake items: reports that become work items of the project once they are accepted. */
export function defineIntake(
	{ state, rowFactory, hasDifference }: Host,
	serializers: Serializers,
	{ list }: ListResponder,
	{ make }: TableEndpoints,
	items: Creatable<WorkItem>,
): Endpoint[] {
	const read = createFieldReader(hasDifference);
	const path = 'workspaces/{workspace_slug}/projects/{project_id}/intake-issues/';
	const fields = {
		name: hasDifference('uncheckedIntakeNames') ? text() : name,
		description_html: rawHtml,
		priority: choice(priorities),
	};
	const findProject = ({ params }: Call) => findById(state.projects, params.project_id);
	const isIntakeEnabled = (call: Call) => findProject(call).intake_view;
	const rows = (call: Call) => filterByProject(call, state.intakeItems);

	const findByItem = (entries: readonly IntakeItem[], { params }: Call) => {
		const entry = entries.find(({ issue }) => issue === params.work_item_id);

		return findById(entries, entry?.id);
	};

	const find = (call: Call) => findByItem(rows(call), call);

	/** Some servers hide intake items whose snooze has expired (row 79). */
	const visibleRows = (call: Call) =>
		rows(call).filter(({ snoozed_till: till }) => {
			const isPast = till !== null && Date.parse(till) < Date.now();

			return !isPast || !hasDifference('hidesExpiredSnoozes');
		});

	/** Whether the database can store a name that nothing has validated (row 77). */
	const isStorable = (value: unknown): boolean =>
		!hasDifference('uncheckedIntakeNames') ||
		typeof value !== 'string' ||
		(countCharacters(value) <= 255 && !/\p{Surrogate}/u.test(value) && !value.includes('\0'));

	/** @throws Refusal if intake is not enabled in the project */
	function refuseIntake(call: Call): void {
		const { has_intake: hasIntake, intake_view: isShown } = findProject(call);
		const wasTurnedOn = hasDifference('intakeNeedsActivation') && hasIntake !== false;
		if (!isShown && !wasTurnedOn) throw new Refusal(intakeOff);
	}

	/** Returns the changes that the server does not ignore (rows 164 and 165). */
	function readAllowedChanges(call: Call): { issue: Values; decision: Values } {
		const issue = readIssue(call);
		const isAdministrator =
			getRole(state, call.params.project_id ?? '', call.userId) === ADMINISTRATOR;
		if (!isAdministrator && hasDifference('adminsDecideIntake')) return { issue, decision: {} };

		const isAccepted = call.body.status === ACCEPTED;

		return {
			issue: isAccepted && hasDifference('acceptingIntakeDropsFields') ? {} : issue,
			decision: call.body,
		};
	}

	const readIssue = ({ body }: Call) => (isRecord(body.issue) ? body.issue : {});

	return [
		[
			'GET',
			path,
			(call) => list(call, isIntakeEnabled(call) ? visibleRows(call) : [], serializers.intakeItem),
		],
		[
			'GET',
			`${path}{work_item_id}/`,
			(call) => ok(serializers.intakeItem(findByItem(visibleRows(call), call))),
		],
		[
			'POST',
			path,
			(call) => {
				refuseIntake(call);
				const issue = readIssue(call);
				if (!issue.name) throw new Refusal(nameMissing);

				const { priority = 'none' } = issue;
				const hasPriority = priorities.some((known) => known === priority);
				if (!hasPriority && hasDifference('ownValidation')) throw new Refusal(badPriority);

				const project = call.params.project_id ?? '';
				if (!isStorable(issue.name)) throw new Refusal(serverError);

				const values = { ...read(issue, fields), state: findOrCreateTriage(state, project).id };
				const item = make(items, call, values);
				// The server fails only now: the work item remains, in no list (row 78).
				if (findProject(call).has_intake === false) throw new Refusal(serverError);

				const entry = {
					...rowFactory.create('intake item', call.userId),
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

				return created(serializers.intakeItem(entry));
			},
		],
		[
			'PATCH',
			`${path}{work_item_id}/`,
			(call) => {
				const entry = find(call);
				const isGuest = getRole(state, entry.project, call.userId) === GUEST;
				if (isGuest && entry.created_by !== call.userId) throw new Refusal(notOwnIntake);

				const item = findById(state.workItems, entry.issue);
				const { issue: sent, decision } = readAllowedChanges(call);
				if (!isStorable(sent.name)) throw new Refusal(serverError);

				const issue = read(sent, fields);
				const values = read(decision, {
					status: choice([-2, -1, 0, 1, 2]),
					snoozed_till: nullable(time),
					duplicate_to: nullable(recordId(() => state.workItems)),
					source: optionalText,
					source_email: nullable(optionalText),
				});
				const states = filterByProject(call, state.states);
				const defaultState = states.find((row) => row.default);
				const isInTriage = states.some(({ id, group }) => id === item.state && group === 'triage');
				// A state that was chosen before stays (row 402).
				const needsState = values.status === ACCEPTED && isInTriage;
				if (needsState && defaultState === undefined) throw new Refusal(noDefaultState);

				const stateChange = needsState && defaultState && { state: defaultState.id };
				if (Object.keys(issue).length > 0 || stateChange) {
					rowFactory.update(item, { ...issue, ...stateChange }, call.userId);
				}

				return ok(serializers.intakeItem(rowFactory.update(entry, values, call.userId)));
			},
		],
		[
			'DELETE',
			`${path}{work_item_id}/`,
			(call) => {
				const entry = find(call);

				removeWhere(state.intakeItems, (row) => row === entry);

				if (entry.status !== ACCEPTED) {
					const item = findById(state.workItems, entry.issue);

					removeWhere(state.workItems, (row) => row === item);
					items.onDelete?.(item, call);
				}

				return noContent;
			},
		],
	];
}
