import { color, longText, name, notClearable, number, required } from '../../fields/kinds';

const labelName = name('name', 'Name of the label', { placeholder: 'e.g. Strategy' });

const sharedFields = [
	color('color', 'Color of the label'),
	longText('description', 'What the label stands for'),
	number('sort_order', 'Position among the labels: the smallest number comes first', {
		placeholder: 'e.g. 65535',
	}),
];

/** The fields of a new label of the workspace, which no project has. */
export const newLabelFields = [required(labelName), ...sharedFields];

/** The fields of such a label that can be changed. */
export const changeableLabelFields = [notClearable(labelName), ...sharedFields];
