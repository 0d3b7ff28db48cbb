/** The library that reads tables: see markdown.js, which is loaded in the same way. */

const load = () => require('./bundle');

exports.parseTable = (text, options) => load().parseTable(text, options);
