/** What the build bundles into a file of its own: see emoji.js. */

exports.github = require('emojibase-data/en/shortcodes/github.json');

// Slack's codes are those of the emoji data of iamcal.
exports.slack = require('emojibase-data/en/shortcodes/iamcal.json');
