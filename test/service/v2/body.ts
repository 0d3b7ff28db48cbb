import type { V2Member, V2Members } from '../../contract/v2';
import { countCharacters, isUuid } from '../fields';
import { isRecord } from '../http';
import { invalid, type FieldProblem } from './problems';

const isDate = (value: unknown): boolean =>
	typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

const isTime = (value: unknown): boolean =>
	typeof value === 'string' &&
	/^\d{4}-\d\d-\d\d(T|$)/.test(value) &&
	!Number.isNaN(Date.parse(value));

const isListOf =
	(isEntry: (value: unknown) => boolean) =>
	(value: unknown): boolean =>
		Array.isArray(value) && value.every(isEntry);

interface ValueType {
	readonly isValid: (value: unknown) => boolean;
	readonly message: string;
	/** Whether null clears the member. */
	readonly isNullable: boolean;
}

const isText = (value: unknown): boolean => typeof value === 'string';

const TYPES: Readonly<Record<string, ValueType>> = {
	string: { isValid: isText, message: 'Not a valid string.', isNullable: true },
	uuid: { isValid: isUuid, message: 'Must be a valid UUID.', isNullable: true },
	date: { isValid: isDate, message: 'Date has wrong format.', isNullable: true },
	'date-time': { isValid: isTime, message: 'Datetime has wrong format.', isNullable: true },
	integer: {
		isValid: Number.isInteger,
		message: 'A valid integer is required.',
		isNullable: false,
	},
	number: {
		isValid: (value) => typeof value === 'number',
		message: 'A valid number is required.',
		isNullable: false,
	},
	boolean: {
		isValid: (value) => typeof value === 'boolean',
		message: 'Must be a valid boolean.',
		isNullable: false,
	},
	object: { isValid: isRecord, message: 'Expected an object.', isNullable: true },
	'uuid[]': { isValid: isListOf(isUuid), message: 'Must be valid UUIDs.', isNullable: false },
	'string[]': { isValid: isListOf(isText), message: 'Must be texts.', isNullable: false },
	'object[]': { isValid: isListOf(isRecord), message: 'Must be objects.', isNullable: false },
};

function checkMember(field: string, value: unknown, member: V2Member): FieldProblem | undefined {
	const type = TYPES[member.type];
	if (type === undefined) return undefined;
	if (value === null && type.isNullable && member.enum === undefined) return undefined;
	if (value === null) return { field, code: 'invalid', message: 'This field may not be null.' };
	if (!type.isValid(value)) return { field, code: 'invalid', message: type.message };

	if (member.enum !== undefined && !member.enum.some((choice) => choice === value)) {
		return {
			field,
			code: 'invalid_choice',
			message: `${JSON.stringify(value)} is not a valid choice.`,
		};
	}

	const { maxLength = Infinity } = member;
	if (typeof value === 'string' && countCharacters(value) > maxLength) {
		const message = `Ensure this field has no more than ${maxLength} characters.`;

		return { field, code: 'max_length', message };
	}

	return undefined;
}

function checkRequired(field: string, value: unknown): FieldProblem | undefined {
	if (value === undefined) return { field, code: 'required', message: 'This field is required.' };
	if (value === null) return { field, code: 'invalid', message: 'This field may not be null.' };

	return typeof value === 'string' && value.trim() === ''
		? { field, code: 'invalid', message: 'This field may not be blank.' }
		: undefined;
}

/**
 * Checks the members of a body, and ignores unknown ones (row 508).
 *
 * @param required the members that must be there. Default: those that are marked so
 * @throws Refusal 400 that lists every invalid member
 */
export function checkBody(
	body: Readonly<Record<string, unknown>>,
	members: V2Members,
	required: readonly string[] = Object.keys(members).filter(
		(name) => members[name]?.required === true,
	),
): void {
	const problems: FieldProblem[] = [];

	for (const field of required) {
		const found = checkRequired(field, body[field]);
		if (found) problems.push(found);
	}

	for (const [field, member] of Object.entries(members)) {
		const value = body[field];
		const isChecked = problems.some((found) => found.field === field);
		const found = value === undefined || isChecked ? undefined : checkMember(field, value, member);
		if (found) problems.push(found);
	}

	if (problems.length > 0) throw invalid(...problems);
}
