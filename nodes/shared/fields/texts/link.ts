import { refused, type Result } from '../../result/problem';
import { quote } from '../../text/quote';
import { fieldFactory } from '../field';
import { isSameAddress, isSameText } from '../../values/sameValue';
import { ADDRESS_FORMAT, isAddress, refuseAddress } from '../text';
import { checkLength } from './textLimits';

/** The longest address that Plane accepts, in characters (row 201). */
const MAX_ADDRESS_LENGTH = 2048;

const MAX_HOST_LENGTH = 253;

/** A label of a host name, between two dots. */
const LABEL = /^(?!-)[a-z\d\u00a1-\uffff-]{1,63}(?<!-)$/iu;

/** The last label of a host name: letters, or the Punycode form of another script. */
const LAST_LABEL = /^(?!-)(?:[a-z\u00a1-\uffff-]{2,63}|xn--[a-z\d]{1,59})(?<!-)$/iu;

const IPV4 = /^(?:(?:0|25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:0|25[0-5]|2[0-4]\d|1?\d?\d)$/;

const HOST_REMEDY =
	'Use the full name of the host, e.g. https://wiki.example.com/page, or its IP address.';

/** Returns why Plane refuses a host, as a clause, or undefined if it accepts it. The rule is Django's (row 201). */
function findHostProblem(host: string): string | undefined {
	if (host.toLowerCase() === 'localhost' || IPV4.test(host) || host.startsWith('[')) {
		return undefined;
	}

	const labels = host.replace(/\.$/, '').split('.');
	if (labels.length === 1) return `has the host ${quote(host)}, and Plane takes none without a dot`;

	const isAccepted =
		host.length <= MAX_HOST_LENGTH &&
		labels.every((label) => LABEL.test(label)) &&
		LAST_LABEL.test(labels.at(-1) ?? '');

	return isAccepted ? undefined : `has the host ${quote(host)}, which Plane does not take`;
}

/** Returns the host of an address as it is written there, without the port. */
const readHost = (address: string): string => {
	const [authority = ''] = address.replace(/^https?:\/\//i, '').split(/[/?#]/, 1);

	return authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d{1,5}$/, '');
};

/**
 * Converts the address of a link to the form that is sent. Plane accepts only schemes in lower case
 * and hosts with a dot in their names (row 69).
 */
function writeLink(value: unknown): Result<string> {
	const text = typeof value === 'string' ? value.trim() : '';
	if (!isAddress(text)) return refuseAddress(value);

	const problem = findHostProblem(readHost(text));
	if (problem !== undefined) return refused(`${quote(text)} ${problem}`, HOST_REMEDY);

	return checkLength(
		text.replace(/^https?:/i, (scheme) => scheme.toLowerCase()),
		MAX_ADDRESS_LENGTH,
	);
}

/** The address of a link. */
export const link = fieldFactory(
	{
		panel: { type: 'string', default: '' },
		format: ADDRESS_FORMAT,
		emptyValue: '',
		isUnchanged: isSameText,
		isAccepted: isSameAddress,
		write: writeLink,
	},
	{ identifiesRecord: true },
);
