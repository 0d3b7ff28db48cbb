export { choice, choices, openChoice } from './choice';
export { date, moment } from './date';
export { type Field, lasting, required } from './field';
export { id, slug } from './identifier';
export { object } from './json';
export { ids, texts, users, values } from './list';
export { locator, record, user } from './locator';
export { boolean, count, number } from './scalar';
export { color, email, exactText, longText, secret, text, url } from './text';
