/** `labels` → `label`, `customer properties` → `customer property` */
export const toSingular = (records: string): string =>
	records.replace(/ies$/, 'y').replace(/s$/, '');
