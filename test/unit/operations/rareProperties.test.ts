import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from '@jest/globals';
import ts from 'typescript';

import { operations } from '../../../nodes/shared/operations/catalog';
import * as lists from '../../../nodes/shared/lists/lists';
import * as workItemLists from '../../../nodes/shared/lists/workItems';

/** The fewest declarations that make a property a word of the language, and not an exception with a name. */
const FEWEST_DECLARATIONS = 3;

/** The most properties that fewer declarations may set. */
const MAX_RARE_PROPERTIES = 8;

/**
 * The properties that fewer declarations set, with the code that builds the panel from them. Another one is a refusal, a
 * rule of a body or a function beside its declaration instead (CONTRIBUTING.md).
 */
const RARE_PROPERTIES: Readonly<Record<string, string>> = {
	actionField: 'nodes/shared/fields/field.ts',
	currentQuery: 'nodes/shared/fields/locator.ts',
	fileDownload: 'nodes/Plane/panel/buildOperationProperties.ts',
	modes: 'nodes/shared/fields/locator.ts',
	search: 'nodes/Plane/panel/buildOperationProperties.ts',
	shownFields: 'nodes/Plane/panel/buildOperationProperties.ts',
};

type Declared = Readonly<Record<string, unknown>>;

const top = join(__dirname, '../../..');

/** Everything that declarations consist of, each object once. */
const declared = collectObjects([operations, Object.values(lists), Object.values(workItemLists)]);

function collectObjects(root: unknown): readonly Declared[] {
	const known = new Set<object>();

	const visit = (value: unknown): void => {
		if (typeof value !== 'object' || value === null || known.has(value)) return;

		known.add(value);

		for (const part of Object.values(value)) visit(part);
	};

	visit(root);

	return [...known].map((value) => ({ ...value }));
}

/** What is declared once, although it is in several operations: the name of a field, a list or an operation. */
const IDENTITIES: readonly ((object: Declared) => unknown)[] = [
	({ wire, parameter, description }) => parameter && `field ${String(wire)} ${String(description)}`,
	({ path, parents }) => parents && `list ${String(path)}`,
	({ resource, value, request }) => request && `operation ${String(resource)}.${String(value)}`,
];

const identify = (object: Declared): unknown =>
	IDENTITIES.map((readIdentity) => readIdentity(object)).find(Boolean) ?? object;

/** The interfaces whose optional properties count, with how to recognize what is declared with them. */
const INTERFACES: readonly {
	readonly file: string;
	readonly names: RegExp;
	readonly isDeclared: (object: Declared) => boolean;
}[] = [
	{
		file: 'nodes/shared/operations/operation.ts',
		names: /Operation(Base)?$/,
		isDeclared: ({ resource, request }) => resource !== undefined && request !== undefined,
	},
	{
		file: 'nodes/shared/operations/operation.ts',
		names: /^Body$/,
		isDeclared: ({ collectionFields }) => collectionFields !== undefined,
	},
	{
		file: 'nodes/shared/operations/operation.ts',
		names: /^NaturalKey$/,
		isDeclared: ({ uniqueFields }) => uniqueFields !== undefined,
	},
	{
		file: 'nodes/shared/fields/field.ts',
		names: /^(FieldPresentation|\w+Rules)$/,
		isDeclared: ({ wire, parameter }) => wire !== undefined && parameter !== undefined,
	},
	{
		file: 'nodes/shared/fields/field.ts',
		names: /^RecordList$/,
		isDeclared: ({ method, parents }) => method !== undefined && parents !== undefined,
	},
	{
		file: 'nodes/shared/lists/picker.ts',
		names: /^Picker$/,
		isDeclared: ({ method, parents }) => method !== undefined && parents !== undefined,
	},
];

/** Lists the optional properties of the interfaces of a file. */
function listOptionalProperties(file: string, names: RegExp): readonly string[] {
	const text = readFileSync(join(top, file), 'utf8');
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

	return source.statements
		.filter((statement) => ts.isInterfaceDeclaration(statement))
		.filter(({ name }) => names.test(name.text))
		.flatMap(({ members }) => [...members])
		.filter(({ questionToken }) => questionToken !== undefined)
		.map(({ name }) => name?.getText() ?? '');
}

/** Counts the declarations that set each optional property, by its name. */
function countDeclarations(): ReadonlyMap<string, number> {
	const declarations = new Map<string, Set<unknown>>();

	for (const { file, names, isDeclared } of INTERFACES) {
		const objects = declared.filter(isDeclared);

		for (const property of listOptionalProperties(file, names)) {
			const setting = declarations.get(property) ?? new Set();

			for (const object of objects) {
				if (object[property] !== undefined) setting.add(identify(object));
			}

			declarations.set(property, setting);
		}
	}

	return new Map([...declarations].map(([property, setting]) => [property, setting.size]));
}

it('only the properties of the table are set by fewer than three declarations, and are read where it says', () => {
	const counts = countDeclarations();
	const rare = [...counts].filter(([, count]) => count < FEWEST_DECLARATIONS);

	expect(rare.length).toBeLessThanOrEqual(MAX_RARE_PROPERTIES);

	expect(counts.size).toBeGreaterThan(60);
	expect(rare.map(([property]) => property).sort()).toEqual(Object.keys(RARE_PROPERTIES).sort());

	for (const [property, file] of Object.entries(RARE_PROPERTIES)) {
		expect(readFileSync(join(top, file), 'utf8')).toMatch(new RegExp(`\\b${property}\\b`));
	}
});

it('the count of declarations sees a property that one operation sets, and one that many set', () => {
	const counts = countDeclarations();

	expect(counts.get('shownFields')).toBe(1);
	expect(counts.get('output')).toBeGreaterThan(50);
});
