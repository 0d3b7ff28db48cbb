import type { Client } from '../../shared/client/client';
import { ListSource } from '../../shared/records/ListSource';
import { Written } from '../../shared/records/Written';
import { AssignablePeople } from '../../shared/resolve/AssignablePeople';
import { CustomProperties } from '../../shared/resolve/CustomProperties';
import { Projects } from '../../shared/resolve/Projects';
import { RecordLists } from '../../shared/resolve/RecordLists';
import type { Scheduler } from '../../shared/scheduler/Scheduler';
import { SharedWrites } from './bulk/SharedWrites';
import { CustomValueReader } from './CustomValueReader';
import type { RequestServices } from './RequestServices';
import { UserNames } from './UserNames';

/** What sends the requests of a run, and what the run has read and written so far. All its parts share this. */
export interface Services extends RequestServices {
	/** Whether other items are still carried out after one has failed. */
	readonly continueOnFail: boolean;
	/** Whole lists, each read once. */
	readonly listSource: ListSource;
	/** The lists that names are looked up in. */
	readonly lists: RecordLists;
	readonly projects: Projects;
	readonly userNames: UserNames;
	readonly customProperties: CustomProperties;
	/** The values of custom properties. */
	readonly customValues: CustomValueReader;
	/** People whom the server is known to accept as assignees. */
	readonly assignablePeople: AssignablePeople;
	readonly written: Written;
	/** Writes of several items with one request. */
	readonly sharedWrites: SharedWrites;
}

/** What a run does after a failure, and what it takes over from an earlier one. */
interface RunOptions {
	readonly continueOnFail: boolean;
	/** The whole lists that were read before. */
	readonly listSource?: ListSource;
}

/** Creates the services of a run that has sent nothing yet. */
export function createServices(
	client: Client,
	scheduler: Scheduler,
	{ continueOnFail, listSource = new ListSource(client, scheduler.paging) }: RunOptions,
): Services {
	const projects = new Projects(client);
	const lists = new RecordLists(client, listSource, projects);

	return {
		client,
		scheduler,
		continueOnFail,
		listSource,
		lists,
		projects,
		userNames: new UserNames(lists),
		customProperties: new CustomProperties(lists),
		customValues: new CustomValueReader({ client, scheduler }),
		assignablePeople: new AssignablePeople(),
		written: new Written(),
		sharedWrites: new SharedWrites({ client, scheduler }, continueOnFail),
	};
}
