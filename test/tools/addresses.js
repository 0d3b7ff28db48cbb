// Where the project lives. `repository.url` in package.json is the one place that holds the address;
// what else has to be known of it is made from that, and the build writes it down.

const { URL } = require('node:url');

/** Nobody can own anything below it (RFC 2606), so it stands for an address that is not set yet. */
const NOBODYS = /(^|[@.])example\.(com|net|org)$/;

/**
 * @typedef {{ repository: { url: string }, author: { email: string }, homepage?: string, bugs?: { url: string } }} Manifest
 * @param {Manifest} manifest package.json
 * @returns {string} the address of the repository in the browser
 */
const browserAddress = ({ repository }) =>
	repository.url.replace(/^git\+/, '').replace(/\.git$/, '');

/**
 * @param {Manifest} manifest package.json
 * @returns {{ homepage: string, bugs: { url: string } }} the fields that follow from its repository
 */
const derived = (manifest) => ({
	homepage: `${browserAddress(manifest)}#readme`,
	bugs: { url: `${browserAddress(manifest)}/issues` },
});

/**
 * @param {Manifest} manifest package.json
 * @returns {boolean} whether somebody has said where the repository is
 */
const isSet = (manifest) => !NOBODYS.test(new URL(browserAddress(manifest)).hostname);

/**
 * @param {Manifest} manifest package.json
 * @returns {string[]} why the package cannot be published yet, a sentence each
 */
function releaseFindings(manifest) {
	const findings = [];
	if (!isSet(manifest)) {
		findings.push(
			`repository.url in package.json is ${manifest.repository.url}, which is nobody's: set it to the address of the project's repository, then run npm run build, which writes down what follows from it.`,
		);
	}
	if (NOBODYS.test(manifest.author.email)) {
		findings.push(
			`author.email in package.json is ${manifest.author.email}, which is nobody's: set it to an address that somebody reads.`,
		);
	}
	return findings;
}

/**
 * The codex of a node with the project's own page first, once there is one.
 *
 * @param {{ resources: { primaryDocumentation: { url: string }[] } }} codex
 * @param {Manifest} manifest package.json
 */
function withOwnPage(codex, manifest) {
	if (!isSet(manifest)) return codex;
	const { primaryDocumentation, ...others } = codex.resources;
	const own = { url: derived(manifest).homepage };
	return {
		...codex,
		resources: { ...others, primaryDocumentation: [own, ...primaryDocumentation] },
	};
}

module.exports = { derived, releaseFindings, withOwnPage };
