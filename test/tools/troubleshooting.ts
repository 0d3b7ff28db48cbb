import { type ErrorText, errorTexts, otherTexts } from './errorTexts';

/** The chapters of the page, and the files of `nodes/` whose texts each of them has: the first that fits. */
const CHAPTERS: readonly (readonly [title: string, files: RegExp])[] = [
	['Triggers', /^Plane(Polling)?Trigger\//],
	['Credential and address', /credentialErrors|connection|testCredential/],
	['Files', /storage|upload|attachFiles|downloadFile|readFiles|responseStream|multipart/i],
	['Values', /shared\/(fields|parameters)\/|Plane\/(input|panel)\//],
	['Names and IDs', /nameErrors|shared\/resolve\/|findExisting|FormerMembers|fieldAliases/],
	['Not found, not allowed', /notFound/],
	['Refused by Plane', /badRequest|refusals|projectErrors|shared\/operations\//],
	['Limits, proxies, servers that fail', /status|shared\/scheduler\/|idleTimeout/],
	['Network and certificates', /fromFault/],
	[
		'Done, or not done',
		/unknownOutcome|valueNotTaken|notAdded|shared\/(output|client|model)\/|^Plane\//,
	],
	['Lists', /shared\/(pagination|lists|listSearch)\/|listHints/],
];

/** All that errors, hints and warnings say, chapter by chapter. */
export function troubleshooting(): string {
	const texts = errorTexts();
	const others = otherTexts(texts);
	const files = new Set([...texts.map(({ file }) => file), ...others.map(({ file }) => file)]);

	const chapterOf = (file: string): string => {
		const chapter = CHAPTERS.find(([, pattern]) => pattern.test(file.replace(/^nodes\//, '')));
		if (chapter === undefined) throw new Error(`No chapter of the page has the texts of ${file}`);

		return chapter[0];
	};

	const chapters = new Map([...files].map((file) => [file, chapterOf(file)]));

	return CHAPTERS.flatMap(([title]) => {
		const isHere = ({ file }: { readonly file: string }) => chapters.get(file) === title;
		const rows = texts.filter(isHere).map(rowOf);
		const said = others.filter(isHere).map(({ text }) => `- ${escaped(text)}`);

		return [
			`## ${title}`,
			['| It says | What to do |', '| --- | --- |', ...new Set(rows)].join('\n'),
			...(said.length === 0 ? [] : ['It can also say:', [...new Set(said)].join('\n')]),
		];
	}).join('\n\n');
}

const rowOf = ({ message, remedy }: ErrorText): string =>
	`| ${escaped(message)} | ${escaped(remedy)} |`;

/** A text that Markdown shows as it is. */
const escaped = (text: string): string => text.trim().replaceAll(/[\\|<>*_[\]{}]/g, '\\$&');
