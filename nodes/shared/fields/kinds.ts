export { choice, choices, labeled, openChoice } from './choice';
export { cycleDay } from './cycleDay';
export { type DescribedOption, describedChoice, describedChoices } from './describedChoices';
export { date, dateKind, dateTime, mustBeInFuture } from './dates/date';
export { type Field, notClearable, required } from './field';
export { slug } from './slug';
export { object } from './object';
export { ids, newRecords, records, recordsKind, texts, values } from './list';
export { locator, record, recordKind } from './locator';
export { propertyValue } from './propertyValue';
export { html, htmlText, htmlTextKind } from './html';
export { projectIdentifier, projectName } from './texts/projectName';
export { id } from './reference';
export { boolean, booleanKind, count, number, numberKind } from './scalar';
export { searchConditions } from './searchConditions';
export {
	email,
	emailKind,
	exactText,
	exactTextKind,
	longText,
	name,
	secret,
	shortText,
	text,
	textKind,
	url,
	urlKind,
} from './text';
export { duration } from './texts/duration';
export { color } from './texts/color';
export { link } from './texts/link';
export { timezone } from './texts/timezone';
