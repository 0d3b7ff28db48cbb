import { refused } from '../result/problem';
import { quote } from './describe';
import { fieldsOf, type Written } from './field';

const ADDRESS = /^[^\s@,;:<>()[\]\\"\p{C}]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u;

function writeEmail(value: unknown): Written {
	const text = typeof value === 'string' ? value.trim() : '';
	return ADDRESS.test(text) && !/^\.|\.\.|\.@/.test(text)
		? text
		: refused(
				`${quote(value)} is not an email address`,
				'Enter one address, e.g. ada@example.com.',
			);
}

/** One email address. */
export const email = fieldsOf(
	{ look: { type: 'string', default: '' }, cleared: '', write: writeEmail },
	{ placeholder: 'e.g. ada@example.com' },
);
