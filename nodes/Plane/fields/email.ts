import { quote } from './describe';
import { fieldsOf, refused, written, type Written } from './field';

function writeEmail(value: unknown): Written {
	const text = typeof value === 'string' ? value.trim() : '';
	return /^[^\s@,;<>\p{Cc}]+@[^\s@,;<>\p{Cc}]+\.[^\s@,;<>.\p{Cc}]+$/u.test(text)
		? written(text)
		: refused(`${quote(value)} is not an email address`, 'Give one address, e.g. ada@example.com.');
}

/** One email address. */
export const email = fieldsOf(
	{ look: { type: 'string', default: '' }, cleared: '', write: writeEmail },
	{ placeholder: 'e.g. ada@example.com' },
);
