import { howIdsAreCompared } from '../../../shared/errors/notFound';
import { failed } from '../../../shared/errors/problemFrom';
import type { Call } from '../../../shared/model/call';
import { canBeArchived } from '../../../shared/operations/catalog';
import { ifAlreadyExists } from '../../../shared/operations/shared/choices';
import { toImportKey } from '../../../shared/operations/shared/external';
import type { Problem } from '../../../shared/result/problem';

/** A create was refused because the record already exists, but Plane does not return that record. */
export function existsButHidden(id: string, { operation, body }: Call<'create'>): Problem {
	const { naturalKey, resource } = operation;
	const external = toImportKey(body);

	const { lookup } = naturalKey ?? {};

	if (lookup?.kind === 'listOfOwner' && external !== undefined) {
		const { record, owner } = lookup;

		return failed(
			`A ${record} of another ${owner} has the External ID ${external} (ID of the ${record}: ${id})`,
			`${howIdsAreCompared(lookup)} Nothing was created or changed.`,
		);
	}

	// The node finds an archived work item or page by its External ID (row 27).
	const wasSought =
		lookup?.kind === 'byExternalId' ||
		(lookup?.kind === 'incompleteLists' && lookup.archives.length > 0);
	const reason =
		canBeArchived(resource) && !wasSought
			? 'Most likely, it is archived: unarchive it.'
			: 'It may have been deleted in the meantime: run the item again.';

	return failed(
		`Plane already has this record (ID ${id}), but does not return it`,
		`${reason} If this is to be another record, use another name or External ID.`,
	);
}

/** A record was in a list a moment ago, but can no longer be read. */
export const deletedSinceListed = (id: string): Problem =>
	failed(
		`Plane lists this record (ID ${id}), but does not return it`,
		'It was most likely deleted in the meantime, and nothing was created or changed: run the item again to create it.',
	);

/** The records of a list do not show the external ID by which an existing one would be recognized. */
export const externalIdsHidden = (): Problem =>
	failed(
		'The list of this server does not show External IDs, so the node cannot tell whether the record already exists',
		`Nothing was created. Look for the record by its name, with Get Many. Only if there is none, set ${ifAlreadyExists.displayName} to Fail: then each run creates another one.`,
	);

/** The first record of a list was saved, and then the list does not show its external ID. @param id of the record */
export const savedWithoutExternalId = (id: string): Problem =>
	failed(
		`It was saved (ID ${id}), but the list of this server does not show External IDs, so no later run can tell that it exists`,
		`Running the item again would fail, and create nothing. To create records without this check, set ${ifAlreadyExists.displayName} to Fail: then each run creates another one.`,
	);

/** A record with the same name that was imported with another external ID. @param external its source and ID */
export const importedFromElsewhere = (id: string, external: string): Problem =>
	failed(
		`Plane already has a record of this name (ID ${id}), imported as ${external}`,
		'Give this one another name or, if both are the same, leave out External ID to take the record that is there.',
	);
