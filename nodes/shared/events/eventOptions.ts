import { type DescribedOption, describedChoices, type Field, required } from '../fields/kinds';
import type { WorkItemEvent } from './matchChange';

/** What the names of events alone do not say, for the list of either trigger. */
const DESCRIPTIONS: Readonly<Record<WorkItemEvent, string> & Record<string, string>> = {
	workItemCreated: 'A work item is new',
	workItemUpdated: 'Anything in a work item changes, whichever field it is',
	workItemStateChanged: 'A work item moves to another state: to any, or to those that you choose',
	workItemAssigned:
		'Somebody is assigned to a work item, also to a new one: anybody, or those whom you choose',
	fieldChanged: 'One of the fields that you choose changes in a work item',
	anythingElse:
		'All events of attachments, dependencies, links, relations, votes, milestones and pages, what is archived except work items, and whatever Plane adds',
};

/** The option of an event. */
export const describeEvent = (value: string): DescribedOption => {
	const description = DESCRIPTIONS[value];

	return { value, ...(description !== undefined && { description }) };
};

/**
 * The parameter Events of a trigger.
 *
 * @param options at least one, in the order of the panel
 * @throws RangeError without options
 */
export function createEventsField([first, ...others]: readonly DescribedOption[]): Field<'events'> {
	if (first === undefined) throw new RangeError('A trigger has events');

	return required(describedChoices('events', [first, ...others], 'Events that start the workflow'));
}
