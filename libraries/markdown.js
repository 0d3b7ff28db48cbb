/**
 * The libraries that read and write Markdown. The build bundles them into one file, because the
 * published package has no dependency. That file is loaded when it is first used: n8n loads every node
 * when it starts.
 */

const load = () => require('./bundle');

exports.createMarkdownIt = (options) => load().createMarkdownIt(options);

exports.writeMarkdownTree = (tree, options) => load().writeMarkdownTree(tree, options);
