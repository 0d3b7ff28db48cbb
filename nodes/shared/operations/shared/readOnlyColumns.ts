/**
 * What the rows of work items have besides the fields that can be written: as servers return them (exchanges
 * "13 list work items" and "intake.create", row 38), and as Simplify and the outcome of an upsert add to them.
 */
export const READ_ONLY_COLUMNS: readonly string[] = [
	'archived_at',
	'completed_at',
	'deleted_at',
	'description_binary',
	'description_json',
	'description_stripped',
	'id',
	'is_draft',
	'key',
	'outcome',
	'point',
	'project',
	'project_id',
	'project_name',
	'project__identifier',
	'sequence_id',
	'type',
	'updated_at',
	'updated_by',
	'url',
	'workspace',
	'workspace__slug',
];
