/** What the build bundles into one file: see markdown.js. */

const { default: colors } = require('color-name');
const { parse } = require('csv-parse/sync');
const { decodeHTML, decodeHTMLAttribute } = require('entities/decode');
const markdownIt = require('markdown-it');
const { gfmStrikethroughToMarkdown } = require('mdast-util-gfm-strikethrough');
const { gfmTableToMarkdown } = require('mdast-util-gfm-table');
const { toMarkdown } = require('mdast-util-to-markdown');

exports.decodeAttribute = (text) => decodeHTMLAttribute(text);

exports.decodeText = (text) => decodeHTML(text);

exports.findNamedColor = (name) => (Object.hasOwn(colors, name) ? colors[name] : undefined);

exports.parseTable = (text, { delimiter, lineBreaks, to = -1 }) =>
	parse(text, {
		delimiter,
		record_delimiter: lineBreaks,
		to,
		ltrim: true,
		relax_column_count: true,
		relax_quotes: true,
	});

exports.createMarkdownIt = (options) => markdownIt(options);

exports.writeMarkdownTree = (tree, options) =>
	toMarkdown(tree, {
		...options,
		extensions: [
			gfmStrikethroughToMarkdown(),
			// Cells as wide as the widest one could make a table many times as long.
			gfmTableToMarkdown({ tablePipeAlign: false }),
		],
	});
