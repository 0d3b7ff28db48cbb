/**
 * The libraries that read and write Markdown. The build bundles them into one file, because the
 * published package has no dependency. Each is loaded when it is first used: n8n loads every node when
 * it starts.
 */

exports.createMarkdownIt = (options) => require('markdown-it')(options);

exports.writeMarkdownTree = (tree, options) => {
	const { gfmStrikethroughToMarkdown } = require('mdast-util-gfm-strikethrough');
	const { gfmTableToMarkdown } = require('mdast-util-gfm-table');
	const { toMarkdown } = require('mdast-util-to-markdown');

	return toMarkdown(tree, {
		...options,
		extensions: [
			gfmStrikethroughToMarkdown(),
			// Cells as wide as the widest one could make a table many times as long.
			gfmTableToMarkdown({ tablePipeAlign: false }),
		],
	});
};
