/** `labels` → `label`, `customer properties` → `customer property` */
export const toSingular = (records: string): string =>
	records.replace(/ies$/, 'y').replace(/s$/, '');

/** `labels` → `a label`, `initiatives` → `an initiative` */
export const withArticle = (records: string): string =>
	`${/^[aeiou]/i.test(records) ? 'an' : 'a'} ${toSingular(records)}`;
