import { record } from '../../fields/kinds';
import { projectEstimatePoints } from '../../lists/lists';

/** Servers take the ID of the point (row 467), people know its value. */
export const estimatePoint = record(
	'estimate_point',
	'Value of the estimate, e.g. 5 or M',
	projectEstimatePoints,
);
