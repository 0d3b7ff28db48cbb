import { expect, test } from '@jest/globals';

import { getShownName } from '../../../nodes/shared/errors/pathParameters';

const id = '0c7da278-21b6-4225-9d30-da0e1a924ae5';

test.each([
	['as the user calls it', { [id]: 'LNCH-12' }, id, 'LNCH-12'],
	['in quotes if the name has several words', { [id]: 'To do' }, id, '"To do"'],
	['by its ID if the user entered that', {}, id, id],
	['by an ID that every object has as a property', {}, '__proto__', '__proto__'],
	['by an ID that every object has as a method', {}, 'toString', 'toString'],
])('an error names a record %s', (_, displayNames, recordId, name) => {
	expect(getShownName({ displayNames }, recordId)).toBe(name);
});
