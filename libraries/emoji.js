/** The library that has the codes of emoji. It is a file of its own: few texts have codes, and the tables are large. */

exports.listEmojiCodes = (tool) => require('./emojiBundle')[tool];
