/** The library that reads HTML: see markdown.js, which is loaded in the same way. */

const load = () => require('./bundle');

exports.decodeAttribute = (text) => load().decodeAttribute(text);

exports.decodeText = (text) => load().decodeText(text);
