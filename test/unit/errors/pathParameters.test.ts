import { expect, test } from '@jest/globals';

import { displayNameOf } from '../../../nodes/shared/errors/pathParameters';

const id = '0c7da278-21b6-4225-9d30-da0e1a924ae5';

test.each([
	['as the user displayNames it', { [id]: 'LNCH-12' }, id, 'LNCH-12'],
	['in quotes where the user displayNames it by several words', { [id]: 'To do' }, id, '"To do"'],
	['by its ID where the user gave that', {}, id, id],
	['by an ID that every object has as a property (finding 29)', {}, '__proto__', '__proto__'],
	['by an ID that every object has as a method (finding 29)', {}, 'toString', 'toString'],
])('an error names a record %s', (_, displayNames, given, name) => {
	expect(displayNameOf({ displayNames }, given)).toBe(name);
});
