import { module, page, workItems } from './calls';
import { LATER, LESS, MOVED, VALUES } from './remedies';
import { row, type Row } from './row';

/** Limits, failures and redirects. */
export const troubles: readonly Row[] = [
	row(
		'limit reached, until a date',
		workItems,
		[
			429,
			{ error: 'Too many requests' },
			{ date: 'Sat, 21 Nov 2026 09:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 09:02:05 GMT' },
		],
		'Plane received too many requests: Too many requests',
		'Wait 2 minutes and 5 seconds, then try again.',
	),
	row(
		'limit reached, for a minute',
		workItems,
		[429, '', { 'retry-after': '60' }],
		'Plane received too many requests',
		'Wait 1 minute, then try again.',
	),
	row(
		'limit reached, for an hour and more',
		workItems,
		[429, '', { 'retry-after': '3725' }],
		'Plane received too many requests',
		'Wait 1 hour and 2 minutes, then try again.',
	),
	row(
		'limit reached, until a date that has gone by',
		workItems,
		[
			429,
			'',
			{ date: 'Sat, 21 Nov 2026 09:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 08:00:00 GMT' },
		],
		'Plane received too many requests',
		'Wait 1 second, then try again.',
	),
	row(
		'limit reached, for nobody knows how long',
		workItems,
		[429, '', { 'retry-after': 'soon' }],
		'Plane received too many requests',
		'Wait a minute, then try again.',
	),
	row(
		'too large',
		page,
		[413, { detail: 'Request body too large' }],
		'Plane considers this too large: Request body too large',
		LESS,
	),
	row(
		'too slow',
		page,
		[408, ''],
		'Plane waited too long for the request',
		'The connection may be slow. Try again, with less at once.',
	),
	row(
		'overloaded',
		module,
		[500, { error: 'Something went wrong please try again later' }],
		'Plane failed with status 500: Something went wrong please try again later',
		LATER,
	),
	row(
		'broken, with a trace',
		module,
		[500, 'Traceback (most recent call last):\n  File "x.py"'],
		'Plane failed with status 500',
		LATER,
	),
	row(
		'in maintenance',
		module,
		[503, { message: 'Down for maintenance.' }],
		'Plane failed with status 503: Down for maintenance',
		LATER,
	),
	row(
		'a status that nobody expects',
		module,
		[418, { detail: 'Short and stout' }],
		'Plane refused the request with status 418: Short and stout',
		VALUES,
	),
	row(
		'another host',
		module,
		[308, '', { location: 'https://user:secret@plane.example.com/api/v1/?token=secret#top' }],
		'Plane redirects to https://plane.example.com/api/v1/, which was not followed',
		MOVED,
	),
	row(
		'nowhere',
		module,
		[302, ''],
		'Plane redirects to another address, which was not followed',
		MOVED,
	),
];
