/** The attribute of an item of a check list, in Plane's editor, that says whether it is done. */
export const CHECKED = 'data-checked';

/** The start tag of a check list, in the form of Plane's editor (row 392). */
export const TASK_LIST_START = '<ul data-type="taskList">';

/** Writes what is before the contents of an item of a check list, in the form of Plane's editor (row 392). */
export function writeTaskStart(isChecked: boolean): string {
	const input = isChecked ? '<input type="checkbox" checked="">' : '<input type="checkbox">';

	return `<li data-type="taskItem" ${CHECKED}="${isChecked}"><label>${input}<span></span></label><div>`;
}

/** What follows the contents of an item of a check list. */
export const TASK_END = '</div></li>';
