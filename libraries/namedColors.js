/** The library that has the colors of CSS: see markdown.js, which is loaded in the same way. */

const load = () => require('./bundle');

exports.findNamedColor = (name) => load().findNamedColor(name);
