import type { Problem } from '../result/problem';
import { failed } from './problemFrom';

/** A list that does not come in the order that it was asked for. */
export const unsorted = (): Problem =>
	failed(
		'This server does not sort its lists by last update',
		'Its version of Plane may be too old for this trigger: update it, or use Get Many on a schedule instead.',
	);
