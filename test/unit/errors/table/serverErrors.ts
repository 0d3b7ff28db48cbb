import { moduleUpdate, page, workItems } from './calls';
import { LATER, LESS, MOVED, VALUES } from './remedies';
import { alike, type Row } from './row';

const UNTIL = {
	date: 'Sat, 21 Nov 2026 09:00:00 GMT',
	'retry-after': 'Sat, 21 Nov 2026 09:02:05 GMT',
};
const ELSEWHERE = 'https://user:secret@plane.example.com/api/v1/?token=secret#top';

/** An address of 200 characters. */
const LONG = `https://plane.example.com/${'a'.repeat(174)}`;

/** Limits, failures and redirects. */
export const troubles: readonly Row[] = [
	...alike('Plane received too many requests', 'Wait 2 minutes and 5 seconds, then try again.', [
		['until a date', workItems, [429, { error: 'Too many requests' }, UNTIL], 'Too many requests'],
	]),
	...alike('Plane received too many requests', 'Wait a minute, then try again.', [
		['for an unknown time', workItems, [429, '', { 'retry-after': 'soon' }]],
	]),
	...alike('Plane considers this too large', LESS, [
		['too large', page, [413, { detail: 'Request body too large' }], 'Request body too large'],
	]),
	...alike(
		'Plane waited too long for the request',
		'The connection may be slow. Try again, with less at once.',
		[['too slow', page, [408, '']]],
	),
	...alike('Plane failed with status 500', LATER, [
		['overloaded', moduleUpdate, [500, { error: 'Something went wrong' }], 'Something went wrong'],
		[
			'broken, with a trace',
			moduleUpdate,
			[500, 'Traceback (most recent call last):\n  File "x.py"'],
		],
	]),
	...alike('Plane failed with status 502', LATER, [
		['failure behind a proxy', moduleUpdate, [502, { error: 'No worker' }], 'No worker'],
	]),
	...alike('Plane failed with status 503', LATER, [
		[
			'maintenance',
			moduleUpdate,
			[503, { message: 'Down for maintenance.' }],
			'Down for maintenance',
		],
	]),
	...alike('Plane refused the request with status 418', VALUES, [
		['an unexpected status', moduleUpdate, [418, { detail: 'Short and stout' }], 'Short and stout'],
	]),
	...alike('Plane redirects to https://plane.example.com/api/v1/, which was not followed', MOVED, [
		['another host', moduleUpdate, [308, '', { location: ELSEWHERE }]],
	]),
	...alike(`Plane redirects to ${LONG}, which was not followed`, MOVED, [
		[
			'an address with control characters',
			moduleUpdate,
			[308, '', { location: `${LONG.slice(0, 30)} <{\u0007}>${LONG.slice(30)}` }],
		],
	]),
	...alike(`Plane redirects to ${LONG}…, which was not followed`, MOVED, [
		['a longer address', moduleUpdate, [399, '', { location: `${LONG}b` }]],
	]),
	...alike('Plane redirects to another address, which was not followed', MOVED, [
		['without an address', moduleUpdate, [302, '']],
	]),
];
