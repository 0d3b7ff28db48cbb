import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

/**
 * Names that say nothing to a reader who has not met the authors: participles and adverbs in the place
 * of nouns, and predicates without a subject. Each has a plain word that says what it is.
 */
const UNCLEAR_NAMES: ReadonlySet<string> = new Set([
	'accessOf',
	'adopt',
	'anew',
	'anyTime',
	'anyTimeIn',
	'areOfTarget',
	'asked',
	'asking',
	'asMeant',
	'asRow',
	'asRows',
	'asWhole',
	'befalls',
	'beginOf',
	'blamed',
	'cameAtOnce',
	'cameIn',
	'choiceOf',
	'chosenIn',
	'clearedBy',
	'complaintAbout',
	'currentOf',
	'doerOf',
	'doOnce',
	'emptyOf',
	'endedBy',
	'entriesOf',
	'extentOf',
	'fieldOf',
	'fileless',
	'fits',
	'folded',
	'foreignJson',
	'gapIn',
	'goesOn',
	'graver',
	'grown',
	'hadRoom',
	'hasDoubles',
	'honored',
	'idIn',
	'ifTaken',
	'importOf',
	'innerOf',
	'inPlace',
	'inWords',
	'isAsked',
	'isAway',
	'isBare',
	'isBirthTold',
	'isBlamed',
	'isBorn',
	'isByEdit',
	'isCalled',
	'isFilled',
	'isFit',
	'isKnowable',
	'isLacking',
	'isLasting',
	'isMarked',
	'isNothing',
	'isOut',
	'isOwnFault',
	'isPassing',
	'isSeen',
	'isSince',
	'isSo',
	'issuedIn',
	'isThrough',
	'isTold',
	'isUntouched',
	'itemsFrom',
	'joining',
	'jsonIn',
	'kindOf',
	'knownAs',
	'knownFrom',
	'lacking',
	'lastOf',
	'leftOut',
	'lend',
	'linesOf',
	'linger',
	'listAt',
	'listIn',
	'lively',
	'makesLabels',
	'mayGoOn',
	'mayHaveLeft',
	'meanwhile',
	'mend',
	'misplaced',
	'momentIn',
	'movedAt',
	'moveOn',
	'namedIn',
	'nameGiven',
	'nameless',
	'namesFrom',
	'naming',
	'narrowing',
	'newestIn',
	'notIn',
	'notJoined',
	'notKnown',
	'objectionOf',
	'ofProject',
	'ofProjects',
	'ofTargets',
	'orGoOn',
	'orOwn',
	'otherwise',
	'ownUser',
	'pageAbove',
	'pageBy',
	'pageIn',
	'passing',
	'placeOf',
	'placesOf',
	'positionOfMistake',
	'readAsked',
	'readOn',
	'replacedIn',
	'resultOf',
	'saidBy',
	'saidIn',
	'sameId',
	'sayName',
	'secretIn',
	'secretOf',
	'seenBefore',
	'seenElsewhere',
	'seenFirst',
	'seenIn',
	'sendAnyway',
	'settledAt',
	'shortened',
	'shortly',
	'shownAs',
	'sideOf',
	'sinceOf',
	'sound',
	'tell',
	'tells',
	'textIn',
	'told',
	'toLookAgain',
	'toTryAgain',
	'unescaped',
	'unfit',
	'unsaid',
	'unstopped',
	'untaken',
	'untouched',
	'upgraded',
	'valueIn',
	'wall',
	'wanted',
	'wantedBy',
	'wantedField',
	'wantedIn',
	'wantedOf',
	'wasBorn',
	'wasMade',
	'wasSentOn',
	'way',
	'whenIssued',
	'whole',
	'wider',
	'withheld',
	'withReplaced',
	'withSource',
	'wordsOf',
	'wordsOfMissing',
	'workOn',
]);

/** Phrases of comments that have a plainer form: "reported", "in place of", "if the outcome is unknown". */
const UNCLEAR_PHRASES: readonly RegExp[] = [
	/\btold\b/i,
	/\bin vain\b/i,
	/\bwithout a word\b/i,
	/\bnobody knows\b/i,
	/\bputs? out\b/i,
	/\bin the place of\b/i,
	/\bto mend\b/i,
	/; undefined:/,
	/\bcame to be\b/i,
];

interface CodeFile {
	readonly path: string;
	readonly text: string;
}

const top = resolve(__dirname, '../../..');

/** The TypeScript files of the package and of its tests, but for this one. */
const readCode = (): CodeFile[] =>
	['nodes', 'credentials', 'test']
		.flatMap((folder) =>
			readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
				join(folder, name),
			),
		)
		.filter((path) => path.endsWith('.ts') && !/node_modules|\.data|words\.test/.test(path))
		.map((path) => ({ path, text: readFileSync(join(top, path), 'utf8') }));

/** The names that a file declares: variables, functions, types, properties, parameters. */
function findDeclaredNames({ path, text }: CodeFile): string[] {
	const names: string[] = [];
	const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

	const visit = (node: ts.Node): void => {
		if (ts.isIdentifier(node) && 'name' in node.parent && node.parent.name === node) {
			names.push(node.text);
		}

		ts.forEachChild(node, visit);
	};

	visit(source);

	return names;
}

/** The comments of a file. Text in strings that looks like one counts too, which does no harm. */
const findComments = ({ text }: CodeFile): string[] =>
	text.match(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g) ?? [];

describe('the words of the code', () => {
	const files = readCode();

	it('has no name whose meaning only its authors know', () => {
		const found = files.flatMap((file) =>
			findDeclaredNames(file)
				.filter((name) => UNCLEAR_NAMES.has(name))
				.map((name) => `${file.path}: ${name}`),
		);

		expect(files.length).toBeGreaterThan(300);
		expect([...new Set(found)]).toEqual([]);
	});

	it('has no comment with a phrase that has a plainer form', () => {
		const found = files.flatMap((file) =>
			findComments(file)
				.filter((comment) => UNCLEAR_PHRASES.some((phrase) => phrase.test(comment)))
				.map((comment) => `${file.path}: ${comment}`),
		);

		expect(found).toEqual([]);
	});
});
