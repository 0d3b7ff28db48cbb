import type { IPollFunctions, JsonObject } from 'n8n-workflow';

import { eventFilters, matchesFilters } from '../shared/events/filters';
import { type ChangeFilter, matchChange } from '../shared/events/matchChange';
import type { Field } from '../shared/fields/kinds';
import { textsIn } from '../shared/fields/text';
import { readWorkspace } from '../shared/parameters/readWorkspace';
import { triggerReader } from '../shared/parameters/triggerReader';
import type { EventSelection } from './changes/details';
import type { FeedName, Names } from './changes/mark';
import type { FoundEvent } from './changes/foundEvents';
import type { Result } from '../shared/result/problem';
import { BY_EDIT, pollingFields as fields } from './pollingPanel';

/** What the panel says. */
export interface AskedPoll extends ChangeFilter {
	readonly workspace: string;
	/** Names or IDs. */
	readonly projects: readonly string[];
	readonly isByEdit: boolean;
	readonly filters: JsonObject;
	readonly ignoresOwn: boolean;
}

/**
 * Reads the panel.
 *
 * @param otherwise the workspace of the credential, or `''`
 */
export function readAsked(context: IPollFunctions, otherwise: string): Result<AskedPoll> {
	const reader = triggerReader(context);
	const list = (field: Field): string[] => textsIn(reader.value(field));
	const events = list(fields.events);
	const slug = readWorkspace(reader, otherwise);
	const options = reader.optionValues('options', [fields.ignoreOwn]);

	return reader.finish({
		workspace: slug,
		events,
		projects: list(fields.watched),
		toStates: list(fields.toStates),
		assignedTo: list(fields.assignedTo),
		fields: events.includes('field_changed') ? list(fields.changed) : [],
		isByEdit: reader.value(fields.output) === BY_EDIT,
		filters: reader.optionValues(
			'filters',
			eventFilters.map(({ field }) => field),
		),
		ignoresOwn: options[fields.ignoreOwn.wire] === true,
	});
}

/** What is read for the events that the user has chosen. */
function readSelection(asked: AskedPoll): EventSelection {
	const wants = (...events: readonly string[]) =>
		events.some((event) => asked.events.includes(event));
	const changes = wants(
		'work_item_updated',
		'work_item_state_changed',
		'work_item_assigned',
		'field_changed',
	);
	const comments = wants('comment_created');
	const created = wants('work_item_created');
	const feeds: FeedName[] = [
		...(changes || comments ? (['changed'] as const) : created ? (['created'] as const) : []),
		...(wants('intake_item_created') ? (['reported'] as const) : []),
	];

	return {
		feeds,
		details: [
			...(changes ? (['activities'] as const) : []),
			...(comments ? (['comments'] as const) : []),
		],
		// The activities of a work item show its creation, too.
		creations: created && comments && !changes,
		isByEdit: asked.isByEdit,
		fieldOf: (change, workItem) => matchChange(asked, change, workItem)?.field,
	};
}

/**
 * What is read, and which of it is reported, where names stand for these IDs.
 *
 * @param ignored the user whose changes are not reported, if there is one
 */
export function choiceOf(asked: AskedPoll, names: Names, ignored?: string) {
	const known = withIds(asked, names);

	return {
		selection: readSelection(known),
		isFit: ({ filtered, event }: FoundEvent) =>
			matchesFilters(filtered, known.filters) &&
			(ignored === undefined || event.actor?.id !== ignored),
	};
}

/** What of the panel may be given by names. */
export const namedIn = ({
	workspace: slug,
	projects,
	toStates,
	assignedTo,
	filters,
}: AskedPoll) => ({
	workspace: slug,
	projects,
	others: [
		{ field: fields.toStates, texts: toStates },
		{ field: fields.assignedTo, texts: assignedTo },
		...eventFilters
			.filter(({ field }) => field.source !== undefined)
			.map(({ field }) => ({ field, texts: textsIn(filters[field.wire]) })),
	],
});

/** What the panel says, with IDs beside names: a record that gets the name later is meant, too. */
function withIds(asked: AskedPoll, { ids }: Names): AskedPoll {
	const idsOf = ({ wire }: Field, texts: readonly string[]) =>
		texts.flatMap((text) => [text, ...(ids[wire]?.[text] ?? [])]);
	const filters = { ...asked.filters };

	for (const { field } of eventFilters) {
		const value = filters[field.wire];
		if (Array.isArray(value)) filters[field.wire] = idsOf(field, textsIn(value));
	}

	return {
		...asked,
		filters,
		toStates: idsOf(fields.toStates, asked.toStates),
		assignedTo: idsOf(fields.assignedTo, asked.assignedTo),
	};
}
