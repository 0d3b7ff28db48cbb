import { color, longText, name, notClearable, number, required } from '../../fields/kinds';

const labelName = name('name', 'Its name');

const sharedFields = [
	color('color', 'Its color'),
	longText('description', 'What it means'),
	number('sort_order', 'Lower numbers come first', {
		placeholder: 'e.g. 65535',
	}),
];

/** The fields of a new label of the workspace, which no project has. */
export const newLabelFields = [required(labelName), ...sharedFields];

/** The fields of such a label that can be changed. */
export const changeableLabelFields = [notClearable(labelName), ...sharedFields];
