// Whether the package may be published. npm asks before `npm publish` (`prepublishOnly`), and
// `npm run release:check` at any time.

import { readFileSync } from 'node:fs';
import { URL } from 'node:url';

import addresses from './addresses.js';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const findings = addresses.releaseFindings(manifest);
for (const finding of findings) process.stderr.write(`release: ${finding}\n`);
process.exitCode = findings.length > 0 ? 1 : 0;
